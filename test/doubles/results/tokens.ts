// The token of a job, as the runner gives it: a JWT whose claims say which run it is and which cache scopes it reads and writes.
import { createHmac } from 'node:crypto'

export interface Scope {
  /** As in `refs/heads/main`. */
  readonly ref: string
  readonly mayWrite: boolean
}

export interface JobToken {
  readonly runId: number
  readonly job: string
  /** The job's own ref first, then the default branch. */
  readonly scopes: readonly Scope[]
}

const [READ, READ_AND_WRITE] = [1, 3]
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** For ACTIONS_RUNTIME_TOKEN. */
export function makeJobToken({ runId, job, scopes }: JobToken): string {
  const rights = scopes.map(({ ref, mayWrite }) => ({ Scope: ref, Permission: mayWrite ? READ_AND_WRITE : READ }))
  const claims = { scp: `Actions.Example Actions.Results:${runId}:${job}`, ac: JSON.stringify(rights), exp: 4_102_444_800 }
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', 'the stand-in').update(text).digest('base64url')}`
}

/** null: none, or one that this stand-in has not signed. */
export function readJobToken(authorization: string | undefined): JobToken | null {
  const [header, claims, signature] = authorization?.match(/^Bearer (.+)$/)?.[1]?.split('.') ?? []
  if (!header || !claims) return null
  if (createHmac('sha256', 'the stand-in').update(`${header}.${claims}`).digest('base64url') !== signature) return null
  const { scp, ac } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { scp: string; ac: string }
  const [, runId, job = ''] = scp.match(/Actions\.Results:(\d+):(\S+)/) ?? []
  const rights = JSON.parse(ac) as { Scope: string; Permission: number }[]
  return {
    runId: Number(runId),
    job,
    scopes: rights.map((one) => ({ ref: one.Scope, mayWrite: one.Permission === READ_AND_WRITE })),
  }
}
