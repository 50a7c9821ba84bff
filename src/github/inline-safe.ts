import { breakReferences, safeAddress } from './break-references.ts'

/** Plain enough to be an address in running text. */
const ADDRESS = /https?:\/\/[A-Za-z0-9.-]+(?::\d+)?(?:\/[A-Za-z0-9._~/%=&?+,;:-]*)?(?<![.,;:?])/g
/** Control characters, and those that turn the direction of what follows or can't be seen. */
const INVISIBLE = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/** Text that is not ours on one line of Markdown: no markup, no HTML, no mention, no reference; plain addresses stay links. */
export function inlineSafe(text: string): string {
  const line = text.replace(/\s+/g, ' ').replace(INVISIBLE, '').trim()
  let result = ''
  let at = 0
  for (const { index, 0: address } of line.matchAll(ADDRESS)) {
    const safe =
      /[\w@]/.test(line[index - 1] ?? '') || /[\w@#]/.test(line[index + address.length] ?? '') ? null : safeAddress(address)
    if (safe === null) continue
    result += `${escapeMarkdown(line.slice(at, index))}<${safe}>`
    at = index + address.length
  }
  return result + escapeMarkdown(line.slice(at))
}

/** As plain text. Underscores inside of words need no escape and get none. */
export function escapeMarkdown(text: string): string {
  const escaped = text
    .replace(/[\\`*[\]~|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/^[#+=-]/, '\\$&')
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')
  return breakReferences(escaped)
}
