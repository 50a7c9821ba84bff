// How a string that is not ours is shown as itself in Markdown.
import { neutraliseText } from './neutralise-text.ts'

/** Control characters, and those that turn the direction of what follows. */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/** On one line, with invisible characters spelled out. */
export function spellOut(value: string): string {
  return value.replace(INVISIBLE, (character) => {
    if (character === '\n') return '\\n'
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
  })
}

/** As plain text: no markup, no HTML, no mention, no link. Underscores inside of words need no escape and get none. */
export function escapeText(value: string): string {
  const escaped = spellOut(value)
    .replace(/[\\`*[\]~|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/^[#+=-]/, '\\$&')
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')
  return neutraliseText(escaped)
}

/** In code font, or as plain text where the value holds what could end the code font or pass for HTML. */
export function showCode(value: string): string {
  const line = spellOut(value)
  return /[`<>&|]/.test(line) || line.trim() !== line || line === '' ? escapeText(value) : `\`${line}\``
}
