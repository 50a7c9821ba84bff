// Blobs, trees and commits, written and read by git itself.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json } from './json.ts'
import { ApiError, type Asked, type Handlers, type Identity, notFound, repositoryPath, stamp, type World } from './world.ts'

const address = (world: World, kind: string, sha: string) => `${world.url}${repositoryPath(world)}/git/${kind}/${sha}`

export const gitObjectHandlers: Handlers = {
  'git/create-blob': ({ world, body }) => {
    const bytes = Buffer.from(body.content, body.encoding === 'base64' ? 'base64' : 'utf8')
    const sha = world.git.git(['hash-object', '-w', '--stdin'], bytes)
    return { status: 201, body: { sha, url: address(world, 'blobs', sha) } }
  },
  'git/get-blob': ({ world, params, accept }) => {
    const sha = params.file_sha as string
    if (world.git.ask('cat-file', '-t', sha) !== 'blob') throw notFound()
    const bytes = world.git.bytes('cat-file', 'blob', sha)
    if (/[.+]raw/.test(accept)) return { status: 200, body: bytes }
    const content = bytes.toString('base64').replaceAll(/(.{60})/g, '$1\n')
    return { status: 200, body: { sha, size: bytes.length, encoding: 'base64', content, url: address(world, 'blobs', sha) } }
  },
  'git/create-tree': ({ world, body }) => {
    const sha = writeTree(world, body)
    return { status: 201, body: treeShape(world, sha, false) }
  },
  'git/get-tree': ({ world, params, query }) => {
    const sha = world.git.resolve(`${params.tree_sha}^{tree}`)
    if (sha === null) throw notFound()
    return { status: 200, body: treeShape(world, sha, query.has('recursive')) }
  },
  'git/create-commit': (asked) => {
    const sha = writeCommit(asked)
    return { status: 201, body: gitCommitShape(asked.world, sha) }
  },
  'git/get-commit': ({ world, params }) => {
    const sha = params.commit_sha as string
    if (!/^[0-9a-f]{40}$/.test(sha) || world.git.ask('cat-file', '-t', sha) !== 'commit') throw notFound()
    return { status: 200, body: gitCommitShape(world, sha) }
  },
}

