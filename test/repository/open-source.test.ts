import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

async function open(request: Parameters<typeof openSource>[0]): Promise<Source> {
  const source = await openSource(request)
  cleanUp.push(() => source.close())
  return source
}

const paths = (source: Source) => source.files.map((file) => file.path)
const reasons = (source: Source) => Object.fromEntries(source.skipped.map((file) => [file.path, file.reason]))

async function textOf(source: Source, path: string): Promise<string> {
  const file = source.files.find((candidate) => candidate.path === path)
  if (!file) throw new Error(`${path} is not read`)
  return (await source.readText(file)).text
}

describe('a commit', () => {
  it('lists its files sorted by code unit, with the blob ids of git, whatever lies in the work tree', async () => {
    const repo = repository()
    const commit = repo.commit({ 'b.ts': 'b\n', 'B.ts': 'B\n', 'a/z.ts': 'z\n', 'a.ts': '', 'ä.ts': 'ä\n' })
    repo.write('b.ts', 'changed\n')
    const source = await open({ directory: join(repo.root, 'a') })
    expect(source).toMatchObject({ root: repo.root, commit, isWorktree: false, webUrl: null, skipped: [] })
    expect(paths(source)).toEqual(['B.ts', 'a.ts', 'a/z.ts', 'b.ts', 'ä.ts'])
    for (const file of source.files) expect(file.contentHash).toBe(repo.git('rev-parse', `HEAD:${file.path}`))
    expect(source.files.map((file) => file.sizeBytes)).toEqual([2, 0, 2, 2, 3])
    expect(await textOf(source, 'b.ts')).toBe('b\n')
  })

  it('reads another ref, and a repository of SHA-256 objects', async () => {
    const repo = repository('--object-format=sha256')
    const first = repo.commit({ 'a.ts': 'one\n' })
    repo.git('tag', 'v1')
    repo.commit({ 'a.ts': 'two\n' })
    const source = await open({ directory: repo.root, ref: 'v1' })
    expect(source.commit).toBe(first)
    expect(source.commit).toHaveLength(64)
    expect(await textOf(source, 'a.ts')).toBe('one\n')
    const worktree = await open({ directory: repo.root, worktree: true })
    expect(worktree.files[0]?.contentHash).toBe(repo.git('rev-parse', 'HEAD:a.ts'))
  })

  it('keeps every path exact', async () => {
    const repo = repository()
    const odd = [
      'a b#1.ts',
      '日本.ts',
      'quo"te\'s.ts',
      'back\\slash.ts',
      'new\nline.ts',
      'tab\there.ts',
      '-dash.ts',
      ':(top)x.ts',
    ]
    repo.commit({
      ...Object.fromEntries(odd.map((path) => [path, `${path}!`])),
      '.gitattributes': '*.ts linguist-vendored=false\n',
    })
    for (const worktree of [false, true]) {
      const source = await open({ directory: repo.root, worktree, include: ['**/*.ts'] })
      expect(paths(source)).toEqual([...odd].sort())
      for (const path of odd) expect(await textOf(source, path)).toBe(`${path}!`)
    }
  })

  it('skips a path that is not UTF-8, one that climbs, links and submodules, with the reason', async () => {
    const repo = repository()
    const blob = runTestGit(repo.root, ['hash-object', '-w', '--stdin'], 'text').trim()
    const head = repo.commit({ 'ok.ts': 'ok' })
    const inner = runTestGit(repo.root, ['mktree', '-z'], `100644 blob ${blob}\tpasswd\0`).trim()
    const records = [
      `100644 blob ${blob}\tok.ts`,
      `100644 blob ${blob}\tbad\xff.ts`,
      `120000 blob ${blob}\tlink.ts`,
      `160000 commit ${head}\tmodule`,
      `040000 tree ${inner}\t..`,
    ]
    const tree = execFileSync('git', ['-C', repo.root, 'mktree', '-z'], {
      input: Buffer.from(`${records.join('\0')}\0`, 'latin1'),
    })
    const commit = repo.git('commit-tree', '-m', 'odd', tree.toString().trim())
    const source = await open({ directory: repo.root, ref: commit })
    expect(paths(source)).toEqual(['ok.ts'])
    expect(reasons(source)).toEqual({
      '../passwd': 'unreadable',
      'bad\ufffd.ts': 'unreadable',
      'link.ts': 'symbolic link',
      module: 'submodule',
    })
  })

  it('decodes, redacts, and says how often', async () => {
    const repo = repository()
    const key = `AKIA${'IOSFODNN7EXAMPLE'}`
    repo.commit({ 'a.py': `\ufeffone\r\nkey = ${key}\r\n`, 'utf16.txt': Buffer.from('\ufeffwide\r\n', 'utf16le') })
    const source = await open({ directory: repo.root })
    const file = source.files.find((candidate) => candidate.path === 'a.py')
    if (!file) throw new Error('a.py is missing')
    expect(await source.readText(file)).toEqual({ text: 'one\nkey = [redacted: aws-access-key]\n', redactions: 1 })
    expect(await source.readText(file)).toBe(await source.readText(file))
    expect(await textOf(source, 'utf16.txt')).toBe('wide\n')
  })

  it('leaves out what is ours and what the globs say, with the reason', async () => {
    const repo = repository()
    repo.commit({ 'src/a.ts': 'a', 'src/b.test.ts': 'b', 'docs/guide/x.md': 'x', 'docs/guides.md': 'g', '.nehemvix/c': 'c' })
    const source = await open({
      directory: repo.root,
      include: ['src', './docs/'],
      exclude: ['**/*.test.ts'],
      ownFolders: ['docs/guide/', './.nehemvix', '.'],
    })
    expect(paths(source)).toEqual(['docs/guides.md', 'src/a.ts'])
    expect(reasons(source)).toEqual({ 'src/b.test.ts': 'excluded', 'docs/guide/x.md': 'guide', '.nehemvix/c': 'excluded' })
  })

  it('follows the attributes of the commit, not of the work tree, in a repository nobody can write to', async () => {
    const repo = repository()
    const attributes =
      'made.ts linguist-generated\nours.min.js -linguist-generated\nvendor/** linguist-vendored=false\nx/* linguist-vendored\n'
    repo.commit({
      '.gitattributes': attributes,
      'made.ts': '1',
      'ours.min.js': '2',
      'their.min.js': '3',
      'vendor/own.go': '4',
      'x/y.c': '5',
      'sub/made.ts': '// Code generated by x. DO NOT EDIT.\n',
      'sub/.gitattributes': 'made.ts linguist-generated=false\n',
    })
    repo.write('.gitattributes', '* linguist-generated\n')
    const before = readdirSync(join(repo.root, '.git')).sort()
    execFileSync('chmod', ['-R', 'a-w', repo.root])
    try {
      const source = await open({ directory: repo.root })
      expect(paths(source)).toEqual(['.gitattributes', 'ours.min.js', 'sub/.gitattributes', 'sub/made.ts', 'vendor/own.go'])
      expect(reasons(source)).toEqual({ 'made.ts': 'generated', 'their.min.js': 'generated', 'x/y.c': 'vendored' })
    } finally {
      execFileSync('chmod', ['-R', 'u+w', repo.root])
    }
    expect(readdirSync(join(repo.root, '.git')).sort()).toEqual(before)
  })

  it('runs nothing that the repository names', async () => {
    const repo = repository()
    const witness = join(makeFolder(), 'ran')
    cleanUp.push(() => rmSync(join(witness, '..'), { recursive: true, force: true }))
    repo.commit({ 'a.ts': 'a', '.gitattributes': '*.ts filter=evil diff=evil merge=evil\n*.py filter=running\n', 'b.py': 'b' })
    const script = join(repo.root, '.git', 'evil.sh')
    writeFileSync(script, `#!/bin/sh\ntouch '${witness}'\n`)
    chmodSync(script, 0o755)
    mkdirSync(join(repo.root, '.git/hooks'), { recursive: true })
    for (const hook of ['post-index-change', 'post-checkout', 'reference-transaction', 'fsmonitor-watchman']) {
      symlinkSync(script, join(repo.root, '.git/hooks', hook))
    }
    const commands = `fsmonitor pager sshCommand editor askPass gitProxy alternateRefsCommand`
      .split(' ')
      .map((name) => `core.${name}`)
    const drivers =
      `filter.evil.clean filter.evil.smudge filter.running.process diff.evil.command diff.evil.textconv merge.evil.driver`.split(
        ' ',
      )
    const others = `diff.external credential.helper gpg.program uploadpack.packObjectsHook interactive.diffFilter`.split(' ')
    const included = join(repo.root, '.git', 'included')
    for (const name of [...commands, ...drivers, ...others]) repo.git('config', '--file', included, name, script)
    for (const alias of ['cat-file', 'ls-files', 'ls-tree', 'check-attr', 'rev-parse', 'config']) {
      repo.git('config', '--file', included, `alias.${alias}`, `!${script}`)
    }
    repo.git('config', 'filter.running.required', 'true')
    repo.git('config', `includeIf.gitdir:${repo.root}/.path`, included)
    repo.write('a.ts', 'changed')
    repo.write('new.ts', 'n')
    const variables = {
      GIT_EXTERNAL_DIFF: script,
      GIT_SSH_COMMAND: script,
      GIT_PAGER: script,
      GIT_EDITOR: script,
      GIT_ASKPASS: script,
      GIT_CONFIG_PARAMETERS: `'core.fsmonitor'='${script}'`,
      GIT_TRACE: witness,
    }
    Object.assign(process.env, variables)
    try {
      for (const worktree of [false, true]) {
        const source = await open({ directory: repo.root, worktree })
        for (const path of paths(source)) await textOf(source, path)
        expect(paths(source)).toContain('b.py')
      }
    } finally {
      for (const name of Object.keys(variables)) delete process.env[name]
    }
    expect(existsSync(witness)).toBe(false)
    // The same settings do run it where nothing turns them off.
    expect(() => repo.git('status')).toThrow('git')
    expect(existsSync(witness)).toBe(true)
  })

  it('is not confused by the variables of a hook that it runs in', async () => {
    const repo = repository()
    const other = repository()
    repo.commit({ 'mine.ts': 'a' })
    other.commit({ 'other.ts': 'b' })
    const variables = {
      GIT_DIR: join(other.root, '.git'),
      GIT_WORK_TREE: other.root,
      GIT_INDEX_FILE: '/nowhere/index',
      GIT_PREFIX: 'x/',
    }
    Object.assign(process.env, variables)
    try {
      for (const worktree of [false, true]) expect(paths(await open({ directory: repo.root, worktree }))).toEqual(['mine.ts'])
    } finally {
      for (const name of Object.keys(variables)) delete process.env[name]
    }
  })

  it('names the repository and its address after the remote', async () => {
    const repo = repository()
    repo.commit({ 'a.ts': 'a' })
    repo.git('remote', 'add', 'upstream', 'https://token@github.com/octo/product.git')
    expect(await open({ directory: repo.root })).toMatchObject({ name: 'product', webUrl: 'https://github.com/octo/product' })
    repo.git('remote', 'add', 'fork', 'git@github.com:me/product-fork.git')
    expect((await open({ directory: repo.root })).webUrl).toBeNull()
    repo.git('remote', 'add', 'origin', 'git@gitlab.com:group/sub/thing.git')
    expect(await open({ directory: repo.root })).toMatchObject({ name: 'thing', webUrl: null })
  })

  it('answers many questions at once, each with its own file, and none once closed', async () => {
    const repo = repository()
    repo.commit(Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`f${i}.txt`, `text ${i}\n`.repeat(i)])))
    const source = await open({ directory: repo.root })
    const texts = await Promise.all(source.files.map((file) => source.readText(file)))
    for (const [i, file] of source.files.entries()) {
      const n = Number(/\d+/.exec(file.path)?.[0])
      expect(texts[i]?.text).toBe(`text ${n}\n`.repeat(n))
    }
    const last = source.files[0]
    source.close()
    const unread = await openSource({ directory: repo.root })
    unread.close()
    await expect(last && unread.readText(last)).rejects.toThrow('closed')
  })

  it('does not keep the process alive', () => {
    const repo = repository()
    repo.commit({ 'a.ts': 'a' })
    const script = `
      const { openSource } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/repository/open-source.ts'))})
      const source = await openSource({ directory: ${JSON.stringify(repo.root)} })
      console.log((await source.readText(source.files[0])).text)`
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      timeout: 20_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    expect(output.toString()).toBe('a\n')
  })
})

