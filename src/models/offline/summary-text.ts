import { escapeProse } from './markdown-text.ts'

/** A sentence ends, or what is told of the next member begins. */
const END = /(?<=[.!?…]["”)]?)\s+(?=\p{Lu}|\S+(?: \(\S+\))?: )/u

/**
 * As many whole sentences of a summary as fit. A summary may come cut off: what has no end mark is left out. Of members that are told by
 * name each has its own sentence. Empty where not one fits.
 */
export function summaryTold(summary: string, most: number): string {
  const kept: string[] = []
  let length = 0
  for (const sentence of summary.replace(/\s+/g, ' ').trim().split(END)) {
    length += sentence.length + 1
    if (length > most) break
    if (/[.!?]["”)]?$/.test(sentence) && !/(?:^|\s)\p{Ll}?\.$/u.test(sentence) && !/ …\.?$/.test(sentence)) kept.push(sentence)
  }
  return escapeProse(kept.join(' '))
}
