import type { CodeBlock, Paragraph } from '../../outline/prose.ts'
import { saysSomething } from '../../outline/prose.ts'
import { cite, escapeProse, fence, told } from './markdown-text.ts'
import type { Material, ReadFile } from './material.ts'

const SHELL = /^(?:sh|bash|shell|console|zsh|shell-session|text|terminal|prompt|powershell|)$/
const COMMAND_LINE =
  /^(?:\$ |> )?(?:npm|npx|pnpm|yarn|pip|pip3|pipx|uv|uvx|poetry|python3?|node|deno|bun|cargo|rustup|go|make|just|docker|podman|git|brew|apt|apt-get|gem|bundle|composer|php|mvn|gradle|\.\/\S+|cmake|curl|dotnet|tox|pytest|nox|conda|helm|kubectl)\b/

/** The project's own first words on itself, and where they stand. */
export function ownWords(material: Material, most = 420): { text: string; place: string } | null {
  const file = material.readme ?? material.docs.find(({ kind }) => kind === 'docs') ?? null
  const paragraphs = file?.prose?.paragraphs ?? []
  const start = paragraphs.findIndex(saysSomething)
  const first = paragraphs[start]
  if (file === null || first === undefined) return null
  const second = paragraphs[start + 1]
  const both =
    second !== undefined &&
    saysSomething(second) &&
    second.firstLine - first.lastLine <= 2 &&
    !/:$/.test(second.text) &&
    first.text.length + second.text.length < most
  return {
    text: told(both ? `${first.text} ${second.text}` : first.text, most),
    place: cite(file, first.firstLine, both ? second.lastLine : first.lastLine),
  }
}

export interface Example {
  readonly file: ReadFile
  readonly block: CodeBlock
  /** The heading it stands under. */
  readonly heading: string | null
  /** What the prose right before it says. */
  readonly lead: string | null
  readonly place: string
  readonly text: string
}

const DATA =
  /^(?:toml|json|ya?ml|ini|xml|text|txt|diff|html|css|gradle|groovy|kts|dockerfile|makefile|properties|sh|bash|shell|zsh|console|shell-session|terminal|)$/

/** Shows data or settings, not a use. */
export const isData = ({ block }: Example): boolean => DATA.test(block.language)

/** Code blocks of README and docs that are code (not commands), as they stand, with what introduces them; those of data last. */
export function codeExamples(material: Material): readonly Example[] {
  const all = blocksOf(
    material,
    (block) => !isShellBlock(block) && block.language !== 'mermaid' && block.lines.length >= 2 && block.lines.length <= 30,
  )
  return [...all.filter((example) => !isData(example)), ...all.filter(isData)]
}

/** Code blocks that hold commands to type. */
export function shellExamples(material: Material): readonly Example[] {
  return blocksOf(material, (block) => isShellBlock(block) && block.lines.length <= 15)
}

function blocksOf(material: Material, accept: (block: CodeBlock) => boolean): readonly Example[] {
  const files = [...material.docs].sort((a, b) => Number(b.kind === 'readme') - Number(a.kind === 'readme'))
  return files.flatMap((file) =>
    (file.prose?.codeBlocks ?? []).filter(accept).flatMap((block) => {
      const text = fence(isShellBlock(block) ? 'sh' : block.language, block.lines)
      if (text === null) return []
      return [
        {
          file,
          block,
          heading: headingAt(file, block.firstLine),
          lead: leadOf(file, block),
          place: cite(file, block.firstLine, block.lastLine),
          text,
        },
      ]
    }),
  )
}

function headingAt(file: ReadFile, line: number): string | null {
  return file.outline.headings.findLast((heading) => heading.line < line)?.title ?? null
}

function isShellBlock(block: CodeBlock): boolean {
  if (!SHELL.test(block.language)) return false
  const lines = block.lines.filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
  return lines.length > 0 && lines.filter((line) => COMMAND_LINE.test(line.trim())).length >= lines.length / 2
}

function leadOf(file: ReadFile, block: CodeBlock): string | null {
  const before = file.prose?.paragraphs.filter((paragraph) => paragraph.lastLine < block.firstLine).at(-1)
  if (before === undefined || block.firstLine - before.lastLine > 4 || before.text.length < 15) return null
  return told(before.text, 200)
}

const USES = /feature|use case|example use|why|highlight|benefit|what (?:it|you|is|does)|offers|capabilit|when to/i

/** List items under headings that promise uses or features, or before the first heading below the title; README first. */
export function listItems(material: Material, most: number): readonly { text: string; file: ReadFile; paragraph: Paragraph }[] {
  return material.docs
    .filter(({ kind }) => kind === 'readme' || kind === 'docs')
    .flatMap((file) => {
      const firstPart = file.outline.headings.filter(({ level }) => level > 1)[0]?.line ?? 0
      return (file.prose?.paragraphs ?? [])
        .filter(({ isItem, text }) => isItem && text.length >= 25 && !/^https?:/.test(text))
        .filter(({ firstLine }) => firstLine < firstPart || USES.test(headingAt(file, firstLine) ?? ''))
        .map((paragraph) => ({ text: told(paragraph.text, 260), file, paragraph }))
    })
    .slice(0, most)
}

/** The newest release in the changelog: its title and its items. */
export function newestChanges(
  material: Material,
  most: number,
): { title: string; items: readonly string[]; place: string } | null {
  // One of a part or an example tells nothing of the whole.
  const file = material.files.find(({ kind, path }) => kind === 'changelog' && /^(?:docs?\/)?[^/]+$/.test(path))
  const headings = file?.outline.headings ?? []
  if (file === undefined || file.prose === null) return null
  for (const [index, heading] of headings.entries()) {
    const next = headings[index + 1]?.line ?? file.lines.length + 1
    const items = file.prose.paragraphs.filter(({ isItem, firstLine }) => isItem && firstLine > heading.line && firstLine < next)
    if (items.length === 0) continue
    const title = headings.slice(0, index + 1).findLast((candidate) => /\d|unreleased/i.test(candidate.title)) ?? heading
    if (isOutdated(material, title.title, headings)) return null
    const shown = items.slice(0, most)
    return {
      title: escapeProse(title.title.replace(/[[\]]/g, '')),
      items: shown.map((item) => `${told(item.text, 200)} (${cite(file, item.firstLine, item.lastLine)})`),
      place: cite(file, title.line, shown.at(-1)?.lastLine ?? heading.line),
    }
  }
  return null
}

/** Whether the manifest stands at a later version, or the changelog itself knows one: then it is not the newest. */
function isOutdated(material: Material, title: string, headings: readonly { readonly title: string }[]): boolean {
  const told = versionIn(title)
  if (told === null) return false
  const stated = material.manifests.flatMap(({ kind, manifest }) =>
    kind === 'manifest' && manifest.version !== null ? [manifest.version.text] : [],
  )
  const others = headings.map((heading) => heading.title).filter((text) => /^(?:version\s+|v|\[)?\d+\.\d/i.test(text))
  return [...stated, ...others].some((text) => isLater(versionIn(text), told))
}

function versionIn(text: string): readonly number[] | null {
  const parts = /(?<![\w.])v?(\d+(?:\.\d+)+)/.exec(text)?.[1]
  return parts?.split('.').map(Number) ?? null
}

function isLater(version: readonly number[] | null, than: readonly number[]): boolean {
  if (version === null) return false
  for (let at = 0; at < Math.max(version.length, than.length); at++) {
    const difference = (version[at] ?? 0) - (than[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}
