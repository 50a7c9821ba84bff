// A real repository in a temporary folder, with no setting of this machine's user.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface TestRepository {
  readonly root: string
  git(...args: string[]): string
  write(path: string, content: string | Uint8Array): void
  commit(files?: Readonly<Record<string, string | Uint8Array>>): string
  remove(): void
}

export function makeFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'nehemvix-test-')))
}

export function runTestGit(directory: string, args: readonly string[], input = ''): string {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  const environment = {
    ...Object.fromEntries(inherited),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.com',
  }
  return execFileSync('git', ['-C', directory, ...args], { env: environment, input, stdio: ['pipe', 'pipe', 'pipe'] }).toString()
}

export function makeRepository(...initOptions: string[]): TestRepository {
  const root = makeFolder()
  const git = (...args: string[]) => runTestGit(root, args).trim()
  git('init', '--quiet', '--initial-branch', 'trunk', ...initOptions)
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return {
    root,
    git,
    write,
    commit: (files = {}) => {
      for (const [path, content] of Object.entries(files)) write(path, content)
      git('add', '--all', '--force')
      git('commit', '--quiet', '--allow-empty', '--message', 'change')
      return git('rev-parse', 'HEAD')
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
