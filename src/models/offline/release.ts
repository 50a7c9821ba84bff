import { commandsFor } from './from-manifests.ts'
import { cite, escapeProse, listed } from './markdown-text.ts'
import type { Material } from './material.ts'

/** What ships it: workflows and commands that publish. null where none is shown. */
export function releaseTold(material: Material): string | null {
  const steps = material.manifests
    .filter(({ kind }) => kind === 'ci')
    .flatMap((file) =>
      file.manifest.uses
        .filter(({ text }) => /publish|release|deploy|docker\/|pages/i.test(text))
        .map(({ text, line }) => `${escapeProse(text.split('@')[0] ?? '')} (${cite(file, line)})`),
    )
  const commands = commandsFor(material, 'release')
    .filter(({ item }) => /\b(?:publish|release|deploy|upload|push)\b/i.test(item.text))
    .map(({ file, item }) => `${escapeProse(item.name ?? 'a command')} (${cite(file, item.line)})`)
  const found = [...steps, ...commands]
  // Another workflow's tags start something else.
  const tags = material.manifests.find(
    ({ kind, path, lines }) =>
      kind === 'ci' && found.some((one) => one.includes(`${path}:`)) && lines.some((line) => /^\s+tags:/.test(line)),
  )
  const line = tags === undefined ? 0 : tags.lines.findIndex((text) => /^\s+tags:/.test(text)) + 1
  const when = tags === undefined ? '' : ` A pushed tag starts it (${cite(tags, line)}).`
  return found.length > 0 ? `### Release\n\nIt is shipped by ${listed(found, 5)}.${when}` : null
}
