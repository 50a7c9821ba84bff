// Caches and artifacts, as GitHub's API shows what lies in the results service.
import type { StoredArtifact } from '../results/store.ts'
import type { Json } from './json.ts'
import { ApiError, type Asked, type Handlers, notFound, page, repositoryPath, stamp, type World } from './world.ts'

const artifactsOf = (world: World): StoredArtifact[] => (world.results?.artifacts ?? []).filter(({ isFinal }) => isFinal)

function artifactShape(world: World, artifact: StoredArtifact): Json {
  const run = world.runs.get(artifact.runId)
  const url = `${world.url}${repositoryPath(world)}/actions/artifacts/${artifact.id}`
  return {
    id: artifact.id,
    name: artifact.name,
    size_in_bytes: artifact.blob.bytes.length,
    url,
    archive_download_url: `${url}/zip`,
    expired: artifact.isExpired,
    digest: artifact.digest,
    created_at: stamp(artifact.createdAt),
    updated_at: stamp(artifact.createdAt),
    expires_at: stamp(artifact.expiresAt),
    workflow_run: {
      id: artifact.runId,
      repository_id: world.repositoryId,
      head_repository_id: world.repositoryId,
      head_branch: run?.branch ?? world.defaultBranch,
      head_sha: run?.sha ?? '0'.repeat(40),
    },
  }
}

function findArtifact({ world, params }: Asked): StoredArtifact {
  const artifact = artifactsOf(world).find(({ id }) => id === Number(params.artifact_id))
  if (!artifact) throw notFound()
  return artifact
}

function listArtifacts(asked: Asked, path: string, all: readonly StoredArtifact[]) {
  const name = asked.query.get('name')
  const found = all.filter((artifact) => name === null || artifact.name === name).toReversed()
  const { items, headers } = page(asked, `${repositoryPath(asked.world)}${path}`, found)
  return {
    status: 200,
    headers,
    body: { total_count: found.length, artifacts: items.map((one) => artifactShape(asked.world, one)) },
  }
}

function listCaches(asked: Asked) {
  const { world, query } = asked
  const field = query.get('sort') === 'created_at' ? 'createdAt' : 'lastAccessedAt'
  const found = (world.results?.entries ?? [])
    .filter(
      ({ isFinal, key, scope }) => isFinal && key.startsWith(query.get('key') ?? '') && [null, scope].includes(query.get('ref')),
    )
    .toSorted((a, b) => b[field].getTime() - a[field].getTime() || b.id - a.id)
  if (query.get('direction') === 'asc') found.reverse()
  const { items, headers } = page(asked, `${repositoryPath(world)}/actions/caches`, found)
  return { status: 200, headers, body: { total_count: found.length, actions_caches: items.map(cacheShape) } }
}

const cacheShape = (entry: NonNullable<World['results']>['entries'][number]): Json => ({
  id: entry.id,
  ref: entry.scope,
  key: entry.key,
  version: entry.version,
  created_at: stamp(entry.createdAt),
  last_accessed_at: stamp(entry.lastAccessedAt),
  size_in_bytes: entry.blob.bytes.length,
})

function deleteCaches({ world }: Asked, isWanted: (entry: NonNullable<World['results']>['entries'][number]) => boolean) {
  const found = (world.results?.entries ?? []).filter((entry) => entry.isFinal && isWanted(entry))
  if (found.length === 0) throw notFound()
  if (world.results) world.results.entries = world.results.entries.filter((entry) => !found.includes(entry))
  return found
}

export const storedHandlers: Handlers = {
  'actions/list-artifacts-for-repo': (asked) => listArtifacts(asked, '/actions/artifacts', artifactsOf(asked.world)),
  'actions/list-workflow-run-artifacts': (asked) => {
    const runId = Number(asked.params.run_id)
    return listArtifacts(
      asked,
      `/actions/runs/${runId}/artifacts`,
      artifactsOf(asked.world).filter((one) => one.runId === runId),
    )
  },
  'actions/get-artifact': (asked) => ({ status: 200, body: artifactShape(asked.world, findArtifact(asked)) }),
  'actions/download-artifact': (asked) => {
    const artifact = findArtifact(asked)
    if (artifact.isExpired) throw new ApiError(410, 'Artifact has expired')
    return { status: 302, headers: { location: asked.world.results?.addressOf(artifact.blob) ?? '' } }
  },
  'actions/delete-artifact': (asked) => {
    const artifact = findArtifact(asked)
    if (asked.world.results) asked.world.results.artifacts = asked.world.results.artifacts.filter((one) => one !== artifact)
    return { status: 204 }
  },
  'actions/get-actions-cache-list': listCaches,
  'actions/delete-actions-cache-by-key': (asked) => {
    const { query } = asked
    const gone = deleteCaches(asked, ({ key, scope }) => key === query.get('key') && [null, scope].includes(query.get('ref')))
    return { status: 200, body: { total_count: gone.length, actions_caches: gone.map(cacheShape) } }
  },
  'actions/delete-actions-cache-by-id': (asked) => {
    deleteCaches(asked, ({ id }) => id === Number(asked.params.cache_id))
    return { status: 204 }
  },
}
