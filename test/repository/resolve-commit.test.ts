import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { locateRoot } from '../../src/repository/find-root.ts'
import { gitEnvironment } from '../../src/repository/git.ts'
import { findRoot, openSource } from '../../src/repository/open-source.ts'
import { makeFolder, makeRepository, runTestGit, type TestRepository } from './make-repository.ts'

const cleanUp: Array<() => void> = []
afterEach(() => {
  for (const end of cleanUp.splice(0)) end()
})

function repository(): TestRepository {
  const made = makeRepository()
  cleanUp.push(made.remove)
  return made
}

function folder(): string {
  const made = makeFolder()
  cleanUp.push(() => rmSync(made, { recursive: true, force: true }))
  return made
}

async function filesOf(directory: string, ref: string): Promise<number> {
  const source = await openSource({ directory, ref })
  source.close()
  return source.files.length
}

const refusal = (message: RegExp, next: string | RegExp) => ({
  name: 'Refusal',
  message: expect.stringMatching(message),
  next: typeof next === 'string' ? next : expect.stringMatching(next),
})

describe('findRoot', () => {
  it('is the top folder without links, from any folder below', async () => {
    const repo = repository()
    mkdirSync(join(repo.root, 'a/b'), { recursive: true })
    const link = join(folder(), 'link')
    symlinkSync(repo.root, link)
    expect(await findRoot(join(link, 'a/b'))).toBe(repo.root)
  })

  it('is the submodule inside a submodule', async () => {
    const [outer, inner] = [repository(), repository()]
    inner.commit({ 'a.ts': 'a' })
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'part')
    expect(await findRoot(join(outer.root, 'part'))).toBe(join(outer.root, 'part'))
  })

  it('refuses a folder that is missing, or that is a file', async () => {
    const plain = folder()
    writeFileSync(join(plain, 'file'), '')
    await expect(findRoot(join(plain, 'none'))).rejects.toMatchObject(refusal(/There is no folder/, /nehemvix run DIR/))
    await expect(findRoot(join(plain, 'file'))).rejects.toMatchObject(refusal(/There is no folder/, /nehemvix run DIR/))
  })

  it('is the folder itself in no repository, but never the home folder, the top of the disk, or one whose .git leads nowhere', async () => {
    const plain = folder()
    mkdirSync(join(plain, 'a'))
    expect(await locateRoot(join(plain, 'a'))).toEqual({ path: join(plain, 'a'), isRepository: false })
    await expect(findRoot('/')).rejects.toMatchObject(refusal(/not in a Git repository, and too much/, /nehemvix run DIR/))
    const home = process.env.HOME
    process.env.HOME = plain
    try {
      await expect(findRoot(plain)).rejects.toMatchObject(refusal(/too much/, /nehemvix run DIR/))
    } finally {
      process.env.HOME = home
    }
    writeFileSync(join(plain, '.git'), 'gitdir: ../nowhere/.git/modules/part\n')
    await expect(findRoot(plain)).rejects.toMatchObject(refusal(/although there is a \.git in it/, `git -C ${plain} status`))
  })

  it('refuses a submodule that is not checked out, and not a folder beside it', async () => {
    const [outer, inner] = [repository(), repository()]
    inner.commit({ 'a.ts': 'a' })
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'parts/one')
    outer.commit({ 'parts/own/a.ts': 'a' })
    outer.git('submodule', '--quiet', 'deinit', '--force', '--all')
    await expect(findRoot(join(outer.root, 'parts/one'))).rejects.toMatchObject(
      refusal(/a submodule that is not checked out/, `git -C ${outer.root} submodule update --init -- parts/one`),
    )
    for (const path of ['parts/own', 'parts']) expect(await findRoot(join(outer.root, path))).toBe(outer.root)
  })

  it('refuses a bare repository, and the .git folder', async () => {
    const bare = folder()
    runTestGit(bare, ['init', '--quiet', '--bare'])
    await expect(findRoot(bare)).rejects.toMatchObject(refusal(/bare repository/, /^git clone /))
    await expect(findRoot(join(repository().root, '.git'))).rejects.toMatchObject(refusal(/\.git folder/, /git clone/))
  })

  it('refuses a repository that names another folder as its work tree', async () => {
    const repo = repository()
    repo.git('config', 'core.worktree', folder())
    await expect(findRoot(repo.root)).rejects.toMatchObject(refusal(/names another folder/, /core\.worktree/))
  })

  it('says so where git is missing', async () => {
    const repo = repository()
    const path = process.env.PATH
    process.env.PATH = folder()
    try {
      await expect(findRoot(repo.root)).rejects.toMatchObject(refusal(/git is not installed/, 'git --version'))
    } finally {
      process.env.PATH = path
    }
  })

  it.runIf(process.getuid?.() === 0)('refuses a repository of another user, and says how to allow it', async () => {
    const repo = repository()
    const { chownSync } = await import('node:fs')
    chownSync(repo.root, 12345, 12345)
    chownSync(join(repo.root, '.git'), 12345, 12345)
    const home = process.env.HOME
    process.env.HOME = folder()
    try {
      await expect(findRoot(repo.root)).rejects.toMatchObject(
        refusal(/belongs to another user/, `git config --global --add safe.directory ${repo.root}`),
      )
    } finally {
      process.env.HOME = home
    }
  })
})

