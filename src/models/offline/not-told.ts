import { code, listed } from './markdown-text.ts'
import type { Material } from './material.ts'

/** That the files shown do not say how something is done. null where one of them speaks of it after all. */
export function notTold(material: Material, words: RegExp, what: string): string | null {
  const shown = material.files.filter(({ kind }) => kind !== 'licence')
  if (shown.length === 0 || shown.some(({ lines }) => lines.some((line) => words.test(line)))) return null
  const names = shown.slice(0, 4).map(({ path }) => code(path))
  return `The files shown for this section (${listed(names)}${shown.length > 4 ? ' among them' : ''}) do not say how ${what}.`
}