/** An index of its own, so that requests do not see one another's. */
function writeTree(world: World, body: Json): string {
  const folder = mkdtempSync(join(tmpdir(), 'nehemvix-index-'))
  const env = { GIT_INDEX_FILE: join(folder, 'index') }
  try {
    const base = body.base_tree === undefined ? null : world.git.resolve(`${body.base_tree}^{tree}`)
    if (body.base_tree !== undefined && base === null) throw new ApiError(422, 'base_tree is not a valid tree oid')
    world.git.git(base ? ['read-tree', base] : ['read-tree', '--empty'], '', env)
    if (body.tree.length === 0 && base === null) throw new ApiError(422, 'Invalid tree info')
    for (const entry of body.tree) putEntry(world, entry, env)
    return world.git.git(['write-tree'], '', env)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function putEntry(world: World, entry: Json, env: Record<string, string>): void {
  const { path, mode, type } = entry
  if (!path || !mode) throw new ApiError(422, 'Must supply a valid tree.path and tree.mode')
  if (path.startsWith('/')) throw new ApiError(422, 'tree.path cannot start with a slash')
  if (entry.sha !== undefined && entry.sha !== null && entry.content !== undefined) {
    throw new ApiError(422, 'Must supply either tree.sha or tree.content, not both')
  }
  if (entry.sha === null) {
    if (world.git.git(['ls-files', '--', path], '', env) === '') throw new ApiError(422, 'GitRPC::BadObjectState')
    world.git.git(['update-index', '--index-info'], deletions(world, path, env), env)
    return
  }
  const sha = entry.content === undefined ? entry.sha : world.git.git(['hash-object', '-w', '--stdin'], entry.content)
  if (!sha || world.git.ask('cat-file', '-e', sha) === null)
    throw new ApiError(422, `tree.sha ${sha} is not a valid ${type ?? 'blob'}`)
  if (mode === '040000') {
    world.git.git(['update-index', '--index-info'], deletions(world, path, env), env)
    world.git.git(['read-tree', `--prefix=${path}/`, sha], '', env)
  } else {
    world.git.git(['update-index', '--add', '--replace', '--index-info'], `${mode} ${sha}\t${path}\n`, env)
  }
}

/** A file, or everything below a folder. */
function deletions(world: World, path: string, env: Record<string, string>): string {
  const paths = world.git.git(['-c', 'core.quotePath=false', 'ls-files', '--', path], '', env).split('\n')
  return paths.map((one) => (one === '' ? '' : `0 ${'0'.repeat(40)}\t${one}\n`)).join('')
}

function treeShape(world: World, sha: string, isRecursive: boolean): Json {
  const lines = world.git.git(['ls-tree', '-l', '-z', ...(isRecursive ? ['-r', '-t'] : []), sha]).split('\0')
  const tree = lines.filter(Boolean).map((line) => {
    const [info = '', path = ''] = line.split('\t')
    const [mode = '', type = '', object = '', size = '-'] = info.split(/ +/)
    return { path, mode, type, sha: object, url: address(world, `${type}s`, object), ...(size !== '-' && { size: Number(size) }) }
  })
  return { sha, url: address(world, 'trees', sha), tree, truncated: false }
}

function writeCommit({ world, body, who }: Asked): string {
  if (world.git.ask('cat-file', '-t', body.tree) !== 'tree') throw new ApiError(422, 'Tree SHA does not exist')
  for (const parent of body.parents ?? []) {
    if (world.git.ask('cat-file', '-t', parent) !== 'commit')
      throw new ApiError(422, 'Parent SHA does not exist or is not a commit object')
  }
  const author = { ...personOf(world, who), ...body.author }
  const committer = body.committer ?? (body.author ? author : { ...author, name: 'GitHub', email: 'noreply@github.com' })
  return world.git.git(
    ['commit-tree', body.tree, ...(body.parents ?? []).flatMap((parent: string) => ['-p', parent])],
    body.message,
    {
      GIT_AUTHOR_NAME: author.name,
      GIT_AUTHOR_EMAIL: author.email,
      GIT_AUTHOR_DATE: author.date,
      GIT_COMMITTER_NAME: committer.name,
      GIT_COMMITTER_EMAIL: committer.email,
      GIT_COMMITTER_DATE: committer.date ?? author.date,
    },
  )
}

const personOf = (world: World, { login }: Identity) => ({
  name: login,
  email: `${world.accounts.get(login)?.id ?? 0}+${login}@users.noreply.github.com`,
  date: stamp(world.now()),
})

/** Commits that a bot makes without naming an author are signed by GitHub. */
export function gitCommitShape(world: World, sha: string): Json {
  const text = world.git.git([
    'show',
    '-s',
    `--format=${['%T', '%P', '%an', '%ae', '%aI', '%cn', '%ce', '%cI', '%B'].join('%x00')}`,
    sha,
  ])
  const [tree = '', parents = '', ...fields] = text.split('\0')
  const [authorName, authorEmail, authored = '', committerName, committerEmail, committed = '', message = ''] = fields
  const isSigned = committerEmail === 'noreply@github.com' && authorName?.endsWith('[bot]') === true
  return {
    sha,
    url: address(world, 'commits', sha),
    html_url: `https://github.com/${world.owner}/${world.repo}/commit/${sha}`,
    author: { name: authorName, email: authorEmail, date: stamp(new Date(authored)) },
    committer: { name: committerName, email: committerEmail, date: stamp(new Date(committed)) },
    message: message.trimEnd(),
    tree: { sha: tree, url: address(world, 'trees', tree) },
    parents: parents
      .split(' ')
      .filter(Boolean)
      .map((parent) => ({ sha: parent, url: address(world, 'commits', parent) })),
    verification: { verified: isSigned, reason: isSigned ? 'valid' : 'unsigned', signature: null, payload: null },
  }
}
