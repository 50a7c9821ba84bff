// The record is a chain of commits, and moving the ref without force is compare-and-swap: of two that move it at once one is told so.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type GitHub, ONCE, type Repository } from './client.ts'
import { readFailure } from './failure.ts'
import { isEmptyRepository, RECORD_FILE, readRecord, rememberRecord } from './read-record.ts'
import { EMPTY_RECORD, MOST_HANDLED, MOST_JOBS, parseRecord, RECORD_REF, type StateRecord } from './state-record.ts'

export type RecordMove =
  | { readonly kind: 'moved'; readonly record: StateRecord; readonly head: string }
  | { readonly kind: 'unchanged'; readonly record: StateRecord }
  | { readonly kind: 'lost'; readonly why: string }

/** A commit that may have become the head. */
interface Move {
  readonly record: StateRecord
  readonly head: string
}

type Try =
  | { readonly kind: 'moved'; readonly move: Move }
  /** Somebody else was faster. */
  | { readonly kind: 'raced'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string; readonly move: Move | null }
  | { readonly kind: 'denied'; readonly why: string }

const MOST_RACES = 8
const MOST_FAILURES = 3
const AUTHOR = { name: 'nehemvix', email: 'noreply@nehemvix.invalid' }
const RULE = /\bGH0\d\d\b|\brule violations?\b|\bprotected (?:branch|ref)\b|\bcannot (?:create|update) ref\b/i

/**
 * Puts `change(record)` in the place of the record. `change` is called again on the newest record each time somebody else was faster, at
 * most 8 times; null leaves the record as it is. A record that can't be read is replaced only where `replaces` is what stands there, as a
 * person has decided: the new one is put on top. Never throws for what GitHub answers.
 */
export async function moveRecord(
  github: GitHub,
  repository: Repository,
  change: (record: StateRecord) => StateRecord | null,
  { replaces = null }: { readonly replaces?: string | null } = {},
): Promise<RecordMove> {
  const unsettled: Move[] = []
  let hadRecord = false
  let why = ''
  for (let races = 0, failures = 0; races < MOST_RACES && failures < MOST_FAILURES; ) {
    if (races + failures > 0) await sleep(50 + Math.random() * 250 * (races + failures))
    const read = await readRecord(github, repository)
    const isReplaced = read.kind === 'unreadable' && read.head !== null && read.head === replaces
    if (read.kind === 'unreadable' && !isReplaced) {
      if (!read.mayPass) return { kind: 'lost', why: read.why }
      why = read.why
      failures += 1
      continue
    }
    if (read.kind === 'none' && hadRecord) return { kind: 'lost', why: `${RECORD_REF} was deleted while it was being moved` }
    hadRecord ||= read.kind === 'record'
    const landed = read.kind === 'record' ? await findLanded(github, repository, unsettled, read.head) : null
    if (landed === 'unknown') {
      failures += 1
      continue
    }
    if (landed !== null) return { kind: 'moved', ...landed }
    const before = read.kind === 'record' ? read.record : EMPTY_RECORD
    const changed = change(before)
    const next = changed === null ? null : prune(changed)
    if (next === null || JSON.stringify(next) === JSON.stringify(before)) return { kind: 'unchanged', record: before }
    if (parseRecord(JSON.stringify(next)) === null)
      return { kind: 'lost', why: 'the changed record does not hold to its own schema' }
    const tried = await tryMove(github, repository, next, read.kind === 'none' ? null : read.head)
    if (tried.kind === 'moved') return { kind: 'moved', ...tried.move }
    why = tried.why
    if (tried.kind === 'denied') break
    if (tried.kind === 'raced') races += 1
    else failures += 1
    if (tried.kind === 'failed' && tried.move !== null) unsettled.push(tried.move)
  }
  return { kind: 'lost', why }
}

/** Both lists are newest first. */
function prune(record: StateRecord): StateRecord {
  return { ...record, jobs: record.jobs.slice(0, MOST_JOBS), handled: record.handled.slice(0, MOST_HANDLED) }
}

async function tryMove(github: GitHub, repository: Repository, record: StateRecord, parent: string | null): Promise<Try> {
  let move: Move | null = null
  try {
    const content = `${JSON.stringify(record, null, 2)}\n`
    const file = { path: RECORD_FILE, mode: '100644', type: 'blob', content } as const
    const tree = await github.rest.git.createTree({ ...repository, tree: [file], ...ONCE })
    const commit = await github.rest.git.createCommit({
      ...repository,
      message: describe(record),
      tree: tree.data.sha,
      parents: parent === null ? [] : [parent],
      author: AUTHOR,
      ...ONCE,
    })
    move = { record, head: commit.data.sha }
    if (parent === null) await github.rest.git.createRef({ ...repository, ref: RECORD_REF, sha: move.head, ...ONCE })
    else
      await github.rest.git.updateRef({
        ...repository,
        ref: RECORD_REF.replace('refs/', ''),
        sha: move.head,
        force: false,
        ...ONCE,
      })
    rememberRecord(github, move.head, move.record)
    return { kind: 'moved', move }
  } catch (error) {
    return readTry(error, move)
  }
}

/** The last line tells two moves apart that change the same thing in the same second: their commits would have one id. */
function describe({ sequence, jobs }: StateRecord): string {
  return `state ${sequence}: ${jobs[0]?.status ?? 'no job'}\n\nMove: ${randomUUID()}`
}

function readTry(error: unknown, move: Move | null): Try {
  const failure = readFailure(error)
  const why = `the record on ${RECORD_REF} can't be moved: ${failure.message}`
  if (failure.limitedForSeconds !== null) return { kind: 'denied', why }
  if (failure.mayHaveHappened) return { kind: 'failed', why, move }
  if (failure.status === 401) return { kind: 'denied', why }
  if (failure.status === 403 || failure.status === 404)
    return { kind: 'denied', why: `${why} (the token needs \`contents: write\`)` }
  if (isEmptyRepository(failure) || RULE.test(failure.message) || move === null) return { kind: 'denied', why }
  return { kind: 'raced', why }
}

/** The one of our unsettled commits that became the head, whatever was put on top of it since. */
async function findLanded(
  github: GitHub,
  repository: Repository,
  moves: readonly Move[],
  head: string,
): Promise<Move | 'unknown' | null> {
  const at = moves.find((move) => move.head === head)
  if (at !== undefined) return at
  try {
    for (const move of moves) {
      const basehead = `${move.head}...${head}`
      const { data } = await github.rest.repos.compareCommitsWithBasehead({ ...repository, basehead, per_page: 1 })
      if (data.status === 'ahead') return move
    }
    return null
  } catch (error) {
    readFailure(error)
    return 'unknown'
  }
}
