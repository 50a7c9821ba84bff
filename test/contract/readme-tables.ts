// `npm run docs`: the README's tables of the Action's inputs and outputs, made from action.yml. They stand between markers.
import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'

const README = new URL('../../README.md', import.meta.url)
const ACTION = new URL('../../action.yml', import.meta.url)

interface Described {
  readonly description: string
  readonly default?: string
}

interface ActionFile {
  readonly inputs: Readonly<Record<string, Described>>
  readonly outputs: Readonly<Record<string, Described>>
}

/** The README with its tables as action.yml has them. Throws where a marker is missing. */
export function fillTables(readme: string, { inputs, outputs }: ActionFile): string {
  const rowsOf = (described: ActionFile['inputs']) => Object.entries(described)
  const inputTable = [
    ['input', 'means', 'default'],
    ...rowsOf(inputs).map(([name, one]) => [code(name), one.description, one.default ? code(one.default) : '']),
  ]
  const outputTable = [['output', 'means'], ...rowsOf(outputs).map(([name, one]) => [code(name), one.description])]
  return fillIn(fillIn(readme, 'inputs', inputTable), 'outputs', outputTable)
}

function fillIn(readme: string, name: string, rows: readonly (readonly string[])[]): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [readme.indexOf(open), readme.indexOf(close)]
  if (from < 0 || to < from) throw new Error(`README.md has no ${open} … ${close}`)
  return `${readme.slice(0, from + open.length)}\n\n${table(rows)}\n\n${readme.slice(to)}`
}

/** Columns are as wide as their widest cell, as the formatter wants them. */
function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')))
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)))
  const [first = '', ...others] = lines.map((cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`)
  return [first, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...others].join('\n')
}

const code = (text: string): string => `\`${text}\``

export const readReadme = (): string => readFileSync(README, 'utf8')
export const readActionFile = (): ActionFile => parse(readFileSync(ACTION, 'utf8'))

if (import.meta.main) writeFileSync(README, fillTables(readReadme(), readActionFile()))
