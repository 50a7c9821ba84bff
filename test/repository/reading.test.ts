// Whatever people point it at: clones of every kind, plain folders, notebooks, encodings.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openSource } from '../../src/repository/open-source.ts'
import type { Source } from '../../src/repository/source.ts'
import { makeFolder, makeRepository, runTestGit, type TestRepository } from './make-repository.ts'

const cleanUp: Array<() => void> = []
afterEach(() => {
  for (const end of cleanUp.splice(0)) end()
})

function repository(...options: string[]): TestRepository {
  const made = makeRepository(...options)
  cleanUp.push(made.remove)
  return made
}

function folder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const root = makeFolder()
  cleanUp.push(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return root
}

async function open(request: Parameters<typeof openSource>[0]): Promise<Source> {
  const source = await openSource(request)
  cleanUp.push(() => source.close())
  return source
}

const paths = (source: Source) => source.files.map((file) => file.path)
const reasons = (source: Source) =>
  Object.fromEntries(source.skipped.map(({ path, reason, detail }) => [path, `${reason}: ${detail}`]))

async function textOf(source: Source, path: string): Promise<string> {
  const file = source.files.find((candidate) => candidate.path === path)
  if (!file) throw new Error(`${path} is not read`)
  return (await source.readText(file)).text
}

describe('clones', () => {
  it('a shallow one, with a detached HEAD', async () => {
    const origin = repository()
    origin.commit({ 'a.ts': 'one\n' })
    const second = origin.commit({ 'a.ts': 'two\n' })
    const clone = join(folder(), 'clone')
    origin.git('clone', '--quiet', '--depth', '1', `file://${origin.root}`, clone)
    runTestGit(clone, ['checkout', '--quiet', '--detach'])
    const source = await open({ directory: clone })
    expect([source.commit, await textOf(source, 'a.ts'), source.notices]).toEqual([second, 'two\n', []])
  })

  it('a linked work tree, each with its own commit', async () => {
    const main = repository()
    main.commit({ 'a.ts': 'one\n' })
    const linked = join(folder(), 'linked')
    main.git('worktree', 'add', '--quiet', '-b', 'other', linked)
    writeFileSync(join(linked, 'b.ts'), 'b\n')
    runTestGit(linked, ['add', '.'])
    runTestGit(linked, ['commit', '--quiet', '-m', 'b'])
    const source = await open({ directory: linked })
    expect([source.root, paths(source)]).toEqual([linked, ['a.ts', 'b.ts']])
    expect(paths(await open({ directory: main.root }))).toEqual(['a.ts'])
    expect(paths(await open({ directory: linked, worktree: true }))).toEqual(['a.ts', 'b.ts'])
  })

  it('one with submodules: a boundary from outside, a repository of its own from inside', async () => {
    const [outer, inner] = [repository(), repository()]
    inner.commit({ 'in.ts': 'i\n', 'deep/x.ts': 'x\n' })
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'lib/part')
    outer.commit({ 'a.ts': 'a\n' })
    for (const worktree of [false, true]) {
      const source = await open({ directory: outer.root, worktree })
      expect(paths(source)).toEqual(['.gitmodules', 'a.ts'])
      expect(reasons(source)).toEqual({ 'lib/part': 'submodule: ' })
      const within = await open({ directory: join(outer.root, 'lib/part/deep'), worktree })
      expect([within.root, paths(within)]).toEqual([join(outer.root, 'lib/part'), ['deep/x.ts', 'in.ts']])
    }
  })

  it('a partial one runs and fetches nothing, whatever its configuration allows', async () => {
    const repo = repository()
    repo.commit({ 'a.ts': 'a\n', 'b.ts': 'b\n' })
    const witness = join(folder(), 'ran')
    const blob = repo.git('rev-parse', 'HEAD:a.ts')
    rmSync(join(repo.root, '.git/objects', blob.slice(0, 2), blob.slice(2)))
    for (const [name, value] of [
      ['core.repositoryformatversion', '1'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.url', `ext::touch ${witness}`],
      ['protocol.ext.allow', 'always'],
    ] as const) {
      repo.git('config', name, value)
    }
    await expect(open({ directory: repo.root })).rejects.toMatchObject({ message: expect.stringContaining('partial clone') })
    expect(existsSync(witness)).toBe(false)
    // The same settings do run it where nothing turns them off.
    execFileSync('git', ['-C', repo.root, 'cat-file', '--batch'], { input: `${blob}\n`, stdio: ['pipe', 'ignore', 'ignore'] })
    expect(existsSync(witness)).toBe(true)
  })

  it('one that lost a blob is told as damaged', async () => {
    const repo = repository()
    repo.commit({ 'a.ts': 'a\n' })
    const blob = repo.git('rev-parse', 'HEAD:a.ts')
    rmSync(join(repo.root, '.git/objects', blob.slice(0, 2), blob.slice(2)))
    await expect(open({ directory: repo.root })).rejects.toMatchObject({ name: 'Refusal', next: 'git fsck' })
  })
})

