import { expect, test } from 'vitest'
import { createGitHub, messageOf, statusOf } from '../../src/github/client.ts'
import { newPace } from '../../src/github/pace.ts'

const TOKEN = `ghs_${'aB3.-_'.repeat(80)}`
const REPOSITORY = { owner: 'o', repo: 'r' }

interface Answer {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A client whose requests get these answers, one after another, and what it sent and how long it waited. */
function scripted(...answers: readonly (Answer | Error)[]) {
  const sent: Request[] = []
  const waits: number[] = []
  const left = [...answers]
  const send: typeof fetch = async (input, init) => {
    sent.push(new Request(input, init))
    const answer = left.shift() ?? { status: 200, body: {} }
    if (answer instanceof Error) throw answer
    const headers = { 'content-type': 'application/json; charset=utf-8', ...answer.headers }
    return new Response(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {}), { ...answer, headers })
  }
  const wait = async (ms: number) => void waits.push(Math.floor(ms / 1000))
  return { sent, waits, github: createGitHub({ token: TOKEN, apiUrl: 'https://ghe.example.com/api/v3/', fetch: send, wait }) }
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

const post = ({ github }: ReturnType<typeof scripted>) =>
  github.rest.issues.createComment({ ...REPOSITORY, issue_number: 1, body: 'x' })

test('says who it is and asks the address it was given', async () => {
  const client = scripted()
  await client.github.rest.repos.get(REPOSITORY)
  expect(client.sent[0]?.url).toBe('https://ghe.example.com/api/v3/repos/o/r')
  expect(client.sent[0]?.headers.get('user-agent')).toMatch(/^nehemvix\/\S+/)
  expect(client.sent[0]?.headers.get('authorization')).toBe(`token ${TOKEN}`)
  expect(client.sent[0]?.signal).toBeInstanceOf(AbortSignal)
})

test('a read is repeated twice after 5xx, silence or half an answer, a write never', async () => {
  const reading = scripted({ status: 502 }, new TypeError('fetch failed'), { status: 200, body: { id: 1 } })
  expect((await reading.github.rest.repos.get(REPOSITORY)).data.id).toBe(1)
  expect(reading.waits).toEqual([1, 3])
  const broken = scripted({ status: 200, body: '{"id": ' }, { status: 200, body: { id: 2 } })
  expect((await broken.github.rest.repos.get(REPOSITORY)).data.id).toBe(2)
  const page = { status: 200, body: '<html>We are down</html>', headers: { 'content-type': 'text/html' } }
  const lying = scripted(page, { status: 200, body: 'null' }, { status: 200, body: { id: 3 } })
  expect((await lying.github.rest.repos.get(REPOSITORY)).data.id, 'a page, or nothing, is no answer').toBe(3)
  const giving = scripted({ status: 502 }, { status: 502 }, { status: 502 }, { status: 200 })
  expect(statusOf(await failureOf(giving.github.rest.repos.get(REPOSITORY)))).toBe(502)
  for (const answer of [{ status: 502 }, new TypeError('fetch failed'), { status: 201, body: '{"id": ' }]) {
    const writing = scripted(answer)
    expect(await failureOf(post(writing))).toBeInstanceOf(Error)
    expect(writing.sent).toHaveLength(1)
  }
})

test('what no answer came to has no status', async () => {
  const client = scripted(new TypeError('fetch failed', { cause: new Error('ECONNRESET') }))
  const error = await failureOf(post(client))
  expect(statusOf(error)).toBeNull()
  expect(messageOf(error)).toBe('no answer from GitHub (ECONNRESET)')
})

test('a limit of 30 s is waited for, one of 31 s is told', async () => {
  const limited = (seconds: number) => ({
    status: 403,
    headers: { 'retry-after': String(seconds) },
    body: { message: 'secondary rate limit' },
  })
  const short = scripted(limited(30), { status: 201, body: {} })
  await post(short)
  expect(short.waits).toEqual([30])
  const long = scripted(limited(31))
  expect(messageOf(await failureOf(post(long)))).toBe("GitHub's rate limit is used up for 31 s (HTTP 403)")
  expect(long.waits).toEqual([])
  const reset = String(Math.floor(Date.now() / 1000) + 3000)
  const spent = scripted({ status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset } })
  expect(messageOf(await failureOf(spent.github.rest.repos.get(REPOSITORY)))).toMatch(/rate limit is used up for \d+ s/)
  expect(spent.sent).toHaveLength(1)
})

test.each([
  [
    'words and details',
    { message: 'Validation Failed', errors: [{ field: 'head', code: 'invalid' }, 'no', { message: 'other' }] },
    'Validation Failed: head invalid: no: other',
  ],
  ['a page', '<html>Bad gateway</html>', 'GitHub answered HTTP 422'],
  [
    'lines',
    { message: 'Repository rule violations found\n\nCannot create ref' },
    'Repository rule violations found Cannot create ref',
  ],
  ['a token', { message: `bad ${TOKEN} and github_pat_${'a'.repeat(30)}` }, 'bad [token] and [token]'],
])('a message is one line without tokens: %s', async (_name, body, told) => {
  const error = await failureOf(post(scripted({ status: 422, body })))
  expect(messageOf(error)).toBe(told)
})

test('40 writes may leave at once, then two in three seconds', async () => {
  const waits: number[] = []
  let now = 0
  const pace = newPace(
    async (ms) => void waits.push(ms),
    () => now,
  )
  for (let write = 0; write < 42; write += 1) await pace()
  expect(waits).toEqual([1500, 3000])
  now = 60_000
  await pace()
  expect(waits).toHaveLength(2)
})
