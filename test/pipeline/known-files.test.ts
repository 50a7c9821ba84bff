// What is known of a content is not read again, and tells the same.
import { rmSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { readFiles } from '../../src/pipeline/file-readings.ts'
import { openKnownChoices } from '../../src/pipeline/known-choices.ts'
import { openSource } from '../../src/repository/open-source.ts'
import { openStore } from '../../src/store/open.ts'
import { makeFolder, makeRepository } from '../repository/make-repository.ts'
import { makeStore } from '../store/make-store.ts'

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

it('reads the same content anew under another name', async () => {
  const store = makeStore()
  const text = 'token = "3f9a8c71d0b24e65a1c7f08e9d3b6a52"\n'
  const source = await openSource({ directory: repositoryOf({ 'a.ts': text, 'b.py': text }).root })
  onTestFinished(source.close)
  const [a, b] = await readFiles(store, source, source.files)
  expect([a?.facts?.path, b?.facts?.path]).toEqual(['a.ts', 'b.py'])
  expect(a?.redactions).toBe(1)
})

it('chooses what is read out of the state, until the content or its attributes change', async () => {
  const repository = repositoryOf(FILES)
  const state = makeFolder()
  onTestFinished(() => rmSync(state, { recursive: true, force: true }))
  const openWith = async () => {
    const known = openKnownChoices(state)
    const noted: string[] = []
    const note: typeof known.note = (contentHash, path, choice) => {
      noted.push(path)
      known.note(contentHash, path, choice)
    }
    const source = await openSource({ directory: repository.root, known: { find: known.find, note } }).finally(known.close)
    source.close()
    const store = openStore(state)
    known.keep(store)
    store.close()
    return { noted: noted.sort(), files: source.files, skipped: source.skipped }
  }
  const first = await openWith()
  expect(first.noted).toEqual(Object.keys(FILES).sort())
  expect(await openWith()).toEqual({ ...first, noted: [] })
  repository.commit({ 'src/box.ts': 'export const box = 1\n' })
  expect((await openWith()).noted).toEqual(['src/box.ts'])
  repository.commit({ '.gitattributes': 'README.md -linguist-generated\n' })
  expect((await openWith()).noted).toEqual(['.gitattributes', 'README.md'])
})
