import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sectionsFor } from '../../src/guide/all-sections.ts'
import { groundSections } from '../../src/guide/grounding.ts'
import { renderGuide } from '../../src/guide/render.ts'
import { sectionKey } from '../../src/guide/section.ts'
import { wantedFacts } from '../../src/guide/tree-facts.ts'
import { checkGuide } from '../../src/job/check-guide.ts'
import { openSource } from '../../src/repository/open-source.ts'
import { collectTreeFacts } from '../../src/repository/tree-facts.ts'

const TEXT = 'See `src/a.ts:1-2`, `src/a.ts#parse`, `src/`, [this](docs/x.md), `parse()` and `npm test`; `Invented` is not there.'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'nehemvix-check-'))
  await put('src/a.ts', 'export function parse() {\n}\n')
  await put('docs/x.md', '# X\n')
  await put('package.json', '{"scripts": {"test": "vitest"}}\n')
  execFileSync('git', ['init', '-q', root])
  execFileSync('git', ['-C', root, 'add', '.'])
  execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qm', 'start'])
})
afterEach(async () => {
  await rm(root, { recursive: true, force: true })
})

async function put(path: string, text: string) {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

/** Makes a real guide, as the pipeline would. */
async function putGuide(guidePath: string, webUrl: string | null) {
  const source = await openSource({ directory: root })
  const sections = sectionsFor(['beginner']).map((section) => ({ section, markdown: TEXT, model: 'm', whyMissing: null }))
  const facts = await collectTreeFacts(source, wantedFacts([TEXT]))
  const grounding = groundSections(
    sections.map(({ section, markdown }) => ({ key: sectionKey(section), markdown })),
    facts,
  )
  const place = { repositoryName: 'r', commit: source.commit, isWorktree: false, webUrl, guidePath, language: 'en' }
  const rest = { skipped: [], redacted: [], placeholders: [], filesRead: 3, provenance: 'm', isOffline: false }
  source.close()
  for (const { path, text } of renderGuide({ ...place, ...rest, audiences: ['beginner'], sections, grounding }))
    await put(join(guidePath, path), text)
}

test.each([
  ['docs/guide', 'https://github.com/o/r'],
  ['docs/guide', null],
  ['', null],
])('a fresh guide in %j with remote %j holds, and what is lost later is found', async (guidePath, webUrl) => {
  await putGuide(guidePath, webUrl)
  const directory = join(root, guidePath)
  const fresh = await checkGuide(directory)
  expect({ ...fresh, references: fresh.references > 0 }).toEqual({
    references: true,
    grounded: fresh.references,
    broken: [],
    handEdited: [],
  })

  await put('src/a.ts', 'export function read() {}\n')
  await rm(join(root, 'docs/x.md'))
  await put('package.json', '{}\n')
  const { broken } = await checkGuide(directory)
  const first = broken.filter((reference) => reference.sectionKey === 'beginner/what-it-is').map(({ reference }) => reference)
  expect(new Set(first)).toEqual(
    new Set([
      { kind: 'lines', path: 'src/a.ts', from: 1, to: 2 },
      { kind: 'path-symbol', path: 'src/a.ts', symbol: 'parse' },
      { kind: 'path', path: 'docs/x.md' },
      { kind: 'symbol', symbol: 'parse' },
      { kind: 'command', command: 'npm test' },
    ]),
  )
})

test('a hand edit is told, and its references are checked too', async () => {
  await putGuide('docs/guide', null)
  const file = join(root, 'docs/guide/beginner.md')
  await writeFile(
    file,
    `${await readFile(file, 'utf8')}\nMine: \`src/gone.ts\`, [up](../x.md), [out](../../../etc/passwd), [index](README.md).\n`,
  )
  const { broken, handEdited } = await checkGuide(join(root, 'docs/guide'))
  expect(handEdited).toEqual(['beginner.md'])
  expect(broken.map(({ reference }) => reference)).toEqual([
    { kind: 'path', path: 'src/gone.ts' },
    { kind: 'path', path: '../etc/passwd' },
  ])
})

test('a guide outside of the repository is checked against the one that is named', async () => {
  await putGuide('docs/guide', 'https://github.com/o/r')
  const outside = await mkdtemp(join(tmpdir(), 'nehemvix-outside-'))
  try {
    for (const name of ['README.md', 'beginner.md'])
      await writeFile(join(outside, name), await readFile(join(root, 'docs/guide', name)))
    await rm(join(root, 'docs/guide'), { recursive: true })
    await rm(join(root, 'docs/x.md'))
    const { broken } = await checkGuide(outside, root)
    expect(broken).toHaveLength(7)
  } finally {
    await rm(outside, { recursive: true })
  }
})

test('where no guide of ours is, that is said', async () => {
  await put('docs/guide/README.md', '# Mine\n')
  await expect(checkGuide(join(root, 'docs/guide'))).rejects.toMatchObject({ name: 'Refusal', next: 'nehemvix run' })
  await expect(checkGuide(join(root, 'nowhere'))).rejects.toMatchObject({ name: 'Refusal' })
})
