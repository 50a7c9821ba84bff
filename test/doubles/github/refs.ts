// References: made atomically, moved by fast-forward unless forced, refused where a branch is protected.
import type { Json } from './json.ts'
import { headOf } from './shapes.ts'
import { ApiError, type Handlers, notFound, repositoryPath, type World } from './world.ts'

const refShape = (world: World, ref: string, sha: string): Json => ({
  ref,
  url: `${world.url}${repositoryPath(world)}/git/${ref}`,
  object: { type: world.git.git(['cat-file', '-t', sha]), sha, url: `${world.url}${repositoryPath(world)}/git/commits/${sha}` },
})

function demandObject(world: World, sha: string): void {
  if (!/^[0-9a-f]{40}$/.test(sha) || world.git.ask('cat-file', '-e', sha) === null) {
    throw new ApiError(422, 'Object does not exist')
  }
}

function demandUnprotected(world: World, ref: string): void {
  const message = world.protections.get(ref.replace('refs/heads/', ''))
  if (message) throw new ApiError(422, message)
}

/** `refs/pull/N/head` follows the branch. */
export function followBranches(world: World): void {
  for (const issue of world.issues.values()) {
    if (issue.pull && issue.state === 'open')
      world.git.git(['update-ref', `refs/pull/${issue.number}/head`, headOf(world, issue)])
  }
}

const isBranch = (ref: string): boolean => ref.startsWith('refs/heads/')

export const refHandlers: Handlers = {
  'git/get-ref': ({ world, params }) => {
    const ref = `refs/${params.ref}`
    const sha = world.git.ask('show-ref', '--verify', '--hash', ref)
    if (sha === null) throw notFound()
    return { status: 200, body: refShape(world, ref, sha) }
  },
  'git/list-matching-refs': ({ world, params }) => {
    const lines = world.git.git(['for-each-ref', '--format=%(refname) %(objectname)']).split('\n')
    const found = lines.map((line) => line.split(' ')).filter(([ref]) => ref?.startsWith(`refs/${params.ref}`))
    return { status: 200, body: found.map(([ref = '', sha = '']) => refShape(world, ref, sha)) }
  },
  'git/create-ref': ({ world, body }) => {
    if (!/^refs\/[^/]+\/.+/.test(body.ref))
      throw new ApiError(422, 'Reference name must start with refs/ and contain at least two slashes.')
    if (world.git.ask('check-ref-format', body.ref) === null) throw new ApiError(422, 'Reference name is not valid.')
    demandObject(world, body.sha)
    demandUnprotected(world, body.ref)
    if (world.git.ask('update-ref', body.ref, body.sha, '0'.repeat(40)) === null)
      throw new ApiError(422, 'Reference already exists')
    if (isBranch(body.ref)) followBranches(world)
    return { status: 201, body: refShape(world, body.ref, body.sha) }
  },
  'git/update-ref': ({ world, params, body }) => {
    const ref = `refs/${params.ref}`
    const old = world.git.ask('show-ref', '--verify', '--hash', ref)
    if (old === null) throw new ApiError(422, 'Reference does not exist')
    demandObject(world, body.sha)
    demandUnprotected(world, ref)
    const isForward = world.git.ask('merge-base', '--is-ancestor', old, body.sha) !== null
    if (!isForward && body.force !== true) throw new ApiError(422, 'Update is not a fast forward')
    world.git.git(['update-ref', ref, body.sha, old])
    if (isBranch(ref)) followBranches(world)
    return { status: 200, body: refShape(world, ref, body.sha) }
  },
  'git/delete-ref': ({ world, params }) => {
    const ref = `refs/${params.ref}`
    if (world.git.ask('show-ref', '--verify', ref) === null) throw new ApiError(422, 'Reference does not exist')
    demandUnprotected(world, ref)
    world.git.git(['update-ref', '-d', ref])
    return { status: 204 }
  },
}
