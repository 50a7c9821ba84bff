// Artifacts, version 4: immutable, one of a name in a run, readable in the run itself; another run goes through GitHub's API.
import { createHash } from 'node:crypto'
import type { Message, Rpc } from './cache-service.ts'
import type { ResultsStore, StoredArtifact } from './store.ts'
import type { JobToken } from './tokens.ts'

const RETENTION_MS = 90 * 24 * 3_600_000
/** A wrapped string or number stands in JSON as itself; older clients send the wrapper. */
const unwrap = (value: { value: string } | string | undefined): string | null =>
  value === undefined ? null : typeof value === 'object' ? value.value : String(value)

const mine = (store: ResultsStore, { runId }: JobToken): StoredArtifact[] =>
  store.artifacts.filter((artifact) => artifact.runId === runId && !artifact.isExpired)

const create: Rpc = (store, token, message) => {
  const { name = '' } = message
  if (mine(store, token).some((artifact) => artifact.name === name)) {
    const msg = `an artifact with this name already exists on the workflow run`
    return { status: 409, body: { code: 'already_exists', msg } }
  }
  const blob = store.newBlob(unwrap(message.mime_type) ?? 'application/zip')
  const now = store.now()
  store.artifacts.push({
    id: store.nextId(),
    runId: token.runId,
    job: token.job,
    name,
    blob,
    createdAt: now,
    expiresAt: new Date(now.getTime() + RETENTION_MS),
    digest: null,
    isFinal: false,
    isExpired: false,
  })
  return { status: 200, body: { ok: true, signed_upload_url: store.addressOf(blob) } }
}

const finalize: Rpc = (store, token, message) => {
  const artifact = mine(store, token).find(({ name, isFinal }) => name === message.name && !isFinal)
  if (!artifact) return { status: 404, body: { code: 'not_found', msg: 'no such artifact' } }
  artifact.digest = unwrap(message.hash) ?? `sha256:${createHash('sha256').update(artifact.blob.bytes).digest('hex')}`
  artifact.isFinal = true
  return { status: 200, body: { ok: true, artifact_id: String(artifact.id) } }
}

const list: Rpc = (store, token, message: Message) => {
  const [name, id] = [unwrap(message.name_filter), unwrap(message.id_filter)]
  const found = mine(store, token).filter(
    (one) => one.isFinal && (name === null || one.name === name) && (id === null || String(one.id) === id),
  )
  return { status: 200, body: { artifacts: found.map(shape) } }
}

const shape = (artifact: StoredArtifact) => ({
  workflow_run_backend_id: String(artifact.runId),
  workflow_job_run_backend_id: artifact.job,
  database_id: String(artifact.id),
  name: artifact.name,
  size: String(artifact.blob.bytes.length),
  created_at: artifact.createdAt.toISOString(),
  digest: artifact.digest,
})

const sign: Rpc = (store, token, message) => {
  const artifact = mine(store, token).find(({ name, isFinal }) => name === message.name && isFinal)
  if (!artifact) return { status: 404, body: { code: 'not_found', msg: 'no such artifact' } }
  return { status: 200, body: { signed_url: store.addressOf(artifact.blob) } }
}

const remove: Rpc = (store, token, message) => {
  const artifact = mine(store, token).find(({ name }) => name === message.name)
  if (!artifact) return { status: 404, body: { code: 'not_found', msg: 'no such artifact' } }
  store.artifacts = store.artifacts.filter((one) => one !== artifact)
  return { status: 200, body: { ok: true, artifact_id: String(artifact.id) } }
}

export const artifactService: Readonly<Record<string, Rpc>> = {
  CreateArtifact: create,
  FinalizeArtifact: finalize,
  ListArtifacts: list,
  GetSignedArtifactURL: sign,
  DeleteArtifact: remove,
}
