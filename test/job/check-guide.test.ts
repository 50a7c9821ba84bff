import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sectionsFor } from '../../src/guide/all-sections.ts'
import { hasHandEdits, sealFile } from '../../src/guide/digest.ts'
import { finishedLinks } from '../../src/guide/finished-links.ts'
import { groundSections } from '../../src/guide/grounding.ts'
import { citedIn, markLines, withLineMarks } from '../../src/guide/line-marks.ts'
import { renderGuide } from '../../src/guide/render.ts'
import { sectionKey } from '../../src/guide/section.ts'
import { wantedFacts } from '../../src/guide/tree-facts.ts'
import { checkGuide, type Finding } from '../../src/job/check-guide.ts'
import { openSource } from '../../src/repository/open-source.ts'
import { collectTreeFacts } from '../../src/repository/tree-facts.ts'

const TEXT = 'See `src/a.ts:3-5`, `src/a.ts#parse`, `src/`, [this](docs/x.md), `parse()` and `npm test`; `Invented` is not there.'

const SOURCE = `import { join } from 'node:path'

export function parse(text: string) {
  return join(text, 'parsed')
}

export function print(value: string) {
  return value.toUpperCase()
}
`

const GITHUB = 'https://github.com/o/r'

let root = ''
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'nehemvix-check-')))
  await put('src/a.ts', SOURCE)
  await put('docs/x.md', '# X\n')
  await put('package.json', '{"scripts": {"test": "vitest"}}\n')
  git('init', '-q')
  commit()
})
afterEach(async () => {
  await rm(root, { recursive: true, force: true })
})

async function put(path: string, text: string) {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

const read = (path: string) => readFile(join(root, path), 'utf8')

const git = (...args: string[]) =>
  execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args])
    .toString()
    .trim()

function commit(): string {
  git('add', '.')
  git('commit', '-qm', 'change')
  return git('rev-parse', 'HEAD')
}

/** Makes a real guide, as the pipeline would. */
async function putGuide(guidePath: string, webUrl: string | null, text = TEXT) {
  const source = await openSource({ directory: root })
  const sections = sectionsFor(['beginner']).map((section) => ({ section, markdown: text, model: 'm', whyMissing: null }))
  const facts = await collectTreeFacts(source, wantedFacts([text]))
  const grounding = groundSections(
    sections.map(({ section, markdown }) => ({ key: sectionKey(section), markdown })),
    facts,
  )
  const place = { repositoryName: 'r', commit: source.commit, isWorktree: source.isWorktree, webUrl, guidePath, language: 'en' }
  const nothing = { skipped: [], redacted: [], placeholders: [], languages: [], decoded: [], lineMarks: new Map() }
  const rest = { ...nothing, filesRead: 3, provenance: 'm', isOffline: false }
  source.close()
  for (const { path, text } of renderGuide({ ...place, ...rest, audiences: ['beginner'], sections, grounding }))
    await put(join(guidePath, path), text)
}

const check = (directory: string, options: { isFixing?: boolean; workingDirectory?: string } = {}) =>
  checkGuide({
    directory,
    isFixing: false,
    workingDirectory: root,
    environment: { XDG_CONFIG_HOME: join(root, 'none') },
    ...options,
  })

const told = ({ state, reference, now }: Finding) => [state, reference, now]

/** What is told of the first section. */
const first = (findings: readonly Finding[]) => findings.filter(({ section }) => section === 'beginner/what-it-is').map(told)

test.each([
  ['docs/guide', GITHUB],
  ['docs/guide', null],
  ['', null],
])('a fresh guide in %j with remote %j holds, and what is lost later is found', async (guidePath, webUrl) => {
  await putGuide(guidePath, webUrl)
  const directory = join(root, guidePath)
  const fresh = await check(directory)
  expect({ ...fresh, references: fresh.references > 0 }).toEqual({
    references: true,
    grounded: fresh.references,
    findings: [],
    handEdited: [],
  })

  await put('src/a.ts', 'export function read() {}\n')
  await rm(join(root, 'docs/x.md'))
  await put('package.json', '{}\n')
  const { findings, references, grounded } = await check(directory)
  expect(first(findings)).toEqual([
    ['broken', 'src/a.ts:3-5', 'src/a.ts has 1 line'],
    ['broken', 'src/a.ts#parse', null],
    ['broken', 'docs/x.md', null],
    ['broken', 'parse', null],
    ['broken', 'npm test', null],
  ])
  expect(references - grounded).toBe(findings.length)
})

