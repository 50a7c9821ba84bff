import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { GUIDE_TRAILER } from '../../src/github/guide-branch.ts'
import { blobSha } from '../../src/github/guide-folder.ts'
import { type GuideToPublish, PULL_REQUEST_SETTING, publishGuide } from '../../src/github/publish-guide.ts'
import { type StandIn, startStandIn } from './stand-in.ts'

const BRANCH = 'nehemvix/guide'
const seal = (body: string): string => `<!-- sealed ${createHash('sha256').update(body).digest('hex')} -->\n${body}`
const isOurs = (text: string): boolean => seal(text.slice(text.indexOf('\n') + 1)) === text

function guideOf({ server }: StandIn, change: Partial<GuideToPublish> = {}): GuideToPublish {
  return {
    branch: BRANCH,
    base: 'main',
    baseCommit: server.world.git.resolve('refs/heads/main') ?? '',
    guidePath: './docs/guide/',
    files: [
      { path: 'README.md', text: seal('# Guide\n') },
      { path: 'beginner.md', text: seal('# Beginner\n') },
    ],
    title: 'Documentation guide',
    body: 'What it cost.',
    isDraft: false,
    message: 'docs: guide of abc1234',
    lastHead: null,
    isOurs,
    ...change,
  }
}

const publish = (world: StandIn, change: Partial<GuideToPublish> = {}) =>
  publishGuide(world.github, world.repository, guideOf(world, change))
const headOf = ({ server }: StandIn) => server.world.git.resolve(`refs/heads/${BRANCH}`)
const filesAt = ({ server }: StandIn, revision: string) =>
  server.world.git.git(['ls-tree', '-r', '--name-only', revision, 'docs/guide/']).split('\n')
/** What the pull request shows. */
const shown = ({ server }: StandIn) => server.world.git.git(['diff', '--name-only', `main...${BRANCH}`]).split('\n')
const isMergeable = ({ server }: StandIn) => server.world.git.ask('merge-tree', '--write-tree', 'main', BRANCH) !== null
const pulls = ({ server }: StandIn) => [...server.world.issues.values()].filter(({ pull }) => pull !== null)
const newGuide = [{ path: 'README.md', text: seal('# Guide, again\n') }]

test('a blob has the hash that git gives it', () => {
  expect(blobSha('hello\n')).toBe('ce013625030ba8dba906f756967f9e9ca394464a')
})

test('the first time: one commit, one pull request, nothing but the guide', async () => {
  const world = await startStandIn()
  const published = await publish(world)
  expect(published).toMatchObject({ publication: { kind: 'opened', isDraft: false }, head: headOf(world), notices: [] })
  expect(shown(world)).toEqual(['docs/guide/README.md', 'docs/guide/beginner.md'])
  expect(world.server.world.git.git(['log', '-1', '--format=%B', BRANCH])).toBe(`docs: guide of abc1234\n\n${GUIDE_TRAILER}`)
  expect(pulls(world)).toHaveLength(1)
})

test('the same again: no commit, no pull request, nothing written', async () => {
  const world = await startStandIn()
  const { head: lastHead } = await publish(world)
  const before = world.server.log.length
  expect(await publish(world, { lastHead })).toMatchObject({ publication: { kind: 'unchanged' }, head: lastHead })
  expect(world.server.log.slice(before).filter(({ method }) => method !== 'GET')).toEqual([])
})

test('other words, then out of draft: updated', async () => {
  const world = await startStandIn()
  const { head: lastHead } = await publish(world, { isDraft: true })
  expect(pulls(world)[0]?.pull?.isDraft).toBe(true)
  expect(await publish(world, { lastHead, body: 'More.', isDraft: true })).toMatchObject({
    publication: { kind: 'updated', isDraft: true },
  })
  expect(pulls(world)[0]?.body).toBe('More.')
  expect(await publish(world, { lastHead, body: 'More.' })).toMatchObject({
    publication: { kind: 'updated', isDraft: false },
    notices: [],
  })
  expect(pulls(world)[0]?.pull?.isDraft).toBe(false)
})

test('a new guide on the same base is one commit on top', async () => {
  const world = await startStandIn()
  const { head: lastHead } = await publish(world)
  const next = await publish(world, { lastHead, files: newGuide })
  expect(next.publication.kind).toBe('updated')
  expect(world.server.world.git.resolve(`${BRANCH}^`)).toBe(lastHead)
  expect(world.server.world.git.resolve(`${BRANCH}^2`)).toBeNull()
  // The audience that was dropped is gone.
  expect(filesAt(world, BRANCH)).toEqual(['docs/guide/README.md'])
})

test('a new guide after the base has moved shows nothing but the guide and merges', async () => {
  const world = await startStandIn()
  const { head: lastHead } = await publish(world)
  world.server.commit('main', { 'src/other.ts': 'export {}\n' })
  expect((await publish(world, { lastHead, files: newGuide })).publication.kind).toBe('updated')
  expect(shown(world)).toEqual(['docs/guide/README.md'])
  expect(isMergeable(world)).toBe(true)
  expect(world.server.world.git.resolve(`${BRANCH}^`)).toBe(lastHead)
})

