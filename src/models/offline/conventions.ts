import { bullets, cite, code, escapeProse, listed, told } from './markdown-text.ts'
import type { Material } from './material.ts'

/** Rules that configuration and contribution files of the evidence set, each with its lines. */
export function conventions(material: Material, most: number): readonly string[] {
  return [
    ...hooks(material),
    ...editorRules(material),
    ...tools(material),
    ...linters(material),
    ...strictness(material),
    ...contributionRules(material),
  ].slice(0, most)
}

function hooks(material: Material): readonly string[] {
  const file = material.files.find(({ path }) => path.endsWith('.pre-commit-config.yaml'))
  if (file === undefined) return []
  const ids = file.lines.flatMap((line, index) => {
    const id = /^\s*-\s*id:\s*([\w-]+)/.exec(line)?.[1]
    return id === undefined ? [] : [{ id, line: index + 1 }]
  })
  const first = ids[0]
  const last = ids.at(-1)
  if (first === undefined || last === undefined) return []
  return [`Hooks run before each commit: ${listed(ids.map(({ id }) => escapeProse(id)))} (${cite(file, first.line, last.line)}).`]
}

function editorRules(material: Material): readonly string[] {
  const file = material.files.find(({ path }) => path.endsWith('.editorconfig'))
  if (file === undefined) return []
  const found: { heading: string; text: string; line: number }[] = []
  let heading = '*'
  for (const [index, line] of file.lines.entries()) {
    heading = /^\[(.+)\]/.exec(line)?.[1] ?? heading
    if (/^(?:indent_style|indent_size|max_line_length|end_of_line|charset)\s*=/.test(line))
      found.push({ heading, text: line.replace(/\s*=\s*/, ' ').replace(/_/g, ' '), line: index + 1 })
  }
  // Each heading has rules of its own: the one with most of them is told.
  const [most] = [...Map.groupBy(found, (rule) => rule.heading)].sort((a, b) => b[1].length - a[1].length)
  const [first, last] = [most?.[1][0], most?.[1].at(-1)]
  if (most === undefined || first === undefined || last === undefined) return []
  const files = most[0] === '*' ? 'Files' : `Files that match ${code(most[0])}`
  return [
    `${files} are written with ${listed(most[1].map(({ text }) => escapeProse(text)))} (${cite(file, first.line, last.line)}).`,
  ]
}

function tools(material: Material): readonly string[] {
  return material.manifests.flatMap((file) => {
    const named = file.manifest.tools
    const [first, last] = [named[0], named.at(-1)]
    if (first === undefined || last === undefined) return []
    return [
      `${code(file.path)} configures ${listed(named.map(({ text, line }) => `${escapeProse(text)} (${cite(file, line)})`))}.`,
    ]
  })
}

const LINTERS =
  /(?:^|\/)\.?(eslint|golangci|rubocop|prettier|biome|stylelint|flake8|pylint|rustfmt|clippy|clang-format|clang-tidy|tsconfig|ruff|mypy)(?![\w.-]*ignore$)[\w.-]*$/

/** Configuration of a checker or formatter of its own file. */
function linters(material: Material): readonly string[] {
  return material.files.flatMap((file) => {
    const tool = LINTERS.exec(file.path)?.[1]
    return tool === undefined
      ? []
      : [
          `What ${tool === 'tsconfig' ? 'the TypeScript compiler' : tool} demands is set in ${code(file.path)} (${cite(file, 1, file.lines.length)}).`,
        ]
  })
}

const STRICT =
  /^\s*"?(strict|warnings-as-errors|filterwarnings|noUnusedLocals|noUncheckedIndexedAccess|typeCheckingMode|warn_unused_ignores|select)"?\s*[:=]\s*(.*?),?\s*$/

function strictness(material: Material): readonly string[] {
  const found: string[] = []
  for (const file of material.files) {
    if (!/\.(?:toml|json|cfg|ini)$/.test(file.path)) continue
    for (const [index, line] of file.lines.entries()) {
      const match = STRICT.exec(line)
      if (match?.[1] === undefined || found.length >= 3) continue
      const value = (match[2] ?? '').replace(/[[\]"]/g, '').trim()
      if (value === '') continue
      found.push(`${escapeProse(match[1])} is set${value === '' ? '' : ` to ${escapeProse(value)}`} (${cite(file, index + 1)}).`)
    }
  }
  return found
}

function contributionRules(material: Material): readonly string[] {
  return material.files
    .filter(({ kind, prose }) => kind === 'contributing' && prose !== null)
    .flatMap((file) =>
      (file.prose?.paragraphs ?? [])
        .filter(
          ({ text }) => text.length >= 30 && /\b(?:must|should|please|add|run|ensure|test|use|never|always|follow)\b/i.test(text),
        )
        .map(({ text, firstLine, lastLine }) => `${told(text, 180)} (${cite(file, firstLine, lastLine)})`),
    )
    .slice(0, 5)
}

export function conventionList(material: Material, most: number): string | null {
  const found = conventions(material, most)
  return found.length === 0 ? null : bullets(found)
}
