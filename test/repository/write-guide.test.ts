import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hasHandEdits, sealFile } from '../../src/guide/digest.ts'
import { writeGuide } from '../../src/repository/write-guide.ts'

let root = ''
let directory = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'nehemvix-write-'))
  directory = join(root, 'docs', 'guide')
})
afterEach(async () => {
  await rm(root, { recursive: true, force: true })
})

const files = [
  { path: 'README.md', text: sealFile('# Index\n') },
  { path: 'senior.md', text: sealFile('# Senior\n') },
]
const write = (changes: { force?: boolean; files?: typeof files; to?: string } = {}) =>
  writeGuide(changes.to ?? directory, changes.files ?? files, { force: changes.force ?? false, root, hasHandEdits })
const listing = async () => (await readdir(root, { recursive: true })).sort()

test('writes all files and leaves nothing else behind', async () => {
  expect(await write()).toEqual({ written: ['README.md', 'senior.md'] })
  expect(await listing()).toEqual(['docs', 'docs/guide', 'docs/guide/README.md', 'docs/guide/senior.md'])
  expect(await readFile(join(directory, 'senior.md'), 'utf8')).toBe(files[1]?.text)
})

test('an unchanged file is not touched, nor any other file', async () => {
  await write()
  await writeFile(join(directory, 'notes.md'), 'mine')
  const before = new Date('2020-01-01')
  for (const name of ['README.md', 'notes.md']) await utimes(join(directory, name), before, before)
  const changed = [files[0], { path: 'senior.md', text: sealFile('# New\n') }].filter((file) => file !== undefined)
  expect(await write({ files: changed })).toEqual({ written: ['senior.md'] })
  expect((await stat(join(directory, 'README.md'))).mtime).toEqual(before)
  expect((await stat(join(directory, 'notes.md'))).mtime).toEqual(before)
  expect(await readFile(join(directory, 'senior.md'), 'utf8')).toBe(sealFile('# New\n'))
})

test('line ends that git changed are no change', async () => {
  await write()
  await writeFile(join(directory, 'senior.md'), files[1]?.text.replaceAll('\n', '\r\n') ?? '')
  expect(await write()).toEqual({ written: [] })
})

test.each([
  ['edited by hand', sealFile('# Old\n').replace('Old', 'Mine')],
  ['not written by Nehemvix', '# My readme\n'],
])('a file that was %s is refused, and nothing at all is written', async (words, text) => {
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, 'senior.md'), text)
  await expect(write()).rejects.toMatchObject({
    name: 'Refusal',
    message: expect.stringContaining(words),
    next: expect.stringContaining('--force'),
  })
  expect(await readdir(directory)).toEqual(['senior.md'])
  expect(await readFile(join(directory, 'senior.md'), 'utf8')).toBe(text)
  expect(await write({ force: true })).toEqual({ written: ['README.md', 'senior.md'] })
})

test('an older guide of ours is replaced without a word', async () => {
  await write({ files: [{ path: 'senior.md', text: sealFile('# Old\n') }] })
  expect(await write()).toEqual({ written: ['README.md', 'senior.md'] })
})

test.each(['docs', 'docs/guide'])('%s as a link out of the repository is refused', async (link) => {
  const outside = await mkdtemp(join(tmpdir(), 'nehemvix-outside-'))
  try {
    if (link === 'docs/guide') await mkdir(join(root, 'docs'))
    await symlink(outside, join(root, link))
    await expect(write({ force: true })).rejects.toMatchObject({ name: 'Refusal', next: '--out DIR' })
    expect(await readdir(outside)).toEqual([])
  } finally {
    await rm(outside, { recursive: true })
  }
})

test('a link that stays inside, and a folder outside that was asked for, are fine', async () => {
  await mkdir(join(root, 'real'))
  await symlink('real', join(root, 'docs'))
  await write()
  expect(await readdir(join(root, 'real', 'guide'))).toEqual(['README.md', 'senior.md'])
  const outside = await mkdtemp(join(tmpdir(), 'nehemvix-outside-'))
  try {
    await write({ to: outside })
    expect(await readdir(outside)).toEqual(['README.md', 'senior.md'])
  } finally {
    await rm(outside, { recursive: true })
  }
})

test('a target that is a link is never written through', async () => {
  await mkdir(directory, { recursive: true })
  const elsewhere = join(root, 'precious.txt')
  await writeFile(elsewhere, 'precious')
  await symlink(elsewhere, join(directory, 'README.md'))
  await expect(write()).rejects.toMatchObject({ name: 'Refusal' })
  await write({ force: true })
  expect(await readFile(elsewhere, 'utf8')).toBe('precious')
  expect(await readFile(join(directory, 'README.md'), 'utf8')).toBe(files[0]?.text)
})

test('a folder in the place of a file, or a file in the place of a folder, is refused even with force', async () => {
  await mkdir(join(directory, 'senior.md'), { recursive: true })
  await expect(write({ force: true })).rejects.toMatchObject({ name: 'Refusal', message: expect.stringContaining('is a folder') })
  expect(await readdir(directory)).toEqual(['senior.md'])
  await rm(join(root, 'docs'), { recursive: true })
  await writeFile(join(root, 'docs'), 'a file')
  await expect(write({ force: true })).rejects.toMatchObject({
    name: 'Refusal',
    message: expect.stringContaining('is no folder'),
  })
})

test('a name that is more than a name is a bug, not a path', async () => {
  await expect(write({ files: [{ path: '../evil.md', text: '' }] })).rejects.toThrow('not a plain file name')
})

test('a failure while staging leaves everything as it was, also the folders', async () => {
  const name = `${'x'.repeat(300)}.md`
  await expect(write({ files: [...files, { path: name, text: 'x' }] })).rejects.toMatchObject({ code: 'ENAMETOOLONG' })
  expect(await listing()).toEqual([])
})

test('staging folders of dead processes are removed, those of living ones are not', async () => {
  await mkdir(join(directory, '.nehemvix-staging-999999999-ab'), { recursive: true })
  await mkdir(join(directory, '.nehemvix-staging-1-ab'))
  await write()
  expect((await readdir(directory)).sort()).toEqual(['.nehemvix-staging-1-ab', 'README.md', 'senior.md'])
})

test.skipIf(process.getuid?.() === 0)('a folder without the right to write fails whole', async () => {
  await write()
  await chmod(directory, 0o500)
  await expect(write({ files: [{ path: 'README.md', text: sealFile('# New\n') }] })).rejects.toMatchObject({ code: 'EACCES' })
  await chmod(directory, 0o700)
  expect(await readFile(join(directory, 'README.md'), 'utf8')).toBe(files[0]?.text)
})