describe('the commit asked for', () => {
  it('is refused before the first commit', async () => {
    await expect(openSource({ directory: repository().root })).rejects.toMatchObject(
      refusal(/no commit yet/, /git commit.*--worktree/),
    )
  })

  it.each(['nope', '-x', '--all', '', 'HEAD:a.ts', 'HEAD~5', 'a b', 'f'.repeat(40)])(
    'is refused where %j names none',
    async (ref) => {
      const repo = repository()
      repo.commit({ 'a.ts': 'a' })
      await expect(openSource({ directory: repo.root, ref })).rejects.toMatchObject(
        refusal(/There is no commit/, /git -C .* branch/),
      )
    },
  )

  it('is refused where a shallow clone lacks it, and where a partial clone lacks its files', async () => {
    const repo = repository()
    const first = repo.commit({ 'a.ts': 'a' })
    repo.commit({ 'a.ts': 'b' })
    repo.git('config', 'uploadpack.allowFilter', 'true')
    const [shallow, partial] = [join(folder(), 's'), join(folder(), 'p')]
    repo.git('clone', '--quiet', '--depth', '1', `file://${repo.root}`, shallow)
    await expect(openSource({ directory: shallow, ref: first })).rejects.toMatchObject(refusal(/shallow clone/, /--unshallow/))
    repo.git('clone', '--quiet', '--filter=blob:none', `file://${repo.root}`, partial)
    expect(await filesOf(partial, 'HEAD')).toBe(1)
    await expect(openSource({ directory: partial, ref: first })).rejects.toMatchObject(
      refusal(/partial clone/, /git fetch --refetch/),
    )
    runTestGit(partial, ['-c', 'maintenance.auto=false', 'fetch', '--quiet', '--refetch', '--no-filter'])
    expect(await filesOf(partial, first)).toBe(1)
  })
})

describe('gitEnvironment', () => {
  it('drops what a hook sets and keeps what a person sets', () => {
    const inherited = {
      PATH: '/bin',
      GIT_DIR: 'x',
      GIT_INDEX_FILE: 'x',
      GIT_CONFIG_PARAMETERS: 'x',
      GIT_TRACE: '1',
      GIT_CONFIG_GLOBAL: 'g',
    }
    const environment = gitEnvironment({
      ...inherited,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
    })
    expect(Object.keys(environment).sort()).toEqual(
      [
        'GIT_ALLOW_PROTOCOL',
        'GIT_ATTR_NOSYSTEM',
        'GIT_CONFIG_COUNT',
        'GIT_CONFIG_GLOBAL',
        'GIT_CONFIG_KEY_0',
        'GIT_CONFIG_VALUE_0',
        'GIT_NO_LAZY_FETCH',
        'GIT_NO_REPLACE_OBJECTS',
        'GIT_OPTIONAL_LOCKS',
        'GIT_TERMINAL_PROMPT',
        'LANGUAGE',
        'LC_ALL',
        'PATH',
      ].sort(),
    )
  })
})