test.each([
  ['relative links', null],
  ['permalinks', GITHUB],
])('an inserted line moves what is cited below it; --fix mends it in %s, and the next check holds', async (_, webUrl) => {
  await putGuide('docs/guide', webUrl)
  commit()
  await put('src/a.ts', `// A new line.\n${SOURCE}`)
  const moved = await check(root)
  expect(first(moved.findings)).toEqual([['moved', 'src/a.ts:3-5', 'src/a.ts:4-6']])
  expect(moved.findings.every(({ isMended }) => !isMended)).toBe(true)
  expect(await check(join(root, 'docs/guide'))).toEqual(moved)

  const fixed = await check(root, { isFixing: true })
  expect(fixed.findings).toEqual(moved.findings.map((finding) => ({ ...finding, isMended: true })))
  const after = await read('docs/guide/beginner.md')
  // Not committed: a permalink would lead to what is not there.
  expect(after).toContain('[`src/a.ts:4-6`](../../src/a.ts#L4-L6)')
  expect(after).not.toContain('src/a.ts:3-5')
  expect(hasHandEdits(after)).toBe('ours')
  expect(await check(root)).toMatchObject({ findings: [], handEdited: [], grounded: moved.grounded })

  const head = commit()
  expect((await check(root)).findings).toEqual([])
  await put('src/a.ts', `// One more.\n// A new line.\n${SOURCE}`)
  const next = commit()
  expect((await check(root, { isFixing: true })).findings.length).toBe(moved.findings.length)
  const again = await read('docs/guide/beginner.md')
  expect(again).toContain('[`src/a.ts:5-7`](../../src/a.ts#L5-L7)')
  expect(again).not.toMatch(new RegExp(`(?:blob|tree|commit)/(?:${head}|${next})`))
  expect((await check(root)).findings).toEqual([])
})

test('a mended file says up to where its references were followed, and that its text is as old as before', async () => {
  const made = git('rev-parse', 'HEAD')
  await putGuide('docs/guide', null)
  const index = await read('docs/guide/README.md')
  const originOf = async () => /^Made from .*$/m.exec(await read('docs/guide/beginner.md'))?.[0]
  const origin = await originOf()
  expect(origin).toBe(`Made from commit \`${made}\`. What was checked, and what was left out: [index](README.md).`)

  await put('src/a.ts', `// A new line.\n${SOURCE}`)
  await check(root, { isFixing: true })
  const tail = 'the text was not written anew.'
  expect(await originOf()).toBe(
    `${origin} References that moved since then were followed to files that were not committed yet; ${tail}`,
  )
  await put('src/a.ts', `// One more.\n// A new line.\n${SOURCE}`)
  const head = commit()
  await check(root, { isFixing: true })
  const followed = `${origin} References that moved since then were followed to commit \`${head}\`; ${tail}`
  expect(await originOf()).toBe(followed)
  // What has nothing to mend is not written.
  await put('other.ts', 'export {}\n')
  commit()
  await check(root, { isFixing: true })
  expect([await originOf(), await read('docs/guide/README.md')]).toEqual([followed, index])
  expect(hasHandEdits(await read('docs/guide/beginner.md'))).toBe('ours')
})

test('where the change is committed, a permalink is mended to one', async () => {
  await putGuide('docs/guide', GITHUB)
  await put('src/a.ts', `// A new line.\n${SOURCE}`)
  const head = commit()
  await check(root, { isFixing: true })
  const after = await read('docs/guide/beginner.md')
  expect(after).toContain(`[\`src/a.ts:4-6\`](${GITHUB}/blob/${head}/src/a.ts#L4-L6)`)
  expect((await check(root)).findings).toEqual([])
})

test('a deleted function is broken, and --fix leaves it as it is', async () => {
  await putGuide('docs/guide', null)
  await put('src/a.ts', SOURCE.replace(/export function parse[\s\S]*?\n}\n\n/, ''))
  const before = await read('docs/guide/beginner.md')
  const { findings } = await check(root, { isFixing: true })
  expect(first(findings)).toEqual([
    ['broken', 'src/a.ts:3-5', null],
    ['broken', 'src/a.ts#parse', null],
    ['broken', 'parse', null],
  ])
  expect(findings.filter(({ isRewritten }) => isRewritten).length).toBe(findings.length / 3)
  expect(await read('docs/guide/beginner.md')).toBe(before)
})

