import { unzipSync } from 'fflate'
import type { GitHub, Repository } from './client.ts'
import { readFailure } from './failure.ts'

/** A report is some kilobytes of JSON. What is larger is none, and is not even fetched. */
const MOST_BYTES = 4_000_000

export type ArtifactRead =
  | { readonly kind: 'text'; readonly text: string }
  /** The run left none, or it has expired. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly why: string }

/** The one text file in the artifact of that name that a workflow run left; the newest where a run was attempted more than once. */
export async function readTextArtifact(
  github: GitHub,
  repository: Repository,
  runId: number,
  name: string,
): Promise<ArtifactRead> {
  try {
    const { data } = await github.rest.actions.listWorkflowRunArtifacts({ ...repository, run_id: runId, name, per_page: 100 })
    const [newest] = data.artifacts
      .filter((artifact) => artifact.name === name && !artifact.expired)
      .sort((left, right) => right.id - left.id)
    if (newest === undefined) return { kind: 'none' }
    if (newest.size_in_bytes > MOST_BYTES) return { kind: 'unreadable', why: `the artifact ${name} is too large for a report` }
    const zip = await github.rest.actions.downloadArtifact({ ...repository, artifact_id: newest.id, archive_format: 'zip' })
    return unpack(new Uint8Array(zip.data as ArrayBuffer), name)
  } catch (error) {
    const { status, message } = readFailure(error)
    if (status === 404 || status === 410) return { kind: 'none' }
    return { kind: 'unreadable', why: `the artifact ${name} can't be read: ${message}` }
  }
}

function unpack(zip: Uint8Array, name: string): ArtifactRead {
  try {
    // The size that an entry claims is what is set aside for it, and one entry is all that a report has.
    let isTaken = false
    const filter = ({ originalSize }: { originalSize: number }): boolean => {
      if (isTaken || originalSize === 0 || originalSize > MOST_BYTES) return false
      isTaken = true
      return true
    }
    const [file] = Object.values(unzipSync(zip, { filter }))
    return file === undefined ? { kind: 'none' } : { kind: 'text', text: new TextDecoder().decode(file) }
  } catch (error) {
    return {
      kind: 'unreadable',
      why: `the artifact ${name} is no ZIP archive: ${error instanceof Error ? error.message : error}`,
    }
  }
}
