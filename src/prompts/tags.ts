// The tags of a prompt, and their escaping. Whatever comes from the repository goes through here, so it stays data.

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;' }

/** Text between tags. */
export function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => ESCAPES[character] as string)
}

/** The value of an attribute. */
export function escapeAttribute(value: string): string {
  return value.replace(/[&<>"\n]/g, (character) => ESCAPES[character] as string)
}

/** `<name a="…">text</name>` on lines of its own. `text` must be escaped or made of tags already. */
export function tag(name: string, attributes: Readonly<Record<string, string>>, text: string): string {
  const head = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`)
  return `<${name}${head.join('')}>\n${text}\n</${name}>`
}

/** Lines with their numbers, as sections cite them. */
export function numberLines(text: string, firstLine: number): string {
  return text
    .split('\n')
    .map((line, index) => `${firstLine + index}\t${line}`)
    .join('\n')
}
