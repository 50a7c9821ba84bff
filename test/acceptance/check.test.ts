// `check` on the guide of the built product, as CI would use it: free, without a model, on whatever has changed since.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../repository/make-repository.ts'
import { type Ended, environmentFor, remove, run } from './cli.ts'
import { openWorkplace, type Workplace } from './workplace.ts'

interface Line {
  readonly type: 'finding' | 'check'
  readonly state?: 'moved' | 'broken'
  readonly file?: string
  readonly line?: number
  readonly reference?: string
  readonly now?: string | null
  readonly [more: string]: unknown
}

const linesOf = ({ stdout }: Ended): Line[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

const MODULE = 'src/parcel/record.py'

async function withGuide(): Promise<Workplace> {
  const place = await openWorkplace()
  expect((await place.nehemvix('run')).code).toBe(0)
  return place
}

const read = (place: Workplace, path: string) => readFileSync(join(place.repository.root, path), 'utf8')

test('a fresh guide holds, from the root, from the guide’s folder and from any other', async () => {
  const place = await withGuide()
  const summaries = []
  for (const directory of ['.', 'docs/guide', 'src/parcel']) {
    const ended = await place.nehemvix('check', directory)
    const [summary, ...more] = linesOf(ended)
    expect([ended.code, more]).toEqual([0, []])
    summaries.push(summary)
  }
  expect(summaries).toEqual(
    Array(3).fill(expect.objectContaining({ type: 'check', moved: 0, mended: 0, broken: [], hand_edited: [] })),
  )
  expect(summaries[0]?.references).toBe(summaries[0]?.grounded)
  expect(summaries[0]?.references).toBeGreaterThan(50)
  expect(await place.calls()).toBe(0)
})

test('an inserted line moves references, --fix mends them, and a second check holds', async () => {
  const place = await withGuide()
  place.repository.write(MODULE, `# One line more.\n${read(place, MODULE)}`)
  const moved = await place.nehemvix('check')
  const found = linesOf(moved).filter(({ type }) => type === 'finding')
  expect(moved.code).toBe(0)
  expect(found.length).toBeGreaterThan(0)
  for (const { state, file = '', line = 0, reference = '', now } of found) {
    const [, path, from, to] = /^(.+):(\d+)(?:-(\d+))?$/.exec(reference) ?? []
    // A long file that is cited as a whole stays one.
    const isWhole = from === '1' && Number(to) > 24
    const next = `${path}:${isWhole ? 1 : Number(from) + 1}${to === undefined ? '' : `-${Number(to) + 1}`}`
    expect([state, path, now]).toEqual(['moved', MODULE, next])
    expect(read(place, file).split('\n')[line - 1]).toContain(reference)
  }
  const fixed = await place.nehemvix('check', '--fix')
  expect([fixed.code, linesOf(fixed).at(-1)]).toEqual([0, expect.objectContaining({ moved: found.length, mended: found.length })])
  const again = await place.nehemvix('check')
  expect([again.code, linesOf(again)]).toEqual([0, [expect.objectContaining({ moved: 0, broken: [], hand_edited: [] })]])
  // The guide still counts as ours: a later run may write it anew.
  place.repository.git('commit', '--quiet', '--all', '--message', 'change')
  expect((await place.nehemvix('run')).code).toBe(0)
})

test('a deleted function is broken: exit 1, with the place in the guide and what was said', async () => {
  const place = await withGuide()
  const before = read(place, MODULE)
  const lines = before.split('\n')
  const start = lines.findIndex((line) => /^ {4}def /.test(line))
  const end = lines.findIndex((line, at) => at > start && /^ {4}def /.test(line))
  place.repository.write(MODULE, lines.toSpliced(start, (end === -1 ? lines.length : end) - start).join('\n'))
  const name = /def (\w+)/.exec(lines[start] ?? '')?.[1] ?? ''
  const guide = read(place, 'docs/guide/senior.md')
  place.repository.write(
    'docs/guide/senior.md',
    `${guide}\nSee \`${MODULE}:${start + 1}-${start + 4}\` and \`${MODULE}#${name}_gone\`.\n`,
  )
  const ended = await place.nehemvix('check')
  expect(ended.code).toBe(1)
  const broken = linesOf(ended).filter(({ state }) => state === 'broken')
  expect(broken.map(({ reference }) => reference)).toEqual(
    expect.arrayContaining([`${MODULE}:${start + 1}-${start + 4}`, `${MODULE}#${name}_gone`]),
  )
  const plain = await run(['check'], {
    cwd: place.repository.root,
    env: place.env,
    command: [process.execPath, '-e', textOnly()],
  })
  expect(plain.stdout).toContain(`docs/guide/senior.md:${guide.split('\n').length + 1}: ${MODULE}#${name}_gone does not exist`)
})

/** The tests' own runner always adds `--json`; people do not. */
function textOnly(): string {
  const cli = new URL('../../dist/lib/cli.mjs', import.meta.url).href
  return `process.argv = [process.argv[0], 'nehemvix', 'check']; import(${JSON.stringify(cli)})`
}

test('a deleted file of the guide is broken', async () => {
  const place = await withGuide()
  rmSync(join(place.repository.root, 'docs/guide/architect.md'))
  const ended = await place.nehemvix('check')
  expect([ended.code, linesOf(ended)[0]]).toEqual([
    1,
    expect.objectContaining({ file: 'docs/guide/README.md', reference: 'docs/guide/architect.md', now: null }),
  ])
})

test('a folder without Git is read as it lies, and its guide is checked', async () => {
  const folder = makeFolder()
  const env = environmentFor('http://127.0.0.1:9')
  onTestFinished(() => {
    for (const path of [folder, env.HOME ?? '']) remove(path)
  })
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, 'README.md'), '# Thing\n\nAdds numbers.\n')
  writeFileSync(join(folder, 'src/add.py'), 'def add(left, right):\n    """Adds two numbers."""\n    return left + right\n')
  const ran = await run(['run'], { cwd: folder, env })
  expect([ran.code, ran.result.status]).toEqual([0, 'completed'])
  expect(`${ran.stderr}${ran.stdout}`).toContain('is not in a Git repository: its files are read as they lie')
  expect((await run(['check'], { cwd: folder, env })).code).toBe(0)
  rmSync(join(folder, 'src/add.py'))
  expect((await run(['check'], { cwd: folder, env })).code).toBe(1)
})