test.each(['committed', 'not committed'])('a file that was renamed, %s, is where its name leads', async (how) => {
  await putGuide('docs/guide', GITHUB)
  commit()
  await mkdir(join(root, 'lib'))
  await rename(join(root, 'src/a.ts'), join(root, 'lib/b.ts'))
  if (how === 'committed') {
    await put('lib/b.ts', `// A new line.\n${SOURCE}`)
    commit()
  }
  const { findings } = await check(root, { isFixing: true })
  const lines = how === 'committed' ? '4-6' : '3-5'
  expect(first(findings)).toEqual([
    ['moved', 'src/a.ts:3-5', `lib/b.ts:${lines}`],
    ['moved', 'src/a.ts', 'lib/b.ts'],
    ['moved', 'src/a.ts#parse', 'lib/b.ts#parse'],
    ['broken', 'src/', null],
  ])
  expect(first((await check(root)).findings)).toEqual([['broken', 'src/', null]])
})

test('fifty right references: none is flagged, also after much has changed elsewhere', async () => {
  const functions = Array.from({ length: 50 }, (_, at) => `export function step${at}(value) {\n  return value + ${at}\n}\n`)
  await put('src/steps.ts', functions.join('\n'))
  commit()
  const cited = functions.map((_, at) => `\`src/steps.ts:${at * 4 + 1}-${at * 4 + 3}\``)
  await putGuide('docs/guide', GITHUB, `All of them: ${cited.join(', ')}.`)
  expect(await check(root)).toMatchObject({ findings: [], references: 350 })
  await put('src/a.ts', 'export const other = 1\n')
  await put('src/steps.ts', `${functions.join('\n')}\nexport const last = 1\n`)
  commit()
  expect(await check(root)).toMatchObject({ findings: [], references: 350, grounded: 350 })
})

test('a guide in a clone that lacks its commit is checked by what exists', async () => {
  await putGuide('docs/guide', null)
  commit()
  const clone = join(root, 'clone')
  git('clone', '-q', '--depth', '1', `file://${root}`, clone)
  await writeFile(join(clone, 'src/a.ts'), '// one line\n')
  const { findings } = await check(clone)
  expect(first(findings).slice(0, 1)).toEqual([['broken', 'src/a.ts:3-5', 'src/a.ts has 1 line']])
})

test('with marks in the guide lines are found again in a clone that lacks its commit', async () => {
  await putGuide('docs/guide', null)
  const [sealed = '', ...body] = (await read('docs/guide/beginner.md')).split('\n')
  const marks = citedIn(body.join('\n'), new Map([['src/a.ts', markLines(SOURCE)]]), finishedLinks('docs/guide'))
  await put('docs/guide/beginner.md', sealFile(withLineMarks(body.join('\n'), marks)))
  expect([hasHandEdits(sealed), [...marks.keys()]]).toEqual(['edited', ['src/a.ts:3-5']])
  commit()
  const clone = join(root, 'clone')
  git('clone', '-q', '--depth', '1', `file://${root}`, clone)
  expect((await check(clone)).findings).toEqual([])
  await writeFile(join(clone, 'src/a.ts'), `\n${SOURCE.replace("'parsed'", "'read'")}`)
  expect(first((await check(clone)).findings)).toEqual([['moved', 'src/a.ts:3-5', 'src/a.ts:4-6']])
  await check(clone, { isFixing: true })
  expect(await check(clone)).toMatchObject({ findings: [], handEdited: [] })
  await writeFile(join(clone, 'src/a.ts'), SOURCE.replace(/export function parse[\s\S]*?\n}\n\n/, ''))
  expect(first((await check(clone)).findings)[0]).toEqual(['broken', 'src/a.ts:4-6', 'src/a.ts has 5 lines'])
})

