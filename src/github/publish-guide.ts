// The guide on GitHub: one commit on its own branch, and a pull request.
import { Refusal } from '../refusal.ts'
import { type GitHub, ONCE, type Repository } from './client.ts'
import { readFailure } from './failure.ts'
import { GUIDE_TRAILER, type GuideBranch, pushBranch, readGuideBranch } from './guide-branch.ts'
import {
  blobSha,
  cleanGuidePath,
  findStale,
  type GuideFile,
  type GuideFolder,
  holdsAll,
  readGuideFolder,
  readText,
} from './guide-folder.ts'
import { putPullRequest } from './guide-pull-request.ts'

export type { GuideFile } from './guide-folder.ts'
export { PULL_REQUEST_SETTING } from './guide-pull-request.ts'

export interface GuideToPublish {
  readonly branch: string
  /** The branch that the pull request targets. */
  readonly base: string
  /** The commit of the base that the guide describes. */
  readonly baseCommit: string
  /** The guide's folder in the repository. */
  readonly guidePath: string
  /** All of the guide. Other files of the folder stay, but for those of ours that the guide has no longer. */
  readonly files: readonly GuideFile[]
  readonly title: string
  /** Safe Markdown. */
  readonly body: string
  readonly isDraft: boolean
  readonly message: string
  /** What we last pushed, by the record; null: not known. */
  readonly lastHead: string | null
  /** Whether a text carries our digest and nobody has changed it since. */
  readonly isOurs: (text: string) => boolean
}

export type GuidePublication =
  | {
      readonly kind: 'opened' | 'updated' | 'unchanged'
      readonly pullRequest: number
      readonly url: string
      readonly isDraft: boolean
    }
  | { readonly kind: 'branch only'; readonly url: string; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string; readonly next: string }
  /** The base has this very guide already. */
  | { readonly kind: 'nothing to publish' }

export interface PublishedGuide {
  readonly publication: GuidePublication
  /** What stands on the branch now, for the record; null: nothing of ours was seen there. */
  readonly head: string | null
  readonly notices: readonly string[]
}

type Commit =
  | { readonly kind: 'pushed' | 'standing'; readonly head: string; readonly notices: readonly string[] }
  | { readonly kind: 'nothing'; readonly head: string | null }
  | { readonly kind: 'refused'; readonly reason: string; readonly next: string }

const MOST_TRIES = 3

/** Never throws for what GitHub answers, never forces a push, and makes no commit where the branch holds this guide already. */
export async function publishGuide(github: GitHub, repository: Repository, guide: GuideToPublish): Promise<PublishedGuide> {
  const commit = await commitGuide(github, repository, guide)
  if (commit.kind === 'refused') return { publication: commit, head: null, notices: [] }
  if (commit.kind === 'nothing') return { publication: { kind: 'nothing to publish' }, head: commit.head, notices: [] }
  const put = await putPullRequest(github, repository, guide)
  if (put.kind === 'no difference')
    return { publication: { kind: 'nothing to publish' }, head: commit.head, notices: commit.notices }
  if (put.kind === 'branch only') return { publication: put, head: commit.head, notices: commit.notices }
  const { notices, ...publication } = put
  const kind = commit.kind === 'pushed' && put.kind === 'unchanged' ? 'updated' : put.kind
  return { publication: { ...publication, kind }, head: commit.head, notices: [...commit.notices, ...notices] }
}

async function commitGuide(github: GitHub, repository: Repository, asked: GuideToPublish): Promise<Commit> {
  const ownHeads = asked.lastHead === null ? [] : [asked.lastHead]
  try {
    const guide = { ...asked, guidePath: cleanGuidePath(asked.guidePath) }
    for (const { path } of guide.files)
      if (/[/\\\0]|^\.{0,2}$/.test(path)) throw new Error(`not a plain file name: ${JSON.stringify(path)}`)
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const branch = await readGuideBranch(github, repository, { ...guide, ownHeads })
      if (branch.kind === 'foreign') return { ...branch, kind: 'refused' }
      const commit = await makeCommit(github, repository, guide, branch)
      if (commit.kind !== 'made') return commit
      ownHeads.push(commit.sha)
      const head = branch.kind === 'missing' ? null : branch.head
      const push = await pushBranch(github, repository, { branch: guide.branch, head, commit: commit.sha })
      if (push.kind === 'refused') return push
      if (push.kind === 'pushed') return { kind: 'pushed', head: commit.sha, notices: commit.notices }
    }
    const reason = `Somebody else moves the branch ${guide.branch} at the same time, or GitHub has trouble.`
    return { kind: 'refused', reason, next: 'Resume later: everything is kept.' }
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', reason: error.message, next: error.next ?? '' }
    const failure = readFailure(error)
    const isDenied = failure.limitedForSeconds === null && [403, 404].includes(failure.status ?? 0)
    return {
      kind: 'refused',
      reason: `The guide could not be committed: ${failure.message}`,
      next: isDenied ? 'Give the token the permission `contents: write`.' : 'Resume later: everything is kept.',
    }
  }
}

