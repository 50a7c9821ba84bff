// The Git repository behind the stand-in: bare and real, so that shas, trees and fast-forwards are what git says they are.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface BareRepository {
  readonly folder: string
  /** Standard output without the last line end. Throws where git ends with an error. */
  git(args: readonly string[], input?: string | Buffer, env?: Readonly<Record<string, string>>): string
  /** null where git ends with an error. */
  ask(...args: string[]): string | null
  bytes(...args: string[]): Buffer
  /** The sha of a revision; null: there is none. */
  resolve(revision: string): string | null
  /** A commit with these files on top of what the branch holds; `null` takes a file away. Makes the branch where there is none. */
  commit(branch: string, files: Readonly<Record<string, string | Buffer | null>>, how?: CommitHow): string
  remove(): void
}

export interface CommitHow {
  readonly message?: string
  readonly author?: string
  /** Start from here instead of from the branch's head. */
  readonly from?: string
}

const LASTING = new Set(['cat-file', 'ls-tree', 'show', 'rev-parse', 'merge-base'])

export function makeBareRepository(defaultBranch: string): BareRepository {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'nehemvix-github-')))
  const run = (args: readonly string[], input: string | Buffer = '', env: Readonly<Record<string, string>> = {}): Buffer =>
    execFileSync('git', ['-C', folder, ...args], {
      input,
      maxBuffer: 1 << 30,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', ...PERSON, ...env },
    })
  const known = new Map<string, Buffer>()
  /** What a whole id names never changes: a third of all questions is asked again. */
  const look = (args: readonly string[]): Buffer => {
    const isLasting = LASTING.has(args[0] ?? '') && /^[0-9a-f]{40}(\^\{tree\})?$/.test(args.at(-1) ?? '')
    const key = args.join('\0')
    const answer = known.get(key) ?? run(args)
    if (isLasting) known.set(key, answer)
    return answer
  }
  const git: BareRepository['git'] = (args, input, env) =>
    (input === undefined && env === undefined ? look(args) : run(args, input, env)).toString().replace(/\n$/, '')
  const ask = (...args: string[]) => {
    try {
      return git(args)
    } catch {
      return null
    }
  }
  git(['init', '--quiet', '--bare', '--initial-branch', defaultBranch])
  git(['config', 'uploadpack.allowAnySHA1InWant', 'true'])
  return {
    folder,
    git,
    ask,
    bytes: (...args) => look(args),
    resolve: (revision) => ask('rev-parse', '--verify', '--quiet', '--end-of-options', revision),
    commit: (branch, files, how = {}) => {
      const head = how.from ?? ask('rev-parse', '--verify', '--quiet', `refs/heads/${branch}`)
      git(['fast-import', '--quiet', '--force', '--date-format=raw-permissive'], commitStream(branch, files, head, how))
      return git(['rev-parse', `refs/heads/${branch}`])
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const PERSON = {
  GIT_AUTHOR_NAME: 'octocat',
  GIT_AUTHOR_EMAIL: 'octocat@users.noreply.github.com',
  GIT_COMMITTER_NAME: 'GitHub',
  GIT_COMMITTER_EMAIL: 'noreply@github.com',
}

function commitStream(
  branch: string,
  files: Readonly<Record<string, string | Buffer | null>>,
  head: string | null,
  { message = 'change', author = 'octocat' }: CommitHow,
): Buffer {
  const data = (content: string | Buffer) => [
    Buffer.from(`data ${Buffer.byteLength(content)}\n`),
    Buffer.from(content),
    Buffer.from('\n'),
  ]
  const who = `${author} <${author}@users.noreply.github.com> ${Math.floor(Date.now() / 1000)} +0000`
  const parts = [
    Buffer.from(`commit refs/heads/${branch}\ncommitter ${who}\n`),
    ...data(message),
    Buffer.from(head ? `from ${head}\n` : ''),
    ...Object.entries(files).flatMap(([path, content]) =>
      content === null
        ? [Buffer.from(`D ${JSON.stringify(path)}\n`)]
        : [Buffer.from(`M 100644 inline ${JSON.stringify(path)}\n`), ...data(content)],
    ),
  ]
  return Buffer.concat(parts)
}
