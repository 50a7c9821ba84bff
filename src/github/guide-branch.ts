// Whose the guide's branch is, and on what the next commit stands. The branch is never forced: a push that comes in between makes ours fail.
import { type GitHub, ONCE, type Repository } from './client.ts'
import { readFailure } from './failure.ts'
import { readText } from './guide-folder.ts'

/** In every commit that we make on a guide's branch. Anyone may write it: alone it proves nothing. */
export const GUIDE_TRAILER = 'Nehemvix-Guide: 1'

export type GuideBranch =
  | { readonly kind: 'missing'; readonly parents: readonly string[]; readonly from: string }
  | {
      readonly kind: 'ours'
      readonly head: string
      readonly parents: readonly string[]
      /** The commit whose other files the next one has. */
      readonly from: string
      /** Nothing stands on it that the base does not have. */
      readonly isMerged: boolean
      /** Where the branch left the base; null: nowhere. */
      readonly mergeBase: string | null
    }
  | { readonly kind: 'foreign'; readonly reason: string; readonly next: string }

export interface BranchQuestion {
  readonly branch: string
  readonly base: string
  readonly baseCommit: string
  readonly guidePath: string
  /** Heads that we pushed ourselves. */
  readonly ownHeads: readonly string[]
  readonly isOurs: (text: string) => boolean
}

const MOST_FILES = 50

export async function readGuideBranch(github: GitHub, repository: Repository, question: BranchQuestion): Promise<GuideBranch> {
  const { branch, baseCommit, ownHeads } = question
  const head = await readBranchHead(github, repository, branch)
  if (head === null) return { kind: 'missing', parents: [baseCommit], from: baseCommit }
  const relation = await compare(github, repository, baseCommit, head)
  const mergeBase = relation?.merge_base_commit.sha ?? null
  const ours = { kind: 'ours', head, mergeBase, from: baseCommit } as const
  if (relation?.status === 'identical' || relation?.status === 'behind') return { ...ours, parents: [baseCommit], isMerged: true }
  if (!ownHeads.includes(head)) {
    const reason = await whyForeign(github, repository, head, question)
    if (reason !== null) {
      const next = `Merge or delete the branch ${branch}, or set another guide-branch; then the guide is published by the next run.`
      return { kind: 'foreign', reason, next }
    }
  }
  // The base has not moved since: one more commit on top. Else its other files must be the base's and the base a parent as well: with the
  // branch's head as the only parent the pull request would show everything that came into the base since, or stand in conflict with
  // a guide that was merged by squashing.
  if (relation?.status === 'ahead') return { ...ours, from: head, parents: [head], isMerged: false }
  return { ...ours, parents: [head, baseCommit], isMerged: false }
}

/** null: there is no such branch. */
export async function readBranchHead(github: GitHub, repository: Repository, branch: string): Promise<string | null> {
  try {
    const { data } = await github.rest.git.getRef({ ...repository, ref: `heads/${branch}` })
    return data.ref === `refs/heads/${branch}` ? data.object.sha : null
  } catch (error) {
    if (readFailure(error).status === 404) return null
    throw error
  }
}

export type Push =
  | { readonly kind: 'pushed' | 'raced' }
  | { readonly kind: 'refused'; readonly reason: string; readonly next: string }

/** Puts the branch on a commit that has its head among its ancestors. */
export async function pushBranch(
  github: GitHub,
  repository: Repository,
  { branch, head, commit }: { readonly branch: string; readonly head: string | null; readonly commit: string },
): Promise<Push> {
  try {
    if (head === null) await github.rest.git.createRef({ ...repository, ref: `refs/heads/${branch}`, sha: commit, ...ONCE })
    else await github.rest.git.updateRef({ ...repository, ref: `heads/${branch}`, sha: commit, force: false, ...ONCE })
    return { kind: 'pushed' }
  } catch (error) {
    const failure = readFailure(error)
    const standing = await readBranchHead(github, repository, branch)
    if (standing === commit) return { kind: 'pushed' }
    if (failure.mayHaveHappened || standing !== head) return { kind: 'raced' }
    const isRule = failure.status === 422 || failure.status === 409 || /\bGH0\d\d\b|\brule|\bprotected\b/i.test(failure.message)
    return {
      kind: 'refused',
      reason: `GitHub refuses the push to ${branch}: ${failure.message}`,
      next: isRule
        ? `Let the token past the rule for ${branch} (Settings > Rules, or Settings > Branches), or set another guide-branch.`
        : 'Give the token the permission `contents: write`.',
    }
  }
}

/**
 * Null where all that stands on the branch beside the base was written by us, though no record says so: each commit has our trailer or only
 * brings the base in, and each file that differs is in the guide's folder and carries our digest. Else what is a person's.
 */
async function whyForeign(
  github: GitHub,
  repository: Repository,
  head: string,
  { branch, base, guidePath, isOurs }: BranchQuestion,
): Promise<string | null> {
  const relation = await compare(github, repository, base, head)
  if (relation === null) return `The branch ${branch} has no commit in common with ${base}.`
  const { commits, files = [], total_commits: total } = relation
  const strange = commits.filter(({ commit, parents }) => !hasTrailer(commit.message) && parents.length < 2)
  if (strange.length > 0) {
    const people = [...new Set(strange.map(({ author, commit }) => author?.login ?? commit.author?.name ?? 'somebody'))]
    const newest = strange.at(-1)?.sha.slice(0, 7)
    return `On the branch ${branch} stand commits of ${people.join(', ')} (${strange.length}, the newest ${newest}); they are not overwritten.`
  }
  if (commits.length < total || files.length > MOST_FILES)
    return `The branch ${branch} is too far from ${base} to tell whose it is (${total} commits).`
  for (const { filename, status, sha } of files) {
    const isInside = guidePath === '' || filename.startsWith(`${guidePath}/`)
    const isWritten =
      isInside && status !== 'removed' ? sha !== null && isOurs(await readText(github, repository, sha)) : isInside
    if (!isWritten) return `On the branch ${branch} ${filename} is not as Nehemvix wrote it; it is not overwritten.`
  }
  return null
}

function hasTrailer(message: string): boolean {
  return message.trimEnd().split('\n').at(-1) === GUIDE_TRAILER
}

async function compare(github: GitHub, repository: Repository, from: string, to: string) {
  try {
    const { data } = await github.rest.repos.compareCommitsWithBasehead({ ...repository, basehead: `${from}...${to}` })
    return data
  } catch (error) {
    if (readFailure(error).status === 404) return null
    throw error
  }
}
