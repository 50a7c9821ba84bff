import { expect, test } from 'vitest'
import { moveRecord } from '../../src/github/move-record.ts'
import { readRecord } from '../../src/github/read-record.ts'
import { EMPTY_RECORD, MOST_HANDLED, RECORD_REF, type StateRecord } from '../../src/github/state-record.ts'
import { startStandIn } from './stand-in.ts'

const rise = (record: StateRecord): StateRecord => ({ ...record, sequence: record.sequence + 1 })
const UPDATE = { method: 'PATCH', path: /git\/refs\/nehemvix/ } as const
const CREATE = { method: 'POST', path: /git\/refs$/ } as const

test('the first move makes the record, the next ones a chain', async () => {
  const { server, github, repository } = await startStandIn()
  expect(await readRecord(github, repository)).toEqual({ kind: 'none' })
  const first = await moveRecord(github, repository, rise)
  const second = await moveRecord(github, repository, rise)
  expect([first.kind, second.kind]).toEqual(['moved', 'moved'])
  expect(await readRecord(github, repository)).toEqual({
    kind: 'record',
    record: { ...EMPTY_RECORD, sequence: 2 },
    head: server.world.git.resolve(RECORD_REF),
  })
  expect(server.world.git.git(['log', '--format=%an %s', RECORD_REF])).toBe('nehemvix state 2: no job\nnehemvix state 1: no job')
  expect(server.world.git.git(['ls-tree', '--name-only', '-r', RECORD_REF])).toBe('record.json')
})

test('an unchanged record is not moved', async () => {
  const { server, github, repository } = await startStandIn()
  expect(await moveRecord(github, repository, () => null)).toEqual({ kind: 'unchanged', record: EMPTY_RECORD })
  expect(await moveRecord(github, repository, (record) => ({ ...record }))).toEqual({ kind: 'unchanged', record: EMPTY_RECORD })
  expect(server.asked('POST', /git/)).toEqual([])
})

test('of many that move it at once every change is made, one after another', async () => {
  const { server, github, repository } = await startStandIn()
  const moves = await Promise.all([1, 2, 3, 4].map(() => moveRecord(github, repository, rise)))
  expect(moves.map(({ kind }) => kind)).toEqual(['moved', 'moved', 'moved', 'moved'])
  expect(moves.map((move) => (move.kind === 'moved' ? move.record.sequence : 0)).sort()).toEqual([1, 2, 3, 4])
  expect(server.world.git.git(['rev-list', '--count', RECORD_REF])).toBe('4')
})

test('of two that claim it one gets it', async () => {
  const { github, repository } = await startStandIn()
  const claim = (runId: number) =>
    moveRecord(github, repository, (record) =>
      record.holder === null ? { ...record, holder: { runId, attempt: 1, since: '2026-11-29T12:00:00Z' } } : null,
    )
  const outcomes = await Promise.all([claim(1), claim(2)])
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['moved', 'unchanged'])
})

test.each(['store-then-502', 'store-then-drop'] as const)(
  'a move that was made and not answered is not made again: %s',
  async (what) => {
    const { server, github, repository } = await startStandIn()
    server.fault({ ...CREATE, what })
    expect(await moveRecord(github, repository, rise)).toMatchObject({ kind: 'moved', record: { sequence: 1 } })
    server.fault({ ...UPDATE, what })
    expect(await moveRecord(github, repository, rise)).toMatchObject({ kind: 'moved', record: { sequence: 2 } })
    expect(server.world.git.git(['rev-list', '--count', RECORD_REF])).toBe('2')
  },
)

test('a move that was made and not answered is found below what another put on top', async () => {
  const { server, clientOf, github, repository } = await startStandIn()
  await moveRecord(github, repository, rise)
  const other = clientOf(server.workflowToken())
  server.fault({ ...UPDATE, what: 'store-then-502' })
  // Moved on by another before we look what became of ours.
  server.fault({
    method: 'GET',
    path: /git\/ref\/nehemvix/,
    after: 1,
    what: () => moveRecord(other, repository, rise).then(() => undefined),
  })
  expect(await moveRecord(github, repository, rise)).toMatchObject({ kind: 'moved', record: { sequence: 2 } })
  expect(await readRecord(github, repository)).toMatchObject({ record: { sequence: 3 } })
})

test('a move that was not made is made after all', async () => {
  const { server, github, repository } = await startStandIn()
  await moveRecord(github, repository, rise)
  server.fault({ ...UPDATE, what: { status: 502, body: { message: 'Server Error' } } })
  server.fault({ method: 'POST', path: /git\/trees/, what: 'drop' })
  expect(await moveRecord(github, repository, rise)).toMatchObject({ kind: 'moved', record: { sequence: 2 } })
})

