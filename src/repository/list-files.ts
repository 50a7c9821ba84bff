// What a commit or a work tree holds, before any rule is applied.
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { type GitOptions, runGit } from './git.ts'

export interface ListedFile {
  /** From the root, with `/`; where its bytes are not UTF-8, with replacement characters, and then `unreadable`. */
  readonly path: string
  readonly kind: 'file' | 'symbolic link' | 'submodule' | 'unreadable'
  readonly sizeBytes: number
  /** null in a work tree: not known before the file is read. */
  readonly contentHash: string | null
  /** Why an unreadable one is; else empty. */
  readonly detail: string
  /** Whether git keeps it: in a work tree lie also files that nobody has added. */
  readonly isTracked: boolean
}

const REGULAR = /^100/

/** All entries of a commit's tree. */
export async function listCommit(root: string, commit: string): Promise<ListedFile[]> {
  const listing = await runGit(root, ['ls-tree', '-r', '-l', '-z', '--full-tree', commit])
  return splitRecords(listing).map((record) => {
    // `<mode> <type> <object> <size, padded>\t<path>`; a path may hold tabs of its own.
    const tab = record.indexOf(9)
    const [mode = '', type = '', object = '', size = ''] = record.toString('latin1', 0, tab).split(/ +/)
    const kind = type === 'commit' ? 'submodule' : REGULAR.test(mode) ? 'file' : 'symbolic link'
    // A partial clone has `BAD` for the size of what it lacks.
    return listed(record.subarray(tab + 1), { kind, sizeBytes: Number(size) || 0, contentHash: object, isTracked: true })
  })
}

/**
 * The files as they lie: tracked ones that still exist, and untracked ones that are not ignored.
 * A folder is followed only if it is none that a symbolic link stands for: git would not see those files either.
 */
export async function listWorktree(root: string, options: GitOptions = {}): Promise<ListedFile[]> {
  const [tracked, untracked] = await Promise.all([
    runGit(root, ['ls-files', '-z', '--stage', '--full-name'], options),
    runGit(root, ['ls-files', '-z', '--others', '--exclude-standard', '--full-name'], options),
  ])
  // A path in conflict stands in the index up to three times.
  const entries = new Map<string, { path: Buffer; isSubmodule: boolean; isTracked: boolean }>()
  for (const record of splitRecords(tracked)) {
    const path = record.subarray(record.indexOf(9) + 1)
    entries.set(path.toString('latin1'), { path, isSubmodule: record.toString('latin1', 0, 6) === '160000', isTracked: true })
  }
  for (const record of splitRecords(untracked)) {
    // A trailing slash: a repository of its own inside this one.
    const isSubmodule = record.at(-1) === 47
    const path = isSubmodule ? record.subarray(0, -1) : record
    entries.set(path.toString('latin1'), { path, isSubmodule, isTracked: false })
  }
  const isRealFolder = folderCheck(root)
  const files = await Promise.all([...entries.values()].map((entry) => look(root, entry, isRealFolder)))
  return files.filter((file) => file !== null)
}

async function look(
  root: string,
  { path, isSubmodule, isTracked }: { path: Buffer; isSubmodule: boolean; isTracked: boolean },
  isRealFolder: (folder: string) => Promise<boolean>,
): Promise<ListedFile | null> {
  const plain = listed(path, { kind: isSubmodule ? 'submodule' : 'file', sizeBytes: 0, contentHash: null, isTracked })
  if (plain.kind !== 'file') return plain
  const slash = plain.path.lastIndexOf('/')
  if (!(await isRealFolder(plain.path.slice(0, Math.max(slash, 0))))) return null
  const entry = await lstat(join(root, plain.path)).catch(() => null)
  // Deleted, or a folder has taken its place.
  if (entry === null || entry.isDirectory()) return null
  if (entry.isSymbolicLink()) return { ...plain, kind: 'symbolic link' }
  if (!entry.isFile()) return { ...plain, kind: 'unreadable', detail: 'not a regular file' }
  return { ...plain, sizeBytes: entry.size }
}

/** Whether a folder, and each one above it up to the root, is really a folder. Asked once for each. */
function folderCheck(root: string): (folder: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>([['', Promise.resolve(true)]])
  const check = (folder: string): Promise<boolean> => {
    let answer = known.get(folder)
    if (!answer) {
      answer = check(folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))).then(async (isParentReal) => {
        if (!isParentReal) return false
        const entry = await lstat(join(root, folder)).catch(() => null)
        return entry?.isDirectory() ?? false
      })
      known.set(folder, answer)
    }
    return answer
  }
  return check
}

function listed(path: Buffer, known: Omit<ListedFile, 'path' | 'detail'>): ListedFile {
  const text = path.toString('utf8')
  const unreadable = (detail: string): ListedFile => ({ ...known, path: text, kind: 'unreadable', detail })
  if (text.includes('\ufffd') && !Buffer.from(text, 'utf8').equals(path)) return unreadable('its name is not UTF-8')
  // A tree can be made by hand to hold what `git add` would never take.
  if (/(?:^|\/)(?:\.{0,2}|\.git)(?:\/|$)/i.test(text)) return unreadable('its path leaves the repository')
  return { ...known, path: text, detail: '' }
}

function splitRecords(listing: Buffer): Buffer[] {
  const records: Buffer[] = []
  for (let start = 0; start < listing.length; ) {
    const end = listing.indexOf(0, start)
    records.push(listing.subarray(start, end))
    start = end + 1
  }
  return records
}
