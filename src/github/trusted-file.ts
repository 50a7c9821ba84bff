import { Refusal } from '../refusal.ts'
import type { GitHub, Repository } from './client.ts'
import { readFailure } from './failure.ts'

/**
 * A text file as it stands at `ref`, which must be a branch or commit that outsiders can't move; null where there is none. Throws a Refusal
 * where it can't be told: a configuration that could not be read is not the same as none, it may hold who may spend.
 */
export async function readTrustedFile(github: GitHub, repository: Repository, path: string, ref: string): Promise<string | null> {
  try {
    const { data } = await github.rest.repos.getContent({ ...repository, path, ref })
    if (Array.isArray(data) || data.type !== 'file') throw new Refusal(`${path} on ${ref} is not a file.`)
    if (data.encoding !== 'base64' || typeof data.content !== 'string')
      throw new Refusal(`${path} on ${ref} is too large to be read.`)
    return new TextDecoder().decode(Buffer.from(data.content, 'base64'))
  } catch (error) {
    if (error instanceof Refusal) throw error
    const failure = readFailure(error)
    // 404 is also what a token hears that may not read the repository's contents.
    if (failure.status === 404 && (await mayReadContents(github, repository, ref))) return null
    throw new Refusal(`${path} on ${ref} can't be read: ${failure.message}.`, 'Give the token the permission `contents: read`.')
  }
}

async function mayReadContents(github: GitHub, repository: Repository, ref: string): Promise<boolean> {
  try {
    await github.rest.git.getTree({ ...repository, tree_sha: ref })
    return true
  } catch (error) {
    return readFailure(error).status === 409
  }
}
