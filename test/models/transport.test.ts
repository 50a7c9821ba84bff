import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { CallFailure } from '../../src/models/model.ts'
import { callErrorOf, parseBody, strikeOut, watchExchange } from '../../src/models/transport.ts'
import { answerWith, deadAddress } from './loopback.ts'

const KEY = 'sk-a-key-that-must-go'
const PATIENT = { firstByteMs: 20_000, silenceMs: 20_000 }
const SHORT = { firstByteMs: 400, silenceMs: 400 }

/** What an adapter would throw after this request, or the text that came. */
async function exchangeWith(
  url: string,
  timeouts = PATIENT,
): Promise<{ failure: CallFailure | null; text: string | null; raw: string }> {
  const exchange = watchExchange(KEY, timeouts)
  try {
    const response = await exchange.fetch(url)
    if (!response.ok) throw new Error(`status ${response.status}`)
    return { failure: null, text: await response.text(), raw: exchange.seen().raw }
  } catch (error) {
    const { failure } = callErrorOf(error, exchange, { provider: 'openai', via: 'openai', key: KEY })
    return { failure, text: null, raw: exchange.seen().raw }
  }
}

test('a body is handed on as it came, decoded, also where a character is cut between two packets', async () => {
  const body = Buffer.from('{"text":"größer 日本語"}')
  const { url } = await answerWith((res) => {
    res.writeHead(200)
    for (const byte of body) res.write(Buffer.from([byte]))
    res.end()
  })
  const seen = await exchangeWith(url)
  expect([seen.text, seen.raw]).toEqual([body.toString(), body.toString()])
})

test('a compressed body is read once', async () => {
  const { url } = await answerWith((res) => {
    res.writeHead(200, { 'content-encoding': 'gzip' })
    res.end(gzipSync('{"ok":true}'))
  })
  expect((await exchangeWith(url)).text).toBe('{"ok":true}')
})

test('an error keeps its status, headers and whole body, JSON or not', async () => {
  const { url } = await answerWith((res, count) => {
    res.writeHead(429, { 'retry-after': '7', 'x-request-id': 'req-9' })
    res.end(count === 1 ? '[{"error":{"code":429}}]' : '<html>slow down</html>')
  })
  expect((await exchangeWith(url)).failure).toMatchObject({
    status: 429,
    headers: { 'retry-after': '7' },
    body: [{ error: { code: 429 } }],
    sent: true,
    requestId: 'req-9',
  })
  expect((await exchangeWith(url)).failure?.body).toBe('<html>slow down</html>')
})

test.each([
  ['before the headers', false],
  ['in the middle of a body', true],
])('a connection that is cut %s may have been billed, and has no status', async (_, hasHeaders) => {
  const { url } = await answerWith((res) => {
    if (!hasHeaders) return void res.socket?.destroy()
    res.writeHead(200, { 'content-length': '1000', 'x-request-id': 'req-1' })
    res.write('{"half":', () => setTimeout(() => res.socket?.destroy(), 20))
  })
  const { failure, raw } = await exchangeWith(url)
  expect(failure).toMatchObject({ status: null, headers: {}, sent: true, requestId: hasHeaders ? 'req-1' : null })
  expect(failure?.body).toHaveProperty('thrown.name', 'TypeError')
  expect(raw, 'what came is there to be looked at').toBe(hasHeaders ? '{"half":' : '')
})

test('an error whose body is cut is still that error', async () => {
  const { url } = await answerWith((res) => {
    res.writeHead(503, { 'content-length': '1000' })
    res.write('overl', () => setTimeout(() => res.socket?.destroy(), 20))
  })
  expect((await exchangeWith(url)).failure).toMatchObject({ status: 503, body: 'overl' })
})

test.each(['no first byte', 'silence after some bytes'])('%s: given up after its time, of unknown outcome', async (when) => {
  const { url } = await answerWith((res) => {
    if (when === 'no first byte') return
    res.writeHead(200)
    res.write('data: {}\n\n')
  })
  const begin = Date.now()
  const { failure } = await exchangeWith(url, SHORT)
  expect(failure).toMatchObject({ status: null, sent: true })
  expect(JSON.stringify(failure?.body)).toContain('SILENT_CONNECTION')
  expect(Date.now() - begin).toBeLessThan(5_000)
})

test('a slow stream that keeps talking is not silent', async () => {
  const { url } = await answerWith(async (res) => {
    res.writeHead(200)
    for (let n = 0; n < 12; n++) {
      res.write(`${n}`)
      await new Promise((done) => setTimeout(done, 60))
    }
    res.end()
  })
  expect((await exchangeWith(url, SHORT)).text, 'longer in all than one silence may be').toBe('01234567891011')
})

test('a refused connection, and a name that nobody has, were never sent', async () => {
  expect((await exchangeWith(await deadAddress())).failure).toMatchObject({ status: null, sent: false, requestId: null })
  expect((await exchangeWith('http://no-such-host.invalid/')).failure?.sent).toBe(false)
})

test('a key that comes back anywhere is struck out', async () => {
  const { url } = await answerWith((res, count) => {
    res.writeHead(count === 1 ? 200 : 401, { 'x-request-id': KEY, 'x-echo': `Bearer ${KEY}` })
    res.end(`{"error":"wrong key ${KEY}"}`)
  })
  expect((await exchangeWith(url)).raw).toBe('{"error":"wrong key [key]"}')
  const { failure } = await exchangeWith(url)
  expect(JSON.stringify(failure)).not.toContain(KEY)
  expect(failure).toMatchObject({ body: { error: 'wrong key [key]' }, headers: { 'x-echo': 'Bearer [key]' }, requestId: '[key]' })
})

test('a key is struck out where JSON had it escaped, and no key strikes nothing out', () => {
  expect(parseBody('{"told":"local\\/key/of/mine"}', 'local/key/of/mine')).toEqual({ told: '[key]' })
  expect(strikeOut('text', null)).toBe('text')
  expect(strikeOut('none of it', 'none'), 'a word that a server wants for a key is no secret').toBe('none of it')
  expect(parseBody('not json', null)).toBe('not json')
})