describe('a folder that is no repository', () => {
  const files = {
    'a.ts': 'a\n',
    'src/b.py': 'b\n',
    '.gitignore': 'ignored.ts\nbuild/\n',
    'ignored.ts': 'i',
    'build/out.ts': 'o',
    'sub/.gitignore': 'secret.txt\n',
    'sub/secret.txt': 's',
    'sub/made.ts': 'm',
    '.gitattributes': 'sub/made.ts linguist-generated\n',
    'node_modules/x/i.js': 'x',
  }

  it('is read as it lies, by the rules of .gitignore and .gitattributes, and that is said', async () => {
    const root = folder(files)
    symlinkSync('..', join(root, 'circle'))
    const source = await open({ directory: root })
    expect(source).toMatchObject({ root, isWorktree: true, webUrl: null })
    expect(paths(source)).toEqual(['.gitattributes', '.gitignore', 'a.ts', 'src/b.py', 'sub/.gitignore'])
    expect(reasons(source)).toEqual({
      circle: 'symbolic link: ',
      'node_modules/x/i.js': 'vendored: node_modules/',
      'sub/made.ts': 'generated: by .gitattributes',
    })
    expect(source.notices).toEqual([
      `${root} is not in a Git repository: its files are read as they lie, without those that a .gitignore names.`,
    ])
    expect(await textOf(source, 'src/b.py')).toBe('b\n')
    expect(readdirSync(root)).not.toContain('.git')
  })

  it('has the identity of its contents, the same with and without --worktree, and once it is a repository', async () => {
    const root = folder(files)
    const id = async (worktree: boolean) => (await open({ directory: root, worktree })).commit
    const before = await id(false)
    expect([before, await id(true)]).toEqual([expect.stringMatching(/^worktree-[0-9a-f]{40}$/), before])
    runTestGit(root, ['init', '--quiet'])
    expect(await id(true)).toBe(before)
    rmSync(join(root, '.git'), { recursive: true })
    writeFileSync(join(root, 'a.ts'), 'other\n')
    expect(await id(false)).not.toBe(before)
  })

  it('has no commit to be asked for, and must hold a file', async () => {
    await expect(open({ directory: folder(files), ref: 'v1' })).rejects.toMatchObject({
      name: 'Refusal',
      message: expect.stringContaining('no commit "v1"'),
    })
    await expect(open({ directory: folder() })).rejects.toMatchObject({
      name: 'Refusal',
      message: expect.stringContaining('no file in it to read'),
    })
  })

  it('knows a repository inside it as a boundary', async () => {
    const root = folder({ 'a.ts': 'a' })
    runTestGit(root, ['init', '--quiet', 'inner'])
    writeFileSync(join(root, 'inner/b.ts'), 'b')
    runTestGit(join(root, 'inner'), ['add', '.'])
    runTestGit(join(root, 'inner'), ['commit', '--quiet', '-m', 'x'])
    const source = await open({ directory: root })
    expect([paths(source), reasons(source)]).toEqual([['a.ts'], { inner: 'submodule: ' }])
  })
})

