// What is known of a content is not read again, and tells the same.
import { rmSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { readFiles } from '../../src/pipeline/file-readings.ts'
import { openKnownSelection } from '../../src/pipeline/known-selection.ts'
import { startReadAhead } from '../../src/pipeline/read-ahead.ts'
import { openSource } from '../../src/repository/open-source.ts'
import type { KeyedSelection } from '../../src/repository/selection.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { makeFolder, makeRepository } from '../repository/make-repository.ts'
import { makeStore } from '../store/make-store.ts'

const MARK = { kind: 'skipped', skip: { reason: 'binary', detail: 'as before' } } as const

const FILES = {
  'README.md': '# Box\n\nKeeps things in order.\n',
  'src/box.ts': 'export function open(): void {}\n',
  'src/word.txt': 'word\n',
  'empty.ts': '',
  'data.x': 'a\0b',
}

function repositoryOf(files: Readonly<Record<string, string>>) {
  const repository = makeRepository()
  onTestFinished(repository.remove)
  repository.commit(files)
  return repository
}

it('reads each content once: the second time there is nothing to read', async () => {
  const repository = repositoryOf(FILES)
  const store = makeStore()
  const source = await openSource({ directory: repository.root })
  onTestFinished(source.close)
  const first = await readFiles(store, source, source.files)
  const fail = () => expect.fail('it was read again')
  const unread = { ...source, readText: fail, readTexts: fail }
  expect(await readFiles(store, unread, source.files)).toEqual(first)
  const byPath = Object.fromEntries(source.files.map(({ path }, index) => [path, first[index]]))
  expect(byPath['src/word.txt']).toMatchObject({ trivialText: 'Holds only: word' })
  expect(byPath['empty.ts']).toMatchObject({ trivialText: 'Empty.', facts: null })
  expect(byPath['src/box.ts']).toMatchObject({ redactions: 0, trivialText: null, facts: { publicSymbols: 1, isCode: true } })
})

it('reads nothing twice the first time: what was read while the files were chosen is told by then', async () => {
  const repository = repositoryOf({
    ...FILES,
    'src/box.py': 'class Box:\n    pass\n',
    'key.py': 'token = "3f9a8c71d0b24e65a1c7f08e9d3b6a52"\n',
  })
  const ahead = startReadAhead()
  const [store, plain] = [makeStore(), makeStore()]
  const looked: unknown[] = []
  const source = await openSource({ directory: repository.root, reader: ahead, onLooked: (files) => looked.push(files) })
  onTestFinished(source.close)
  const fail = () => expect.fail('it was read again')
  const readings = await readFiles(store, { ...source, readText: fail, readTexts: fail }, source.files, ahead)
  // Code is looked at first.
  expect(looked).toEqual([
    { done: 4, total: 7 },
    { done: 7, total: 7 },
  ])
  expect(readings).toEqual(await readFiles(plain, source, source.files))
  for (const table of ['memories', 'outlines']) {
    const rows = (of: Store) => of.sql(`SELECT * FROM ${table} ORDER BY 1, 2`).all()
    expect(rows(store)).toEqual(rows(plain))
    expect(rows(store)).not.toEqual([])
  }
})

it('reads the same content anew under another name', async () => {
  const store = makeStore()
  const text = 'token = "3f9a8c71d0b24e65a1c7f08e9d3b6a52"\n'
  const source = await openSource({ directory: repositoryOf({ 'a.ts': text, 'b.py': text }).root })
  onTestFinished(source.close)
  const [a, b] = await readFiles(store, source, source.files)
  expect([a?.facts?.path, b?.facts?.path]).toEqual(['a.ts', 'b.py'])
  expect(a?.redactions).toBe(1)
})

it('chooses what is read out of the state, until the content, its attributes or the scope change', async () => {
  const repository = repositoryOf(FILES)
  const state = makeFolder()
  onTestFinished(() => rmSync(state, { recursive: true, force: true }))
  const openWith = async (scope: { include?: string[] } = {}) => {
    const memory = openKnownSelection(state)
    const last = memory.last()
    let isNoted = false
    const note: typeof memory.note = (selection) => {
      isNoted = true
      memory.note(selection)
    }
    const source = await openSource({ directory: repository.root, ...scope, memory: { last: () => last, note } })
    source.close()
    const store = openStore(state)
    memory.keep(store)
    store.close()
    return { isNoted, files: source.files, skipped: source.skipped }
  }
  const fresh = async (scope: { include?: string[] } = {}) => {
    const { files, skipped, close } = await openSource({ directory: repository.root, ...scope })
    close()
    return { files, skipped }
  }
  expect(await openWith()).toEqual({ isNoted: true, ...(await fresh()) })
  expect(await openWith()).toEqual({ isNoted: false, ...(await fresh()) })
  expect(await openWith({ include: ['src/**'] })).toEqual({ isNoted: true, ...(await fresh({ include: ['src/**'] })) })
  repository.commit({ 'src/box.ts': 'export const box = 1\n', 'new.bin': 'b\0', 'data.x': 'a word\n' })
  expect(await openWith()).toEqual({ isNoted: true, ...(await fresh()) })
  repository.commit({ '.gitattributes': 'README.md linguist-generated\n' })
  expect(await openWith()).toEqual({ isNoted: true, ...(await fresh()) })
  expect((await openWith()).skipped.map(({ path }) => path)).toContain('README.md')
})

it('looks only at the contents that the commit before did not have', async () => {
  const repository = repositoryOf(FILES)
  const selections: KeyedSelection[] = []
  const before = await openSource({
    directory: repository.root,
    memory: { last: () => null, note: (one) => selections.push(one) },
  })
  before.close()
  const [last] = selections
  // A lie that shows whether it is believed.
  const lying = { ...last, choices: last?.choices.map(([path, hash, choice]) => [path, hash, { ...choice, ...MARK }] as const) }
  repository.commit({ 'src/box.ts': 'export const box = 1\n' })
  const after = await openSource({
    directory: repository.root,
    memory: { last: () => lying as unknown as KeyedSelection, note: () => {} },
  })
  after.close()
  const marked = after.skipped.filter(({ detail }) => detail === 'as before').map(({ path }) => path)
  expect(marked).toEqual(['README.md', 'data.x', 'empty.ts', 'src/word.txt'])
  expect(after.files.map(({ path }) => path)).toEqual(['src/box.ts'])
})

it.each(['{bad', '{}', 'null', '[]', '{"choices":1,"skipped":[]}', '[1]'])(
  'a damaged memory (%s) is made anew',
  async (content) => {
    const repository = repositoryOf(FILES)
    const state = makeFolder()
    onTestFinished(() => rmSync(state, { recursive: true, force: true }))
    const read = async () => {
      const memory = openKnownSelection(state)
      const source = await openSource({ directory: repository.root, memory })
      const store = openStore(state)
      memory.keep(store)
      const readings = await readFiles(store, source, source.files)
      source.close()
      return { store, files: source.files, readings }
    }
    const first = await read()
    first.store.sql('UPDATE memories SET content = ?').run(content)
    first.store.close()
    const again = await read()
    expect([again.files, again.readings]).toEqual([first.files, first.readings])
    expect(again.store.sql('SELECT count(*) AS n FROM memories WHERE content = ?').get(content)).toEqual({ n: 0 })
    again.store.close()
  },
)
