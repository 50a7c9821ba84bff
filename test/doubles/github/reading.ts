// What is read of the repository: itself, its files, branches, commits, comparisons and rules.
import { gitCommitShape } from './git-objects.ts'
import type { Json } from './json.ts'
import { has } from './permissions.ts'
import { repositoryShape, userShape, webAddress } from './shapes.ts'
import { ApiError, type Asked, type Handlers, notFound, page, repositoryPath, type World } from './world.ts'

/** Above it GitHub leaves the content out of the JSON. */
const MOST_INLINE_BYTES = 1_048_576

export const readingHandlers: Handlers = {
  'repos/get': ({ world, who }) => {
    const permissions = {
      admin: has(world, who, 'administration', 'read'),
      push: has(world, who, 'contents', 'write'),
      pull: true,
    }
    return { status: 200, body: { ...repositoryShape(world), permissions } }
  },
  'repos/get-content': (asked) => readContent(asked),
  'repos/get-branch': ({ world, params }) => {
    const branch = params.branch as string
    const sha = world.git.resolve(`refs/heads/${branch}`)
    if (sha === null) throw new ApiError(404, 'Branch not found')
    const address = `${world.url}${repositoryPath(world)}/branches/${branch}`
    const isProtected = world.protections.has(branch)
    const commit = commitShape(world, sha)
    return {
      status: 200,
      body: {
        name: branch,
        commit,
        protected: isProtected,
        protection: { enabled: isProtected },
        protection_url: `${address}/protection`,
      },
    }
  },
  'repos/get-commit': ({ world, params }) => {
    const sha = world.git.resolve(`${params.ref}^{commit}`)
    if (sha === null) throw new ApiError(422, `No commit found for SHA: ${params.ref}`)
    return { status: 200, body: commitShape(world, sha) }
  },
  'repos/compare-commits-with-basehead': (asked) => compare(asked),
  'repos/get-branch-rules': (asked) => ({
    status: 200,
    body: page(asked, '', asked.world.rules.get(asked.params.branch as string) ?? []).items,
  }),
  'repos/get-branch-protection': ({ world, params }) => {
    if (!world.protections.has(params.branch as string)) throw new ApiError(404, 'Branch not protected')
    return { status: 200, body: { enabled: true } }
  },
}

function readContent({ world, params, query, accept }: Asked): { status: number; body: unknown } {
  const ref = query.get('ref') ?? world.defaultBranch
  const commit = world.git.resolve(`${ref}^{commit}`)
  if (commit === null) throw new ApiError(404, `No commit found for the ref ${ref}`)
  const path = (params.path as string).replace(/\/$/, '')
  const sha = world.git.resolve(path === '' ? `${commit}^{tree}` : `${commit}:${path}`)
  if (sha === null) throw notFound()
  if (world.git.git(['cat-file', '-t', sha]) === 'tree') {
    const lines = world.git.git(['ls-tree', '-l', '-z', sha]).split('\0').filter(Boolean)
    return { status: 200, body: lines.map((line) => listed(world, path, ref, line)) }
  }
  const bytes = world.git.bytes('cat-file', 'blob', sha)
  if (/[.+]raw/.test(accept)) return { status: 200, body: bytes }
  const isLarge = bytes.length > MOST_INLINE_BYTES
  const content = isLarge ? '' : bytes.toString('base64').replaceAll(/(.{60})/g, '$1\n')
  return {
    status: 200,
    body: { ...fileShape(world, path, ref, sha, bytes.length), content, encoding: isLarge ? 'none' : 'base64' },
  }
}

function listed(world: World, folder: string, ref: string, line: string): Json {
  const [info = '', name = ''] = line.split('\t')
  const [, type, sha = '', size = '-'] = info.split(/ +/)
  const shape = fileShape(world, folder === '' ? name : `${folder}/${name}`, ref, sha, size === '-' ? 0 : Number(size))
  return { ...shape, type: type === 'tree' ? 'dir' : 'file' }
}

function fileShape(world: World, path: string, ref: string, sha: string, size: number): Json {
  const self = `${world.url}${repositoryPath(world)}/contents/${encodeURI(path)}?ref=${ref}`
  const html = `${webAddress(world)}/blob/${ref}/${encodeURI(path)}`
  const git = `${world.url}${repositoryPath(world)}/git/blobs/${sha}`
  const links = { self, git, html }
  return {
    type: 'file',
    name: path.split('/').at(-1),
    path,
    sha,
    size,
    url: self,
    git_url: git,
    html_url: html,
    download_url: html,
    _links: links,
  }
}

export function commitShape(world: World, sha: string): Json {
  const { verification, ...commit } = gitCommitShape(world, sha)
  const account = world.accounts.get(commit.author.name)
  return {
    sha,
    url: `${world.url}${repositoryPath(world)}/commits/${sha}`,
    html_url: commit.html_url,
    commit: {
      author: commit.author,
      committer: commit.committer,
      message: commit.message,
      tree: commit.tree,
      comment_count: 0,
      verification,
    },
    author: account ? userShape(world, account.login) : null,
    committer: null,
    parents: commit.parents,
  }
}

function compare(asked: Asked): { status: number; body: unknown; headers: Record<string, string> } {
  const { world, params } = asked
  const [base, head] = (params.basehead as string).split('...').map((name) => resolveSide(world, name))
  if (!base || !head) throw notFound()
  const merge = world.git.ask('merge-base', base, head)
  if (merge === null) throw new ApiError(404, `No common ancestor between ${params.basehead}.`)
  const count = (range: string) => Number(world.git.git(['rev-list', '--count', range]))
  const [ahead, behind] = [count(`${base}..${head}`), count(`${head}..${base}`)]
  const status = ahead === 0 ? (behind === 0 ? 'identical' : 'behind') : behind === 0 ? 'ahead' : 'diverged'
  const path = `${repositoryPath(world)}/compare/${params.basehead}`
  const all = world.git
    .git(['rev-list', '--reverse', `${base}..${head}`])
    .split('\n')
    .filter(Boolean)
  const { items, headers } = page(asked, path, all)
  const body = {
    status,
    ahead_by: ahead,
    behind_by: behind,
    total_commits: ahead,
    base_commit: commitShape(world, base),
    merge_base_commit: commitShape(world, merge),
    commits: items.map((sha) => commitShape(world, sha)),
    files: changedFiles(world, merge, head),
  }
  return { status: 200, body, headers }
}

/** `branch`, a sha, or `owner:branch` of this repository. */
function resolveSide(world: World, name: string): string | null {
  const [owner, branch] = name.includes(':') ? name.split(':') : [world.owner, name]
  return owner === world.owner ? world.git.resolve(`${branch}^{commit}`) : null
}

const STATUS: Readonly<Record<string, string>> = { A: 'added', D: 'removed', M: 'modified', T: 'changed' }

function changedFiles(world: World, from: string, to: string): Json[] {
  const fields = world.git.git(['diff-tree', '-r', '-z', '--no-renames', from, to]).split('\0')
  const files: Json[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, , , sha, letter = 'M'] = (fields[at] ?? '').split(' ')
    files.push({ sha, filename: fields[at + 1], status: STATUS[letter] ?? 'changed', additions: 0, deletions: 0, changes: 0 })
  }
  return files
}
