/** Of a page with scripts (Vue, Svelte) only the scripts, each at its lines; any other text as it is. */
export function scriptsOf(path: string, text: string): string {
  if (!/\.(?:vue|svelte)$/i.test(path)) return text
  let kept = ''
  let at = 0
  for (const script of text.matchAll(/<script\b[^>]{0,300}>([\s\S]*?)<\/script>/gi)) {
    const from = script.index + script[0].indexOf('>') + 1
    kept += blank(text.slice(at, from)) + script[1]
    at = from + (script[1]?.length ?? 0)
  }
  return kept + blank(text.slice(at))
}

const blank = (text: string): string => text.replace(/[^\n]+/g, (line) => ' '.repeat(line.length))