test('a server that stays down is told, and nothing is moved', async () => {
  const { server, github, repository } = await startStandIn()
  await moveRecord(github, repository, rise)
  server.fault({ ...UPDATE, times: 10, what: { status: 502, body: { message: 'Server Error' } } })
  expect(await moveRecord(github, repository, rise)).toEqual({
    kind: 'lost',
    why: `the record on ${RECORD_REF} can't be moved: Server Error`,
  })
  expect(await readRecord(github, repository)).toMatchObject({ record: { sequence: 1 } })
})

test.each([
  ['a newer version', JSON.stringify({ ...EMPTY_RECORD, version: 2 })],
  ['no JSON', 'hello'],
])('what is not readable is never replaced: %s', async (_name, text) => {
  const { server, github, repository } = await startStandIn()
  server.world.git.commit('spare', { 'record.json': text })
  server.world.git.git(['update-ref', RECORD_REF, 'refs/heads/spare'])
  expect(await readRecord(github, repository)).toMatchObject({ kind: 'unreadable', mayPass: false })
  expect(await moveRecord(github, repository, rise)).toMatchObject({ kind: 'lost' })
  expect(server.asked('POST', /git/)).toEqual([])
})

test('a token that may not read is not told that there is no record', async () => {
  const { server, clientOf, repository } = await startStandIn({ isPrivate: true })
  const blind = clientOf(server.workflowToken({ metadata: 'read', issues: 'write' }))
  const read = await readRecord(blind, repository)
  expect(read).toMatchObject({ kind: 'unreadable', mayPass: false })
  expect(read).toHaveProperty('why', expect.stringContaining('`contents: read`'))
})

test('a 404 that the list of refs does not confirm is not "none"', async () => {
  const { server, github, repository } = await startStandIn()
  server.fault({
    method: 'GET',
    path: /matching-refs/,
    what: { status: 404, body: { message: 'Not Found', documentation_url: '', status: '404' } },
  })
  expect(await readRecord(github, repository)).toMatchObject({ kind: 'unreadable', mayPass: false })
})

test('a server that does not answer may answer later', async () => {
  const { server, github, repository } = await startStandIn()
  server.fault({ method: 'GET', path: /git\/ref\//, times: 3, what: 'drop' })
  expect(await readRecord(github, repository)).toMatchObject({ kind: 'unreadable', mayPass: true })
})

test('a token that may not write is told what it needs', async () => {
  const { server, clientOf, repository } = await startStandIn()
  const reader = clientOf(server.workflowToken({ contents: 'read', metadata: 'read' }))
  expect(await moveRecord(reader, repository, rise)).toMatchObject({
    kind: 'lost',
    why: expect.stringContaining('`contents: write`'),
  })
})

test('an empty repository has no record and takes none', async () => {
  const { server, github, repository } = await startStandIn()
  const empty = { status: 409, body: { message: 'Git Repository is empty.', documentation_url: '' } }
  server.fault({ path: /\/git\//, times: 10, what: empty })
  expect(await readRecord(github, repository)).toEqual({ kind: 'none' })
  expect(await moveRecord(github, repository, rise)).toMatchObject({ kind: 'lost', why: expect.stringContaining('empty') })
})

test('a record that was deleted in between is not begun anew', async () => {
  const { server, github, repository } = await startStandIn()
  await moveRecord(github, repository, rise)
  const drop = () => void server.world.git.git(['update-ref', '-d', RECORD_REF])
  server.fault({ ...UPDATE, what: drop })
  expect(await moveRecord(github, repository, rise)).toEqual({
    kind: 'lost',
    why: `${RECORD_REF} was deleted while it was being moved`,
  })
})

test('a second look at the same record costs one request', async () => {
  const { server, github, repository } = await startStandIn()
  await moveRecord(github, repository, rise)
  await readRecord(github, repository)
  const before = server.log.length
  await readRecord(github, repository)
  expect(server.log.length - before).toBe(1)
})

test('the past is pruned, and what would be unreadable is not written', async () => {
  const { github, repository } = await startStandIn()
  const handled = Array.from({ length: MOST_HANDLED + 5 }, (_, at) => ({
    commentId: at,
    job: null,
    what: 'run',
    by: 'octocat',
    at: 'now',
  }))
  const move = await moveRecord(github, repository, (record) => ({ ...record, handled }))
  expect(move.kind === 'moved' && move.record.handled.length).toBe(MOST_HANDLED)
  expect(await moveRecord(github, repository, (record) => ({ ...record, sequence: -1 }))).toMatchObject({ kind: 'lost' })
  expect(await readRecord(github, repository)).toMatchObject({ record: { sequence: 0 } })
})