describe('a work tree', () => {
  it('holds what lies there: changed, new and not ignored, without what was deleted', async () => {
    const repo = repository()
    repo.commit({ 'kept.ts': 'old\n', 'gone.ts': 'x', '.gitignore': 'ignored.ts\n', 'folder/a.ts': 'a' })
    repo.write('kept.ts', 'new\n')
    repo.write('untracked.ts', 'u')
    repo.write('ignored.ts', 'i')
    rmSync(join(repo.root, 'gone.ts'))
    symlinkSync('kept.ts', join(repo.root, 'link.ts'))
    // A folder replaced by a link to another place: git no longer sees a file below it.
    const elsewhere = makeFolder()
    cleanUp.push(() => rmSync(elsewhere, { recursive: true }))
    writeFileSync(join(elsewhere, 'a.ts'), 'not of this repository')
    rmSync(join(repo.root, 'folder'), { recursive: true })
    symlinkSync(elsewhere, join(repo.root, 'folder'))
    const source = await open({ directory: repo.root, worktree: true })
    expect(paths(source)).toEqual(['.gitignore', 'kept.ts', 'untracked.ts'])
    expect(reasons(source)).toEqual({ 'link.ts': 'symbolic link', folder: 'symbolic link' })
    expect(source.files[1]?.contentHash).toBe(repo.git('hash-object', 'kept.ts'))
    expect(await textOf(source, 'kept.ts')).toBe('new\n')
  })

  it('works before the first commit, and names a repository inside it', async () => {
    const repo = repository()
    repo.write('a.ts', 'a')
    runTestGit(repo.root, ['init', '--quiet', 'inner'])
    writeFileSync(join(repo.root, 'inner/b.ts'), 'b')
    runTestGit(join(repo.root, 'inner'), ['add', '.'])
    runTestGit(join(repo.root, 'inner'), ['commit', '--quiet', '-m', 'x'])
    const source = await open({ directory: repo.root, worktree: true })
    expect(paths(source)).toEqual(['a.ts'])
    expect(reasons(source)).toEqual({ inner: 'submodule' })
    expect(paths(await open({ directory: join(repo.root, 'inner') }))).toEqual(['b.ts'])
  })

  it('has an id that follows the contents', async () => {
    const repo = repository()
    repo.commit({ 'a.ts': 'a', 'b.ts': 'b' })
    const id = async () => (await open({ directory: repo.root, worktree: true })).commit
    const before = await id()
    expect(before).toMatch(/^worktree-[0-9a-f]{40}$/)
    expect(await id()).toBe(before)
    repo.write('b.ts', 'c')
    expect(await id()).not.toBe(before)
  })

  it.each(['changed', 'deleted', 'a link'])('refuses to read on where a file is %s since it was listed', async (how) => {
    const repo = repository()
    repo.commit({ 'a.ts': 'a', 'b.ts': 'a' })
    const source = await open({ directory: repo.root, worktree: true })
    rmSync(join(repo.root, 'a.ts'))
    if (how === 'changed') repo.write('a.ts', 'b')
    if (how === 'a link') symlinkSync('b.ts', join(repo.root, 'a.ts'))
    await expect(textOf(source, 'a.ts')).rejects.toMatchObject({ name: 'Refusal', next: 'nehemvix run --worktree' })
  })
})

it('names the file whose content the repository has lost', async () => {
  const repo = repository()
  repo.commit({ 'a.ts': 'export const a = 1\n', 'src/lost.ts': 'export const lost = 1\n' })
  const id = repo.git('rev-parse', 'HEAD:src/lost.ts').trim()
  rmSync(join(repo.root, '.git/objects', id.slice(0, 2), id.slice(2)), { force: true })
  await expect(openSource({ directory: repo.root })).rejects.toThrow(/"src\/lost\.ts" can't be read.*does not hold/)
})
