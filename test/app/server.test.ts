// The server at its door: what is let in, what is turned away, and how it stops.
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { post, SECRET, sign, startHosted } from './hosted.ts'

test('says that it lives', async () => {
  const { server } = await startHosted()
  expect(await (await fetch(`${server.url}/ping`)).text()).toBe('PONG')
  const health = await fetch(`${server.url}/healthz`)
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok', version: expect.any(String) }])
  expect((await fetch(`${server.url}/nowhere`)).status).toBe(404)
  expect((await fetch(`${server.url}/ping`, { method: 'POST', body: 'x' })).status).toBe(405)
  expect((await fetch(`${server.url}/api/github/webhooks`)).status).toBe(404)
})

test.each([
  ['no signature', () => null],
  ['an empty signature', () => ''],
  ['the old kind of signature', () => 'sha1=0000000000000000000000000000000000000000'],
  ['a signature by another secret', (body: string) => sign(body, 'another')],
  ['a signature by the word development', (body: string) => sign(body, 'development')],
  ['a signature of another body', () => sign('{}')],
])('%s is turned away before anything runs', async (_, signature) => {
  const hosted = await startHosted()
  const payload = hosted.github.eventOf(hosted.github.comment(hosted.pull, 'octocat', '/nehemvix run'))
  const response = await hosted.deliver('issue_comment', payload, { signature: signature(JSON.stringify(payload)) })
  expect(response.status).toBe(401)
  expect(hosted.github.log).toEqual([])
})

test('a signed body that is no JSON, no JSON type, and headers that are missing', async () => {
  const { server } = await startHosted()
  const id = randomUUID()
  expect((await post(server, 'no json', { name: 'issue_comment', id, signature: sign('no json') })).status).toBe(400)
  const url = `${server.url}/api/github/webhooks`
  const signature = { 'x-hub-signature-256': sign('{}') }
  expect(
    (await fetch(url, { method: 'POST', headers: { ...signature, 'content-type': 'application/json' }, body: '{}' })).status,
  ).toBe(400)
  const named = { ...signature, 'x-github-event': 'ping', 'x-github-delivery': id }
  expect((await fetch(url, { method: 'POST', headers: named, body: '{}' })).status).toBe(415)
})

test('events that nothing hears are taken and forgotten, whatever they hold', async () => {
  const hosted = await startHosted()
  for (const payload of [{}, { action: 'created' }, null, [], 'text', { action: 'created', comment: 7 }])
    for (const name of ['issue_comment', 'installation', 'check_run', 'workflow_run', 'ping', 'no such event']) {
      const { status } = await hosted.deliver(name, payload)
      expect([name, payload, status]).toEqual([name, payload, typeof payload === 'object' && payload !== null ? 200 : 400])
    }
  expect(hosted.github.log).toEqual([])
  expect((await fetch(`${hosted.server.url}/ping`)).status).toBe(200)
})

test('a body of 25 MB is turned away, signed or not, with its length told or not', async () => {
  const hosted = await startHosted()
  const body = JSON.stringify({ action: 'created', filling: 'x'.repeat(25_000_000) })
  const told = await post(hosted.server, body, { name: 'issue_comment', id: randomUUID(), signature: sign(body) })
  expect(told.status).toBe(413)
  const untold = await fetch(`${hosted.server.url}/api/github/webhooks`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'issue_comment',
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': sign(body),
    },
    body: new Blob([body]).stream(),
    duplex: 'half',
  } as RequestInit)
  expect(untold.status).toBe(413)
  expect(hosted.github.log).toEqual([])
})

test('a request that never ends does not stand in the way of others', async () => {
  const hosted = await startHosted()
  const { hostname, port } = new URL(hosted.server.url)
  const sockets = Array.from({ length: 50 }, () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write(
      `POST /api/github/webhooks HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\nx-github-event: ping\r\nx-github-delivery: 1\r\nx-hub-signature-256: ${sign('{}')}\r\n\r\n{`,
    )
    return socket
  })
  expect(await hosted.type('octocat', '/nehemvix help')).toContain('/nehemvix approve')
  for (const socket of sockets) socket.destroy()
})

test('a stop waits for what is in hand, and takes nothing new', async () => {
  const hosted = await startHosted()
  const { github } = hosted
  const hold = github.hold({ method: 'POST', path: /\/dispatches$/ })
  const comment = github.comment(hosted.pull, 'octocat', '/nehemvix run')
  const delivered = hosted.deliver('issue_comment', github.eventOf(comment))
  await hold.reached
  const stopped = hosted.server.stop()
  await expect(hosted.deliver('issue_comment', github.eventOf(comment))).rejects.toThrow()
  hold.release()
  expect((await delivered).status).toBe(200)
  await stopped
  expect(github.world.dispatches).toHaveLength(1)
  expect(hosted.answerTo(comment)).toContain('workflow run')
})

test('a handler that takes long is answered in time, and ends its work', { timeout: 20_000 }, async () => {
  const hosted = await startHosted()
  const hold = hosted.github.hold({ method: 'POST', path: /\/dispatches$/ })
  const comment = hosted.github.comment(hosted.pull, 'octocat', '/nehemvix run')
  const start = performance.now()
  const response = await hosted.deliver('issue_comment', hosted.github.eventOf(comment))
  expect([response.status, performance.now() - start < 10_000]).toEqual([202, true])
  hold.release()
  await expect.poll(() => hosted.answerTo(comment)).toContain('workflow run')
})

test('the log tells what was done, and no secret', async () => {
  const hosted = await startHosted()
  await hosted.type('octocat', '/nehemvix run')
  const lines = hosted.log.map((line) => JSON.parse(line))
  expect(lines).toContainEqual(expect.objectContaining({ level: 'info', msg: 'answered', operation: 'run', outcome: 'rocket' }))
  expect(lines.every(({ time, level }) => time && level)).toBe(true)
  expect(hosted.log.join('')).not.toContain(SECRET)
})
