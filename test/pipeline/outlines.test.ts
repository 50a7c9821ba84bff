import { expect, it } from 'vitest'
import { openOutlines } from '../../src/pipeline/outlines.ts'
import { findOutline, keepOutlines } from '../../src/store/outlines.ts'
import { outlineOf, outlineReader } from '../../src/syntax/outline-of.ts'
import { makeStore } from '../store/make-store.ts'

const TEXT = 'export class Box {\n  open(): void {}\n}\n'
const FILE = { path: 'src/box.ts', contentHash: 'a'.repeat(40) }

it('keeps what was parsed by content and reader', async () => {
  const store = makeStore()
  const outlines = openOutlines(store)
  const outline = await outlines.of(FILE, TEXT)
  outlines.keep()
  expect(outline).toEqual(await outlineOf(FILE.path, TEXT))
  expect(JSON.parse(findOutline(store, FILE.contentHash, outlineReader(FILE.path, TEXT) ?? '') ?? '')).toEqual(outline)
})

it('takes what is kept, and parses nothing then', async () => {
  const store = makeStore()
  const kept = { ...(await outlineOf(FILE.path, TEXT)), docstring: 'As it was kept.' }
  const reader = outlineReader(FILE.path, TEXT) ?? ''
  keepOutlines(store, [{ contentHash: FILE.contentHash, reader, outline: JSON.stringify(kept) }])
  expect(await openOutlines(store).of(FILE, TEXT)).toEqual(kept)
  // Another name of the same content, another grammar: that is another outline.
  expect((await openOutlines(store).of({ ...FILE, path: 'src/box.js' }, TEXT)).docstring).toBe(null)
})

it('writes many in few transactions, and nothing for what needs no parser', async () => {
  const store = makeStore()
  const outlines = openOutlines(store)
  const files = Array.from({ length: 5_000 }, (_, n) => ({ path: `a${n}.py`, contentHash: String(n) }))
  await Promise.all(files.map((file, n) => outlines.of(file, `X = ${n}\n`)))
  const count = () => (store.sql('SELECT count(*) AS n FROM outlines').get() as { n: number }).n
  expect(count()).toBeGreaterThanOrEqual(4_000)
  expect(count()).toBeLessThan(5_000)
  await outlines.of({ path: 'README.md', contentHash: 'r' }, '# Title\n')
  outlines.keep()
  expect(count()).toBe(5_000)
})