test('a deleted file of the guide is told where it is linked', async () => {
  await putGuide('docs/guide', null)
  const index = await read('docs/guide/README.md')
  await rm(join(root, 'docs/guide/beginner.md'))
  const { findings } = await check(root)
  expect(findings).toEqual([
    expect.objectContaining({
      state: 'broken',
      file: 'docs/guide/README.md',
      line: index.split('\n').findIndex((line) => line.includes('(beginner.md)')) + 1,
      reference: 'docs/guide/beginner.md',
      now: null,
    }),
  ])
  await putGuide('docs/guide', null)
  await rm(join(root, 'docs/guide/README.md'))
  expect((await check(root)).findings.map(({ file, reference }) => [file, reference])).toEqual([
    ['docs/guide/beginner.md', 'docs/guide/README.md'],
  ])
  // What is no file of its own may lead anywhere.
  await symlink('/etc/hostname', join(root, 'docs/guide/README.md'))
  expect((await check(root)).findings.length).toBe(1)
})

test('all of a file is read, above the first section too, and a hand edit is told', async () => {
  await putGuide('docs/guide', null)
  const fresh = await read('docs/guide/beginner.md')
  const lines = fresh.split('\n')
  const edited = [
    ...lines.slice(0, 2),
    '',
    'Mine: `src/lost.ts`.',
    ...lines.slice(2),
    '[up](../x.md), [out](../../../etc/passwd), [index](README.md#all).',
    '',
  ]
  await put('docs/guide/beginner.md', edited.join('\n'))
  const { findings, handEdited } = await check(root)
  expect(handEdited).toEqual(['beginner.md'])
  expect(findings.map(({ line, section, reference }) => [line, section, reference])).toEqual([
    [4, null, 'src/lost.ts'],
    [edited.length - 1, 'beginner/first-change', '../etc/passwd'],
  ])
})

test('a file edited by hand is mended and stays one; line ends stay as they are', async () => {
  await putGuide('docs/guide', null)
  const mine = `${await read('docs/guide/beginner.md')}\nMine: [the parser](../../src/a.ts#L3-L5), [again][it].\n\n[it]: ../../src/a.ts#L3\n`
  await put('docs/guide/beginner.md', mine.replaceAll('\n', '\r\n'))
  commit()
  await put('src/a.ts', `\n\n${SOURCE}`)
  await check(root, { isFixing: true })
  const after = await read('docs/guide/beginner.md')
  expect(after.replaceAll('\r\n', '')).not.toContain('\n')
  expect(after).toContain('Mine: [the parser](../../src/a.ts#L5-L7), [again][it].\r\n\r\n[it]: ../../src/a.ts#L5\r\n')
  expect(hasHandEdits(after)).toBe('edited')
  expect((await check(root)).findings).toEqual([])
})

test('the configured place is where the repository’s guide is looked for', async () => {
  await put('.github/nehemvix.yml', 'guide: {path: handbook}\n')
  await putGuide('handbook', null)
  await put('src/a.ts', '')
  expect((await check(join(root, 'src'))).findings[0]).toMatchObject({ file: 'handbook/beginner.md' })
})

test('a guide outside of the repository is checked against the one that the command runs in', async () => {
  await putGuide('docs/guide', GITHUB)
  const outside = await realpath(await mkdtemp(join(tmpdir(), 'nehemvix-outside-')))
  try {
    for (const name of ['README.md', 'beginner.md']) await writeFile(join(outside, name), await read(join('docs/guide', name)))
    await rm(join(root, 'docs/guide'), { recursive: true })
    await rm(join(root, 'docs/x.md'))
    const { findings } = await check(outside)
    expect(findings.map(({ file, reference }) => [file, reference])).toEqual(Array(7).fill(['beginner.md', 'docs/x.md']))
  } finally {
    await rm(outside, { recursive: true })
  }
})

test('a folder without Git is checked as well, by its guide’s folder and by its own', async () => {
  await putGuide('docs/guide', null)
  await rm(join(root, '.git'), { recursive: true })
  await rm(join(root, 'docs/x.md'))
  for (const directory of [root, join(root, 'docs/guide')]) {
    expect((await check(directory)).findings.map(({ reference }) => reference)).toEqual(Array(7).fill('docs/x.md'))
  }
})

test('where no guide of ours is, that is said', async () => {
  await put('docs/guide/README.md', '# Mine\n')
  const refusal = { name: 'Refusal', next: expect.stringContaining('nehemvix run') }
  for (const directory of [root, join(root, 'docs/guide')]) await expect(check(directory)).rejects.toMatchObject(refusal)
  await expect(check(join(root, 'nowhere'))).rejects.toMatchObject({ name: 'Refusal' })
})
