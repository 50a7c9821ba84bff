import type { GitHub, Repository } from './client.ts'
import { type Failure, readFailure } from './failure.ts'
import { parseRecord, RECORD_REF, type StateRecord } from './state-record.ts'

export const RECORD_FILE = 'record.json'

export type RecordRead =
  | { readonly kind: 'none' }
  | { readonly kind: 'record'; readonly record: StateRecord; readonly head: string }
  /** There is one or there may be one: nobody may go on as if there were none. `mayPass`: worth another look later. */
  | {
      readonly kind: 'unreadable'
      readonly why: string
      readonly mayPass: boolean
      /** What stands there and can't be understood; null: it is not known. */
      readonly head: string | null
    }

/** The last record of each client: what a commit holds never changes, so a second look costs one request. */
const lastRead = new WeakMap<GitHub, { readonly head: string; readonly record: StateRecord }>()

/** What we have just put there ourselves need not be read again. */
export function rememberRecord(github: GitHub, head: string, record: StateRecord): void {
  lastRead.set(github, { head, record })
}

/** The record as it stands now. Never throws for what GitHub answers. */
export async function readRecord(github: GitHub, repository: Repository): Promise<RecordRead> {
  try {
    const head = await readHead(github, repository)
    if (head === null) return { kind: 'none' }
    const last = lastRead.get(github)
    if (last?.head === head) return { kind: 'record', ...last }
    const record = await readRecordAt(github, repository, head)
    if (record === null) {
      const why = `what stands on ${RECORD_REF} is not readable by this version of Nehemvix: it was made by a newer one, or changed by hand`
      return { kind: 'unreadable', why, mayPass: false, head }
    }
    lastRead.set(github, { head, record })
    return { kind: 'record', record, head }
  } catch (error) {
    const failure = readFailure(error)
    if (isEmptyRepository(failure)) return { kind: 'none' }
    const isDenied = failure.limitedForSeconds === null && (failure.status === 403 || failure.status === 404)
    const why = `the record on ${RECORD_REF} can't be read: ${failure.message}${isDenied ? ' (the token needs `contents: read`)' : ''}`
    return { kind: 'unreadable', why, mayPass: failure.mayHaveHappened || failure.limitedForSeconds !== null, head: null }
  }
}

/** 409 is what the Git data API answers for a repository without a commit. */
export function isEmptyRepository({ status, message }: Failure): boolean {
  return status === 409 && /\bempty\b/i.test(message)
}

async function readHead(github: GitHub, repository: Repository): Promise<string | null> {
  const ref = RECORD_REF.replace('refs/', '')
  try {
    const { data } = await github.rest.git.getRef({ ...repository, ref })
    if (data.ref === RECORD_REF) return data.object.sha
  } catch (error) {
    if (readFailure(error).status !== 404) throw error
  }
  // 404 is also said to whoever may not read the repository, and "no record" would let a paid job start over. The list tells the two apart.
  const { data } = await github.rest.git.listMatchingRefs({ ...repository, ref })
  return data.find((one) => one.ref === RECORD_REF)?.object.sha ?? null
}

async function readRecordAt(github: GitHub, repository: Repository, head: string): Promise<StateRecord | null> {
  const commit = await github.rest.git.getCommit({ ...repository, commit_sha: head })
  const tree = await github.rest.git.getTree({ ...repository, tree_sha: commit.data.tree.sha })
  const file = tree.data.tree.find(({ path, type }) => path === RECORD_FILE && type === 'blob')
  if (file === undefined) return null
  const blob = await github.rest.git.getBlob({ ...repository, file_sha: file.sha })
  return parseRecord(Buffer.from(blob.data.content, blob.data.encoding === 'base64' ? 'base64' : 'utf8').toString('utf8'))
}