test('after a squash merge the next guide merges too, in a pull request of its own', async () => {
  const world = await startStandIn()
  const first = await publish(world)
  const { git } = world.server.world
  world.server.commit('main', {
    'docs/guide/README.md': git.git(['show', `${BRANCH}:docs/guide/README.md`]).concat('\n'),
    'docs/guide/beginner.md': git.git(['show', `${BRANCH}:docs/guide/beginner.md`]).concat('\n'),
  })
  world.server.closePullRequest(pulls(world)[0]?.number ?? 0, true)
  expect(await publish(world, { lastHead: first.head })).toMatchObject({ publication: { kind: 'nothing to publish' } })
  const next = await publish(world, { lastHead: first.head, files: newGuide })
  expect(next.publication.kind).toBe('opened')
  expect(shown(world)).toEqual(['docs/guide/README.md', 'docs/guide/beginner.md'])
  expect(filesAt(world, BRANCH)).toEqual(['docs/guide/README.md'])
  expect(isMergeable(world)).toBe(true)
  expect(pulls(world)).toHaveLength(2)
})

test('after a merge, with the branch kept or deleted, it starts from the base', async () => {
  const world = await startStandIn()
  const first = await publish(world)
  world.server.world.git.git(['update-ref', 'refs/heads/main', first.head ?? ''])
  world.server.closePullRequest(pulls(world)[0]?.number ?? 0, true)
  const second = await publish(world, { lastHead: null, files: newGuide })
  expect(second.publication.kind).toBe('opened')
  expect(world.server.world.git.resolve(`${BRANCH}^`)).toBe(first.head)
  world.server.world.git.git(['update-ref', 'refs/heads/main', second.head ?? ''])
  world.server.closePullRequest(pulls(world)[1]?.number ?? 0, true)
  world.server.world.git.git(['update-ref', '-d', `refs/heads/${BRANCH}`])
  expect((await publish(world, { lastHead: second.head })).publication.kind).toBe('opened')
  expect(pulls(world)).toHaveLength(3)
})

test('a guide that the base has already is not published', async () => {
  const world = await startStandIn()
  world.server.commit('main', Object.fromEntries(guideOf(world).files.map(({ path, text }) => [`docs/guide/${path}`, text])))
  expect(await publish(world)).toEqual({ publication: { kind: 'nothing to publish' }, head: null, notices: [] })
  expect(world.server.log.filter(({ method }) => method !== 'GET')).toEqual([])
})

test("a person's commit on the branch is kept, and said whose it is", async () => {
  const world = await startStandIn()
  const { head: lastHead } = await publish(world)
  world.server.addUser('mona', 'write')
  const theirs = world.server.commit(BRANCH, { 'docs/guide/README.md': 'by hand\n' }, { author: 'mona', message: 'fix a typo' })
  const { publication, head } = await publish(world, { lastHead, files: newGuide })
  expect(publication).toMatchObject({ kind: 'refused', reason: expect.stringContaining('commits of mona (1, the newest') })
  expect(publication).toHaveProperty('next', expect.stringContaining('Merge or delete the branch nehemvix/guide'))
  expect([head, headOf(world)]).toEqual([null, theirs])
})

test.each([
  ['the trailer of ours on edited files', { 'docs/guide/README.md': 'by hand\n' }],
  ['the trailer of ours on another file', { 'src/a.ts': 'export {}\n' }],
])('a forged trailer protects nobody from being kept: %s', async (_name, files) => {
  const world = await startStandIn()
  await publish(world)
  const theirs = world.server.commit(BRANCH, files, { message: `amended\n\n${GUIDE_TRAILER}` })
  const { publication } = await publish(world, { lastHead: null, files: newGuide })
  expect(publication).toMatchObject({ kind: 'refused', reason: expect.stringContaining('is not as Nehemvix wrote it') })
  expect(headOf(world)).toBe(theirs)
})

test('what a run pushed before it could say so is known as ours', async () => {
  const world = await startStandIn()
  const { head } = await publish(world)
  expect((await publish(world, { lastHead: null, files: newGuide })).publication.kind).toBe('updated')
  expect(world.server.world.git.resolve(`${BRANCH}^`)).toBe(head)
})

test('a person who pushes in the middle of it is not overwritten', async () => {
  const world = await startStandIn()
  const { head: lastHead } = await publish(world)
  let theirs = ''
  const push = () => {
    theirs = world.server.commit(BRANCH, { 'docs/guide/README.md': 'by hand\n' })
  }
  world.server.fault({ method: 'PATCH', path: /git\/refs/, what: push })
  expect((await publish(world, { lastHead, files: newGuide })).publication.kind).toBe('refused')
  expect(headOf(world)).toBe(theirs)
})

