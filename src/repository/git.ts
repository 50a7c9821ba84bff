// The only place that starts git. The repository is not trusted: no shell, no hooks, no pager, no network, no filters.
import { type ChildProcess, spawn } from 'node:child_process'
import { Refusal } from '../refusal.ts'

/** Given on the command line, so that it outranks whatever the repository's own configuration says. */
const SAFE_SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.pager=cat',
  'core.attributesFile=/dev/null',
  'core.sparseCheckout=false',
  // A split index would be written beside the repository's own, which may be read-only.
  'core.splitIndex=false',
  'core.quotePath=false',
  'credential.helper=',
  'diff.external=',
  'gc.auto=0',
  'protocol.allow=never',
  // A folder that merely looks like a repository, laid into the tree, is not taken for one.
  'safe.bareRepository=explicit',
  'submodule.recurse=false',
]

/** What a person or a CI job sets on purpose, as `safe.directory`; a hook or `git -c` sets none of these. */
const KEPT_VARIABLES =
  /^GIT_(?:CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM|EXEC_PATH)$/

/** git ended with an error. Only this folder sees it; `refuse-git-failure.ts` turns it into a Refusal. */
export class GitFailure extends Error {
  override readonly name = 'GitFailure'
  readonly stderr: string
  constructor(args: readonly string[], exitCode: number | null, stderr: string) {
    super(`git ${args[0]} ended with ${exitCode ?? 'a signal'}: ${stderr.trim()}`)
    this.stderr = stderr
  }
}

export interface GitOptions {
  readonly input?: string
  /** Variables on top of the safe environment, such as a temporary GIT_INDEX_FILE. */
  readonly environment?: Readonly<Record<string, string>>
}

/** The process's own variables without those that would point git at another repository, as inside a hook. */
export function gitEnvironment(inherited: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const kept = Object.entries(inherited).filter(([name]) => !name.startsWith('GIT_') || KEPT_VARIABLES.test(name))
  return {
    ...Object.fromEntries(kept),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    // Before 2.45 git knows no GIT_NO_LAZY_FETCH: a partial clone would fetch what it lacks, and `protocol.ext.allow` of its own configuration
    // outranks our `protocol.allow`: any program could be named. This outranks both; no protocol has this name.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_ATTR_NOSYSTEM: '1',
    // Messages are told apart by their English words; git has no error codes.
    LC_ALL: 'C',
    LANGUAGE: '',
  }
}

/** Starts git in `directory` with its three streams as pipes. The caller ends it. */
export function startGit(directory: string, args: readonly string[], options: GitOptions = {}): ChildProcess {
  const settings = SAFE_SETTINGS.flatMap((setting) => ['-c', setting])
  return spawn('git', ['-C', directory, '--no-pager', ...settings, ...args], {
    env: { ...gitEnvironment(), ...options.environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
}

/**
 * Runs git to its end and returns its standard output as bytes.
 * Throws GitFailure where it ends with an error, and a Refusal where git is not installed.
 */
export function runGit(directory: string, args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = startGit(directory, args, options)
    const output: Buffer[] = []
    const complaints: Buffer[] = []
    child.stdout?.on('data', (bytes: Buffer) => output.push(bytes))
    child.stderr?.on('data', (bytes: Buffer) => complaints.push(bytes))
    child.on('error', (error) => reject(refuseToStart(error)))
    child.on('close', (exitCode) => {
      if (exitCode === 0) resolve(Buffer.concat(output))
      else reject(new GitFailure(args, exitCode, Buffer.concat(complaints).toString('utf8')))
    })
    // git may end before it has read everything; its exit code says so.
    child.stdin?.on('error', () => {})
    child.stdin?.end(options.input ?? '')
  })
}

/** An error of `spawn` itself. The folder is given with -C, so ENOENT can only mean git. */
export function refuseToStart(error: Error): Error {
  if ('code' in error && error.code === 'ENOENT') {
    return new Refusal('git is not installed, or not on the PATH.', 'git --version')
  }
  return error
}