type Made =
  | { readonly kind: 'made'; readonly sha: string; readonly notices: readonly string[] }
  | Exclude<Commit, { kind: 'pushed' }>

async function makeCommit(
  github: GitHub,
  repository: Repository,
  guide: GuideToPublish,
  branch: Exclude<GuideBranch, { kind: 'foreign' }>,
): Promise<Made> {
  const { baseCommit, guidePath, files, message } = guide
  const read = (commit: string) => readGuideFolder(github, repository, commit, guidePath)
  const isCurrent = async (folder: GuideFolder) =>
    holdsAll(folder, files) && (await findStale(github, repository, folder, guide)).length === 0
  const base = await read(baseCommit)
  const isInBase = await isCurrent(base)
  const head = branch.kind === 'missing' ? null : branch.head
  if (isInBase && (branch.kind === 'missing' || branch.isMerged)) return { kind: 'nothing', head }
  if (branch.kind === 'ours' && !branch.isMerged && (await isCurrent(await read(branch.head)))) {
    if (isInBase) return { kind: 'nothing', head }
    // Where the base's own guide has changed since, the same files must be committed on top of it to stay mergeable.
    const isInConflict =
      branch.from === baseCommit && (branch.mergeBase === null || !isSameFolder(await read(branch.mergeBase), base))
    if (!isInConflict) return { kind: 'standing', head: branch.head, notices: [] }
  }
  const from = branch.from === baseCommit ? base : await read(branch.from)
  const entries = await treeEntries(github, repository, guide, from)
  const tree = await github.rest.git.createTree({ ...repository, base_tree: from.treeSha, tree: entries, ...ONCE })
  // Without an author GitHub signs what an app or GITHUB_TOKEN commits.
  const commit = await github.rest.git.createCommit({
    ...repository,
    message: `${message.trimEnd()}\n\n${GUIDE_TRAILER}`,
    tree: tree.data.sha,
    parents: [...branch.parents],
    ...ONCE,
  })
  const notices = branch.from === baseCommit ? await replacedByHand(github, repository, guide, base) : []
  return { kind: 'made', sha: commit.data.sha, notices }
}

async function treeEntries(github: GitHub, repository: Repository, guide: GuideToPublish, from: GuideFolder) {
  const place = (name: string) => (guide.guidePath === '' ? name : `${guide.guidePath}/${name}`)
  const stale = await findStale(github, repository, from, guide)
  const file = { mode: '100644', type: 'blob' } as const
  return [
    ...guide.files.map(({ path, text }) => ({ ...file, path: place(path), content: text })),
    ...stale.map((name) => ({ ...file, path: place(name), sha: null })),
  ]
}

/** What people have written in the base is replaced only by way of a pull request, and said. */
async function replacedByHand(
  github: GitHub,
  repository: Repository,
  guide: GuideToPublish,
  base: GuideFolder,
): Promise<string[]> {
  const notices: string[] = []
  for (const { path, text } of guide.files) {
    const standing = base.files.get(path)
    if (standing === undefined || standing.sha === blobSha(text)) continue
    if (standing.mode.startsWith('100') && guide.isOurs(await readText(github, repository, standing.sha))) continue
    notices.push(`${path} on ${guide.base} was edited by hand or not written by Nehemvix; the pull request would replace it.`)
  }
  return notices
}

function isSameFolder(left: GuideFolder, right: GuideFolder): boolean {
  return left.files.size === right.files.size && [...left.files].every(([name, { sha }]) => right.files.get(name)?.sha === sha)
}
