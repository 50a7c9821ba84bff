// The table of ARCHITECTURE.md, held: which folder may import which, and a few places that have one owner.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = new URL('../../src/', import.meta.url).pathname

/** A folder -> the folders it may import besides itself. `vocabulary.ts` and `refusal.ts` are free for all. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  cli: ['job', 'pipeline', 'guide', 'models', 'money'],
  action: ['app', 'commands', 'github', 'job', 'pipeline', 'guide', 'models', 'money', 'repository', 'store'],
  app: ['commands', 'github', 'job', 'models'],
  commands: ['github', 'job', 'models', 'money'],
  github: ['markdown'],
  job: ['pipeline', 'prompts', 'guide', 'models', 'money', 'repository', 'store'],
  pipeline: ['prompts', 'guide', 'models', 'money', 'outline', 'repository', 'store', 'syntax'],
  prompts: ['guide', 'models'],
  guide: ['markdown', 'outline'],
  models: ['outline'],
  markdown: [],
  money: [],
  outline: [],
  syntax: ['outline'],
  repository: [],
  store: [],
}

/** Type-only imports that cross the table: shapes that two folders share. */
const ALLOWED_TYPES: Readonly<Record<string, readonly string[]>> = { guide: ['models', 'repository'] }

interface Import {
  readonly from: string
  readonly to: string
  readonly isType: boolean
}

const files = globSync('**/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.d.ts'))
  .sort()

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

function importsOf(file: string): Import[] {
  const found = textOf(file).matchAll(/(import|export)\s+(type\s+)?[^;'"]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/g)
  return [...found].map((match) => ({
    from: file,
    to: relative(ROOT, join(ROOT, dirname(file), match[3] ?? match[4] ?? '')),
    isType: match[2] !== undefined || /^import \{ (type [^,}]+,? ?)+\}/.test(match[0]),
  }))
}

const folderOf = (file: string): string => (file.includes('/') ? (file.split('/')[0] as string) : '')

test('every import obeys the table', () => {
  const broken = files.flatMap(importsOf).filter(({ from, to, isType }) => {
    const [folder, other] = [folderOf(from), folderOf(to)]
    if (other === '' || other === folder) return false
    return !(ALLOWED[folder]?.includes(other) || (isType && ALLOWED_TYPES[folder]?.includes(other)))
  })
  expect(broken.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
})

test('there is no import cycle', () => {
  const graph = new Map(
    files.map((file) => [
      file,
      importsOf(file)
        .filter((one) => !one.isType)
        .map((one) => one.to),
    ]),
  )
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '))
    if (path.includes(file) || done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  expect(cycles).toEqual([])
})

const using = (pattern: RegExp): string[] => files.filter((file) => pattern.test(textOf(file)))

test('only call-model.ts calls a model', () => {
  expect(using(/model\.send\(/)).toEqual(['pipeline/call-model.ts'])
})

test('only the graph knows LangGraph', () => {
  expect(using(/from '@langchain/)).toEqual(['pipeline/graph.ts', 'pipeline/state.ts'])
})

test('guide, money, prompts and outline do no I/O', () => {
  const pure = files.filter((file) => ['guide', 'money', 'prompts', 'outline'].includes(folderOf(file)))
  expect(pure.filter((file) => /from 'node:(fs|net|http|child_process|os)/.test(textOf(file)))).toEqual([])
})

test('no file of the sources has more than 300 lines', () => {
  expect(files.filter((file) => textOf(file).split('\n').length > 301)).toEqual([])
})
