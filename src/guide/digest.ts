import { createHash } from 'node:crypto'

const FIRST_LINE = /^\ufeff?<!-- nehemvix-guide: written by Nehemvix, digest sha256:([0-9a-f]{64}) -->[ \t]*$/

/** Puts the line on top by which a later run tells whether a person has edited the file. */
export function sealFile(body: string): string {
  return `<!-- nehemvix-guide: written by Nehemvix, digest sha256:${digestOf(body)} -->\n${body}`
}

/** The body of a sealed file; another text as it is. */
export function withoutSeal(text: string): string {
  const [firstLine = '', ...rest] = text.split('\n')
  return FIRST_LINE.test(firstLine) ? rest.join('\n') : text
}

/** `ours`: as it was written; `edited`: by hand since; `foreign`: not written by Nehemvix. Line ends do not count: git may have changed them. */
export function hasHandEdits(text: string): 'ours' | 'edited' | 'foreign' {
  const [firstLine = '', ...rest] = text.replace(/\r\n?/g, '\n').split('\n')
  const digest = FIRST_LINE.exec(firstLine)?.[1]
  if (digest === undefined) return 'foreign'
  return digest === digestOf(rest.join('\n')) ? 'ours' : 'edited'
}

function digestOf(body: string): string {
  return createHash('sha256').update(body.replace(/\r\n?/g, '\n')).digest('hex')
}
