// What stands in the guide's folder at a commit: names and hashes, so that no file is read that need not be.
import { createHash } from 'node:crypto'
import { Refusal } from '../refusal.ts'
import type { GitHub, Repository } from './client.ts'

export interface GuideFile {
  /** A plain name in the guide's folder. */
  readonly path: string
  readonly text: string
}

export interface StandingFile {
  readonly sha: string
  /** `100644`: an ordinary file. */
  readonly mode: string
}

export interface GuideFolder {
  readonly treeSha: string
  readonly files: ReadonlyMap<string, StandingFile>
}

/** Where files are looked at to find out whose they are. Above that a folder is no guide's. */
const MOST_LOOKED_AT = 50

/** The folder's path without `./` and slashes at the ends; '' is the repository's root. Throws a Refusal where it leads elsewhere. */
export function cleanGuidePath(guidePath: string): string {
  const parts = guidePath.split('/').filter((part) => part !== '' && part !== '.')
  if (guidePath.startsWith('/') || parts.some((part) => part === '..' || part.toLowerCase() === '.git' || part.includes('\\')))
    throw new Refusal(`The guide can't be put into ${JSON.stringify(guidePath)}.`, 'guide-path: a folder of the repository')
  return parts.join('/')
}

/** The files directly in the folder; none where it does not exist. Throws a Refusal where something else stands in its place. */
export async function readGuideFolder(
  github: GitHub,
  repository: Repository,
  commitSha: string,
  guidePath: string,
): Promise<GuideFolder> {
  const commit = await github.rest.git.getCommit({ ...repository, commit_sha: commitSha })
  const treeSha = commit.data.tree.sha
  let entries = await readTree(github, repository, treeSha)
  for (const part of guidePath === '' ? [] : guidePath.split('/')) {
    const entry = entries.find(({ path }) => path === part)
    if (entry === undefined) return { treeSha, files: new Map() }
    if (entry.type !== 'tree')
      throw new Refusal(`${part} of ${guidePath} is not a folder at ${commitSha.slice(0, 7)}.`, 'another guide-path')
    entries = await readTree(github, repository, entry.sha)
  }
  const files = entries
    .filter(({ type }) => type !== 'tree')
    .map(({ path, sha, mode }): [string, StandingFile] => [path, { sha, mode }])
  return { treeSha, files: new Map(files) }
}

/** Markdown files of ours that the guide has no longer. Other files are left alone, whatever their names. */
export async function findStale(
  github: GitHub,
  repository: Repository,
  folder: GuideFolder,
  { files, isOurs }: { readonly files: readonly GuideFile[]; readonly isOurs: (text: string) => boolean },
): Promise<string[]> {
  const written = new Set(files.map(({ path }) => path))
  const others = [...folder.files].filter(
    ([name, { mode }]) => name.endsWith('.md') && mode.startsWith('100') && !written.has(name),
  )
  const stale: string[] = []
  for (const [name, { sha }] of others.slice(0, MOST_LOOKED_AT))
    if (isOurs(await readText(github, repository, sha))) stale.push(name)
  return stale
}

/** Whether every file stands there byte for byte. */
export function holdsAll(folder: GuideFolder, files: readonly GuideFile[]): boolean {
  return files.every(({ path, text }) => {
    const standing = folder.files.get(path)
    return standing?.sha === blobSha(text) && standing.mode === '100644'
  })
}

export async function readText(github: GitHub, repository: Repository, blob: string): Promise<string> {
  const { data } = await github.rest.git.getBlob({ ...repository, file_sha: blob })
  return Buffer.from(data.content, data.encoding === 'base64' ? 'base64' : 'utf8').toString('utf8')
}

/** The hash that git gives a file with this text. */
export function blobSha(text: string): string {
  const bytes = Buffer.from(text)
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

async function readTree(github: GitHub, repository: Repository, sha: string) {
  const { data } = await github.rest.git.getTree({ ...repository, tree_sha: sha })
  return data.tree
}
