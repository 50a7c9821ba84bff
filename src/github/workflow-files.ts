import type { GitHub, Repository } from './client.ts'
import { readFailure } from './failure.ts'
import { readTrustedFile } from './trusted-file.ts'

const FOLDER = '.github/workflows'
const MOST_FILES = 40

export interface WorkflowFile {
  /** Under .github/workflows. */
  readonly name: string
  readonly text: string
}

/** The workflow files on a branch, by name, 40 at most and those named `first` before all. Throws a Refusal where they can't be read. */
export async function readWorkflowFiles(
  github: GitHub,
  repository: Repository,
  branch: string,
  first: RegExp,
): Promise<readonly WorkflowFile[]> {
  const names = (await listNames(github, repository, branch)).sort(
    (left, right) => Number(first.test(right)) - Number(first.test(left)) || (left < right ? -1 : 1),
  )
  const files = await Promise.all(
    names.slice(0, MOST_FILES).map(async (name) => {
      const text = await readTrustedFile(github, repository, `${FOLDER}/${name}`, branch)
      return text === null ? [] : [{ name, text }]
    }),
  )
  return files.flat()
}

async function listNames(github: GitHub, repository: Repository, branch: string): Promise<string[]> {
  try {
    const { data } = await github.rest.repos.getContent({ ...repository, path: FOLDER, ref: branch })
    if (!Array.isArray(data)) return []
    return data.filter((entry) => entry.type === 'file' && /\.ya?ml$/.test(entry.name)).map((entry) => entry.name)
  } catch (error) {
    readFailure(error)
    // A server that lists nothing may still have the file that the documentation tells to make.
    const name = 'nehemvix.yml'
    return (await readTrustedFile(github, repository, `${FOLDER}/${name}`, branch)) === null ? [] : [name]
  }
}
