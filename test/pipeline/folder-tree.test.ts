import { expect, test } from 'vitest'
import { type FolderNode, folderTree, parentOf } from '../../src/pipeline/folder-tree.ts'

const tree = (files: Record<string, string>): readonly FolderNode[] =>
  folderTree(Object.entries(files).map(([path, contentHash]) => ({ path, contentHash })))

const hashAt = (files: Record<string, string>, path: string) => tree(files).find((node) => node.path === path)?.hash

const FILES = { 'README.md': 'r', 'src/a.py': 'a', 'src/deep/er/b.py': 'b', 'tests/t.py': 't' }

test('folders that hold files get a node, deepest first; those that only lead on are passed over', () => {
  expect(tree(FILES).map(({ path, files, folders, height }) => ({ path, files, folders, height }))).toEqual([
    { path: 'src/deep/er', files: ['src/deep/er/b.py'], folders: [], height: 0 },
    { path: 'src', files: ['src/a.py'], folders: ['src/deep/er'], height: 1 },
    { path: 'tests', files: ['tests/t.py'], folders: [], height: 0 },
    { path: '.', files: ['README.md'], folders: ['src', 'tests'], height: 2 },
  ])
})

test('the root is there without a file of its own, and in an empty repository', () => {
  expect(tree({ 'a/b/c.py': 'c' }).map((node) => [node.path, node.folders])).toEqual([
    ['a/b', []],
    ['.', ['a/b']],
  ])
  expect(tree({})).toMatchObject([{ path: '.', files: [], folders: [], height: 0 }])
})

test('a change of a file changes its folder and all above, and no other', () => {
  const changed = { ...FILES, 'src/deep/er/b.py': 'b2' }
  const same = tree(FILES).map((node) => [node.path, hashAt(changed, node.path) === node.hash])
  expect(Object.fromEntries(same)).toEqual({ 'src/deep/er': false, src: false, tests: true, '.': false })
})

test('a name is content: moved or renamed is another folder, the order of the list is not', () => {
  expect(hashAt({ 'x/a.py': '1', 'x/b.py': '2' }, 'x')).not.toBe(hashAt({ 'x/a.py': '2', 'x/b.py': '1' }, 'x'))
  expect(hashAt({ 'x/a.py': '1' }, 'x')).not.toBe(hashAt({ 'x/c.py': '1' }, 'x'))
  expect(hashAt({ 'x/b.py': '2', 'x/a.py': '1' }, 'x')).toBe(hashAt({ 'x/a.py': '1', 'x/b.py': '2' }, 'x'))
})

test('two folders that hold the same have the same hash, wherever they are', () => {
  const files = { 'x/a.py': '1', 'y/z/a.py': '1' }
  expect(hashAt(files, 'x')).toBe(hashAt(files, 'y/z'))
})

test('what a folder holds directly is not what one below it holds', () => {
  expect(hashAt({ 'x/y/a.py': '1' }, '.')).not.toBe(hashAt({ 'x/a.py': '1' }, '.'))
})

test.each([
  ['a.py', '.'],
  ['a/b.py', 'a'],
  ['a/b/c', 'a/b'],
])('%s lies in %s', (path, folder) => expect(parentOf(path)).toBe(folder))