describe('what a file is', () => {
  it('its language and its encoding are told', async () => {
    const japanese = Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea])
    const repo = repository()
    repo.commit({
      'a.py': 'x = 1\n',
      tool: '#!/usr/bin/env node\n',
      'mark.ts': '\ufeffconst a = 1\n',
      'wide.cs': Buffer.from('\ufeffclass A {}\n', 'utf16le'),
      'bare.cs': Buffer.from('class A { int Value; }\n', 'utf16le'),
      'latin.c': Buffer.from('/* Größe */\n', 'latin1'),
      'japan.c': Buffer.concat([Buffer.from('/* '), japanese, Buffer.from(' */\n')]),
      'nul.c': 'int a;\0',
    })
    for (const worktree of [false, true]) {
      const source = await open({ directory: repo.root, worktree })
      expect(source.files.map(({ path, language, encoding }) => [path, language?.name, encoding])).toEqual([
        ['a.py', 'Python', 'utf-8'],
        ['bare.cs', 'C#', 'utf-16le'],
        ['japan.c', 'C', 'shift_jis'],
        ['latin.c', 'C', 'windows-1252'],
        ['mark.ts', 'TypeScript', 'utf-8'],
        ['tool', 'JavaScript', 'utf-8'],
        ['wide.cs', 'C#', 'utf-16le'],
      ])
      expect(reasons(source)).toEqual({ 'nul.c': 'binary: ' })
      expect(await textOf(source, 'japan.c')).toBe('/* 日本語 */\n')
      expect(await textOf(source, 'bare.cs')).toBe('class A { int Value; }\n')
    }
  })

  it('a notebook is its cells, whatever its pictures weigh; a pointer of LFS is nothing to read', async () => {
    const cell = {
      cell_type: 'code',
      outputs: [{ data: { 'image/png': 'A'.repeat(900_000) } }],
      source: ['import pandas\n', "token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345'\n"],
    }
    const repo = repository()
    repo.commit({
      'a.ipynb': `${JSON.stringify({ cells: [cell], nbformat: 4 }, null, 1)}\n`,
      'long.ipynb': JSON.stringify({ cells: [{ ...cell, source: ['x = 1\n'.repeat(100_000)] }], nbformat: 4 }),
      'broken.ipynb': '{"cells": [\n',
      'data.csv': 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n',
    })
    const source = await open({ directory: repo.root })
    expect(paths(source)).toEqual(['a.ipynb', 'broken.ipynb'])
    expect(reasons(source)).toEqual({
      'data.csv': 'unreadable: a pointer of Git LFS: the content is not in the repository',
      'long.ipynb': 'too large: 600 kB, above 512 kB',
    })
    const file = source.files[0]
    const { text, redactions } = (file && (await source.readText(file))) ?? { text: '', redactions: 0 }
    expect([text.split('\n').filter(Boolean), redactions]).toEqual([
      ['# %% [code]', 'import pandas', "token = '[redacted: github-token]'"],
      1,
    ])
  })
})

it('every tracked path is read, or listed with the reason', async () => {
  const repo = repository()
  repo.commit({
    'a.ts': 'a',
    'b.png': 'b',
    'c.lock': 'c',
    'yarn.lock': 'y',
    'vendor/v.go': 'v',
    'd.min.js': 'd',
    'docs/guide/README.md': '# Mine\n',
    '.nehemvix/x.txt': 'x',
    'e.txt': '',
    'not.in': 'n',
    'f.md': '<!-- nehemvix-guide: x -->\n',
    [`token-${'ghp_0123456789abcdefghijABCDEFGHIJ012345'}.txt`]: 's',
  })
  symlinkSync('a.ts', join(repo.root, 'link'))
  repo.commit()
  const source = await open({
    directory: repo.root,
    exclude: ['not.in'],
    ownFolders: ['docs/guide', '.nehemvix'],
  })
  const told = [...paths(source), ...source.skipped.map(({ path }) => path)].sort()
  const tracked = repo
    .git('ls-files')
    .split('\n')
    .map((path) => path.replace(/ghp_\w+/, '[redacted: github-token]'))
  expect(told).toEqual(tracked.sort())
})

it('ten thousand small files are read, and one of 50 MB is not even opened', async () => {
  const root = folder()
  for (let i = 0; i < 10_000; i++) {
    if (i % 100 === 0) mkdirSync(join(root, `d${i / 100}`))
    writeFileSync(join(root, `d${Math.floor(i / 100)}`, `f${i}.ts`), `export const value${i} = ${i}\n`)
  }
  writeFileSync(join(root, 'big.txt'), Buffer.alloc(50_000_000, 'text of many lines\n'))
  runTestGit(root, ['init', '--quiet'])
  runTestGit(root, ['add', '.'])
  runTestGit(root, ['-c', 'gc.auto=0', 'commit', '--quiet', '-m', 'x'])
  for (const worktree of [false, true]) {
    const source = await open({ directory: root, worktree })
    expect([source.files.length, reasons(source)]).toEqual([10_000, { 'big.txt': 'too large: 50.0 MB, above 512 kB' }])
  }
})
