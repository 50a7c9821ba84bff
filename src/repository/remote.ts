import { runGit } from './git.ts'

export interface Remote {
  /** `https://github.com/owner/name`, or null for every other host. */
  readonly webUrl: string | null
  /** The last part of the address, without `.git`; null for a path on this machine. */
  readonly name: string | null
}

const NO_REMOTE: Remote = { webUrl: null, name: null }

/** The remote `origin`, else the only one. */
export async function readRemote(root: string): Promise<Remote> {
  const names = (await runGit(root, ['remote'])).toString('utf8').split('\n').filter(Boolean)
  const name = names.includes('origin') ? 'origin' : names.length === 1 ? names[0] : undefined
  if (name === undefined) return NO_REMOTE
  // A remote may have settings but no address.
  const address = await runGit(root, ['remote', 'get-url', '--', name]).catch(() => null)
  return address === null ? NO_REMOTE : parseRemote(address.toString('utf8').split('\n')[0] ?? '')
}

/** Understands `https://`, `ssh://`, `git://` and `git@host:path` addresses. User names and passwords are dropped. */
export function parseRemote(address: string): Remote {
  const withScheme = /^(?:https?|ssh|git(?:\+ssh)?):\/\/(?:[^/]*@)?([^/:@]+)(?::\d+)?\/(.+)$/i.exec(address)
  // `host:path`; one letter before the colon is a drive of Windows.
  const withColon = /^(?:[^/\s@]+@)?([^/\s@:]{2,}):(?!\/\/)\/?(.+)$/.exec(address)
  const [, host = '', rest = ''] = withScheme ?? withColon ?? []
  const path = rest
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/i, '')
  const parts = path.split('/').filter(Boolean)
  const name = parts.at(-1)
  if (host === '' || name === undefined) return NO_REMOTE
  const isGitHub = /^(?:(?:www|ssh)\.)?github\.com$/i.test(host)
  const isPlain = parts.length === 2 && parts.every((part) => /^[\w.-]+$/.test(part) && part !== '.' && part !== '..')
  return { webUrl: isGitHub && isPlain ? `https://github.com/${parts[0]}/${name}` : null, name }
}
