// A string that is not ours, shown as it is: in code font, where GitHub makes no mention, link or HTML of it.

/** Controls, line ends, marks of direction and zero-width characters: nothing of them is to be seen. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu

/** On one line and at most `most` characters long. Safe in a table: a bar is escaped, as GitHub's tables ask for in code too. */
export function codeSpan(text: string, most = 100): string {
  const line = text
    .slice(0, most + 1)
    .replace(UNSEEN, ' ')
    .trim()
  const short = (line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line).toWellFormed()
  // No backtick inside may end it, and no marker of ours be read out of it.
  const shown = short.replace(/`/g, "'").replace(/<!--/g, '<! --').replace(/\|/g, '\\|')
  return `\`${shown === '' ? ' ' : shown}\``
}