test('stale files go only if they are ours, and a page edited by hand in the base is replaced in the open', async () => {
  const world = await startStandIn()
  world.server.commit('main', {
    'docs/guide/architect.md': seal('# Architect\n'),
    'docs/guide/senior.md': `${seal('# Senior\n')}edited\n`,
    'docs/guide/notes.md': '# Notes of a person\n',
    'docs/guide/README.md': '# Own words\n',
  })
  const { notices } = await publish(world)
  expect(filesAt(world, BRANCH)).toEqual(['README', 'beginner', 'notes', 'senior'].map((name) => `docs/guide/${name}.md`))
  expect(notices).toEqual(['README.md on main was edited by hand or not written by Nehemvix; the pull request would replace it.'])
})

test('a guide at the top of the repository touches no other file', async () => {
  const world = await startStandIn()
  await publish(world, { guidePath: '.', files: [{ path: 'GUIDE.md', text: seal('x\n') }] })
  expect(shown(world)).toEqual(['GUIDE.md'])
})

test.each(['../docs', '/docs', 'docs/.git/hooks'])('a folder that leads elsewhere is refused: %s', async (guidePath) => {
  const world = await startStandIn()
  expect((await publish(world, { guidePath })).publication.kind).toBe('refused')
  expect(world.server.log.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('a file where the folder should be is refused', async () => {
  const world = await startStandIn()
  world.server.commit('main', { docs: 'a file\n' })
  const { publication } = await publish(world, { guidePath: 'docs' })
  expect(publication).toMatchObject({ kind: 'refused', reason: expect.stringContaining('is not a folder') })
})

test('pull requests forbidden: the branch is kept, with the page to open it by hand and the setting', async () => {
  const world = await startStandIn()
  world.server.forbidPullRequests()
  const { publication, head } = await publish(world)
  expect(head).toBe(headOf(world))
  expect(publication).toMatchObject({
    kind: 'branch only',
    url: expect.stringMatching(/\/octo-org\/parcel\/compare\/main\.\.\.nehemvix\/guide\?expand=1$/),
  })
  expect(publication).toHaveProperty('reason', expect.stringContaining(PULL_REQUEST_SETTING))
})

test.each(['GH006', 'GH013'] as const)('a rule of the branch is told: %s', async (code) => {
  const world = await startStandIn()
  world.server.protect(BRANCH, code)
  const { publication } = await publish(world)
  expect(publication).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('Changes must be made through a pull request'),
  })
  expect(publication).toHaveProperty('next', expect.stringContaining('Settings > Rules'))
  expect(headOf(world)).toBeNull()
})

test('a token that may not write is told what it needs', async () => {
  const world = await startStandIn()
  const github = world.clientOf(world.server.workflowToken({ contents: 'read', metadata: 'read', pull_requests: 'write' }))
  const { publication } = await publishGuide(github, world.repository, guideOf(world))
  expect(publication).toMatchObject({ kind: 'refused', next: 'Give the token the permission `contents: write`.' })
})

test.each([
  ['the branch', /git\/refs/],
  ['the pull request', /\/pulls$/],
])('what was made and not answered is not made again: %s', async (_name, path) => {
  const world = await startStandIn()
  world.server.fault({ method: 'POST', path, what: 'store-then-502' })
  expect((await publish(world)).publication.kind).toBe('opened')
  expect(pulls(world)).toHaveLength(1)
  expect(world.server.world.git.git(['rev-list', '--count', `main..${BRANCH}`])).toBe('1')
  expect(world.server.asked('POST', path)).toHaveLength(1)
})

test('a pull request that was not made is made after all', async () => {
  const world = await startStandIn()
  world.server.fault({ method: 'POST', path: /\/pulls$/, what: 'drop' })
  expect((await publish(world)).publication.kind).toBe('opened')
  expect(pulls(world)).toHaveLength(1)
})

test('without drafts it is opened for review, and said', async () => {
  const world = await startStandIn()
  const message = 'Draft pull requests are not supported in this repository.'
  const body = {
    message: 'Validation Failed',
    errors: [{ resource: 'PullRequest', code: 'custom', message }],
    documentation_url: '',
    status: '422',
  }
  world.server.fault({ method: 'POST', path: /\/pulls$/, what: { status: 422, body } })
  const { publication, notices } = await publish(world, { isDraft: true })
  expect(publication).toMatchObject({ kind: 'opened', isDraft: false })
  expect(notices).toEqual(['Draft pull requests are not to be had here: it is open for review at once.'])
})

test('a draft that can not be taken out of draft is said', async () => {
  const world = await startStandIn()
  const { head: lastHead } = await publish(world, { isDraft: true })
  const refusal = {
    status: 200,
    body: { data: null, errors: [{ type: 'FORBIDDEN', message: 'Resource not accessible by integration' }] },
  }
  world.server.fault({ path: /graphql/, what: refusal })
  const { publication, notices } = await publish(world, { lastHead })
  expect(publication).toMatchObject({ kind: 'unchanged', isDraft: true })
  expect(notices).toEqual([expect.stringMatching(/could not be taken out of draft: Resource not accessible by integration/)])
})

test("another person's pull request to the same base is not touched", async () => {
  const world = await startStandIn()
  const other = world.server.openPullRequest({ branch: 'feature' })
  await publish(world)
  expect(world.server.world.issues.get(other.number)?.title).toBe('Change feature')
  expect(pulls(world)).toHaveLength(2)
})
