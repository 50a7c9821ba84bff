// Title and body of the guide's pull request.
import { cutMarkdown } from '../github/safe-text.ts'
import { SKIP_REASONS, type SkipReason } from '../vocabulary.ts'
import { LONGEST_BODY } from './answers.ts'
import { codeSpan } from './code-span.ts'
import { commandBlock } from './command-block.ts'
import { costBlocks, sayGrounding, sayWriters } from './outcome-blocks.ts'
import { progressBar } from './progress-bar.ts'
import type { Report } from './report.ts'
import { count, sayMoney, sayOrigin, saySafe, table } from './report-words.ts'

/** Longer lists are cut, with a count. */
const MOST_NAMES = 30

/** Against the guide that stood there before, by section or file; null in `PullRequestFacts`: there was none. */
export interface GuideChanges {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
}

export interface PullRequestFacts {
  /** The guide is unfinished. */
  readonly isDraft: boolean
  /** The guide's folder, from the root. */
  readonly guidePath: string
  /** The pull request where it was asked for, if that is another one; GitHub then shows this one there. */
  readonly askedOn?: number | null
  readonly changes: GuideChanges | null
  readonly skipped: readonly { readonly path: string; readonly reason: SkipReason }[]
}

/** `title` is plain text. `now` is for the words of moments. */
export function renderPullRequest(
  report: Report,
  facts: PullRequestFacts,
  now: Date = new Date(),
): { readonly title: string; readonly body: string } {
  const name = report.repository.split('/').at(-1) ?? report.repository
  const blocks = [
    ...sayWhat(report, facts),
    ...headed('How far it can be trusted', sayGrounding(report)),
    ...headed('Who wrote it, and what it cost', [...sayWriters(report), ...costBlocks(report)]),
    ...headed('What changed since the last guide', sayChanges(facts)),
    ...headed('What was not read', saySkipped(facts)),
    ...headed('How to refresh it', sayRefresh(facts)),
    sayOrigin(report, now),
  ]
  return {
    title: `docs: guide to ${name}${facts.isDraft ? ' (unfinished)' : ''}`,
    body: cutMarkdown(`${blocks.join('\n\n')}\n`, LONGEST_BODY),
  }
}

function headed(title: string, blocks: readonly string[]): string[] {
  return blocks.length === 0 ? [] : [`### ${title}`, ...blocks]
}

function sayWhat(
  { result, repository, sourceCommit }: Report,
  { isDraft, guidePath, askedOn = null }: PullRequestFacts,
): string[] {
  const commit = sourceCommit === null ? '' : ` at ${codeSpan(sourceCommit.slice(0, 7))}`
  const what = `A guide to ${codeSpan(repository)}${commit}, in ${codeSpan(guidePath)}${askedOn === null ? '' : `, as asked for on #${askedOn}`}.`
  if (!isDraft) return [`${what} Read it as you would read any other change: nobody has checked its claims but you.`]
  const units = result.units === null ? [] : [`${progressBar(result.units)}. ${sayMoney(result)}.`]
  return [
    `**Unfinished.** ${what} Sections that are not written yet say so. This stays a draft until all are, and what it costs is asked for first, in a comment below.`,
    ...units,
  ]
}

function sayChanges({ changes, isDraft }: PullRequestFacts): string[] {
  if (changes === null) return isDraft ? [] : ['There was no guide before.']
  const lines = (['added', 'changed', 'removed'] as const).flatMap((kind) =>
    changes[kind].length === 0 ? [] : [`- ${kind}: ${sayNames(changes[kind])}`],
  )
  return [lines.length === 0 ? 'Nothing but what is said about the guide itself.' : lines.join('\n')]
}

function sayNames(names: readonly string[]): string {
  const more = names.length > MOST_NAMES ? `, and ${names.length - MOST_NAMES} more` : ''
  return `${names
    .slice(0, MOST_NAMES)
    .map((name) => saySafe(name, 120))
    .join(', ')}${more}`
}

/** By reason, with a few names; the whole list stands in the guide's index. */
function saySkipped({ skipped, guidePath }: PullRequestFacts): string[] {
  if (skipped.length === 0) return ['Every tracked file was read.']
  const rows = SKIP_REASONS.flatMap((reason) => {
    const paths = skipped.filter((one) => one.reason === reason).map((one) => one.path)
    const few = paths.slice(0, 3).map((path) => codeSpan(path))
    return paths.length === 0 ? [] : [[reason, `${paths.length}`, `${few.join(', ')}${paths.length > 3 ? ', …' : ''}`]]
  })
  return [
    `${count(skipped.length, 'tracked file was', 'tracked files were')} not read; ${codeSpan(`${guidePath}/README.md`)} lists them.`,
    ...table(['Why', 'Files', 'Such as'], rows),
  ]
}

function sayRefresh({ isDraft }: PullRequestFacts): string[] {
  const what = isDraft
    ? 'To go on with it, type in a comment here:'
    : 'Once it is out of date, type in a comment on any pull request of this repository:'
  return [
    `${what}`,
    commandBlock([isDraft ? '/nehemvix status' : '/nehemvix run']),
    'Only what changed is asked for, and paid for, again. A commit of yours on this branch is never overwritten: the next run stops and says so.',
  ]
}
