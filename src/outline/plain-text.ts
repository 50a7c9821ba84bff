/** Stand for the brackets of code while tags are taken off. */
const OPENED = '\u0001'
const CLOSED = '\u0002'

/** Takes Markdown, reStructuredText and HTML marks off prose: badges, images, tags, roles, links, emphasis. One line comes out. */
export function plainText(text: string): string {
  return (
    text
      .slice(0, 20_000)
      .replaceAll(OPENED, ' ')
      .replaceAll(CLOSED, ' ')
      // A type's parameters in code are no tag: `Vec<T>`.
      .replace(/`[^`\n]{1,200}`/g, (span) => span.replace(/(?<=[\w:])<([^<>`]{0,100})>/g, `${OPENED}$1${CLOSED}`))
      .replace(/<!--[\s\S]{0,2000}?-->/g, ' ')
      // Marks at the start of a line: a quotation, an address that links by name refer to, a box to tick; and a line's forced end.
      .replace(/^[ \t]*(?:>(?!>)[ \t]?)+/gm, '')
      .replace(/^[ \t]*\[[^\]\n]{1,100}\]:[ \t]+\S.*$/gm, ' ')
      .replace(/^[ \t]*\[[ xX]\][ \t]+/gm, '')
      .replace(/\\$/gm, ' ')
      .replace(/<\/?[a-zA-Z][^<>]{0,400}>/g, ' ')
      .replace(/!\[[^\]]{0,200}\]\([^()]{0,400}\)/g, ' ')
      .replace(/!\[[^\]]{0,100}\](?!\()/g, ' ')
      .replace(/\[\s*\]\([^()]{0,400}\)/g, ' ')
      .replace(/\[([^[\]]{1,300})\]\([^()]{0,400}\)/g, '$1')
      .replace(/\[([^[\]]{1,300})\]\[[^[\]]{0,100}\]/g, '$1')
      .replace(/:(?:[a-z]+:)?[a-z-]+:`~([\w.]{1,200})`/g, (_role, name: string) => name.slice(name.lastIndexOf('.') + 1))
      .replace(/:(?:[a-z]+:)?[a-z-]+:`[!./]{0,2}([^`<]{1,200}?)\s*(?:<[^>`]{0,200}>)?`/g, '$1')
      .replace(/(?<=\s):[a-z]+(?=`)/g, '')
      .replace(/`([^`<]{1,200}?)\s*<[^>`]{1,300}>`_{0,2}/g, '$1')
      .replace(/\|[A-Za-z][^|]{0,60}\|_{0,2}(?=\s|$)/g, ' ')
      .replace(/``([^`]{1,200})``/g, '$1')
      .replace(/`([^`]{1,200})`_{0,2}/g, '$1')
      .replace(/\*\*([^*]{1,300})\*\*/g, '$1')
      .replace(/(?<![\w*])\*([^*\s][^*]{0,200})\*(?!\w)/g, '$1')
      .replace(/(?<!\w)__([^_\s][^_]{0,200}\s[^_]{1,200})__(?!\w)/g, '$1')
      .replace(/&mdash;/g, '—')
      .replace(/&[a-z]{2,8};/g, ' ')
      .replace(/\{@(?:link|linkplain|code|literal|value)\s+#?([^{}]{1,200})\}/g, '$1')
      .replace(/(?<![\w\])])\[((?:\*?[A-Za-z]\w*(?:\.|::))*[A-Z]\w*(?:(?:[.:]+| )\w+){0,5})\](?![([:])/g, '$1')
      .replace(/(?<![\w+])\+([A-Za-z_][\w#.:?!]{0,60})\+(?![\w+])/g, '$1')
      .replace(/::(?=\s|$)/g, ':')
      .replace(/\s+/g, ' ')
      .replace(/\s+([.,;:!])(?=\s|$)/g, '$1')
      .replaceAll(OPENED, '<')
      .replaceAll(CLOSED, '>')
      .trim()
  )
}

const END = /(?<=[.!?][)"'”]?)\s+(?=["“'(]?[\p{Lu}\p{N}])/u
/** Words whose full stop ends no sentence, whatever comes next. */
const ABBREVIATION =
  /(?:(?:^|[\s("“'])(?:e\.g|i\.e|vs|v|ver|cf|ca|approx|resp|incl|excl|esp|viz|al|Dr|Mr|Mrs|Ms|Prof|St|Fig|Eq|Sec|Ch|Vol|pp?|Jr|Sr)\.|\b\p{Lu}\.)$/u
/** Those that may end one: with a number after them they don't. */
const COUNTED = /\b(?:[Nn]os?|[Ii]nc|[Aa]rt|[Vv]ersion|[Rr]ev)\.$/

/** A label, code, or links alone: no sentence of prose. */
const SAYS_NOTHING =
  /^non-Javadoc:?$|^(?:eslint-|biome-ignore|prettier-ignore|istanbul |c8 ignore|@ts-|noqa\b|pylint:|rubocop:|nolint\b|clang-format|(?:end)?region\b)|^[^\p{L}]*$|^(?:https?:\S+(?:\s+|$))+$|(?:==|->|=>|&&|\|\|)\s|[;{]$/u

/** The first paragraph of a docstring that says something, without marks; empty where none does. */
export function firstSaid(docstring: string): string {
  for (const paragraph of docstring.replace(/```[\s\S]*?(?:```|$)/g, '').split(/\n\s*\n/)) {
    if (/^\s*(?:#|\.\. |:\w+:|@)/.test(paragraph)) continue
    const text = plainText(paragraph)
    if (/\p{L}{2,}[^\p{L}]+\p{L}{2,}/u.test(text) && !SAYS_NOTHING.test(text)) return text
  }
  return ''
}

/** Sentences of plain text, whole. */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = []
  for (const piece of text.split(END)) {
    const last = sentences.at(-1)
    if (last !== undefined && (ABBREVIATION.test(last) || (COUNTED.test(last) && /^\p{N}/u.test(piece))))
      sentences[sentences.length - 1] = `${last} ${piece}`
    else if (piece.trim() !== '') sentences.push(piece.trim())
  }
  return sentences
}

/** As many whole sentences as fit in `most` characters; a first sentence that is longer is cut, at a clause if it can be, with an ellipsis. */
export function cutAtSentence(text: string, most: number): string {
  let kept = ''
  for (const sentence of sentencesOf(text)) {
    const longer = kept === '' ? sentence : `${kept} ${sentence}`
    if (longer.length > most) break
    kept = longer
  }
  if (kept !== '') return kept
  if (text.length <= most) return text
  const room = text.slice(0, most - 2)
  const clause = Math.max(...[...room.matchAll(/[,;:](?=\s)|\s(?=[(–—])/g)].map(({ index }) => index), 0)
  const space = text.lastIndexOf(' ', most - 2)
  const end = clause > most * 0.6 ? clause : space > most / 2 ? space : most - 2
  return `${text.slice(0, end).replace(/[\s,;:(]+$/, '')} …`
}
