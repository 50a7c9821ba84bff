// Webhooks a second and the 99th percentile, of our server and of a bare Probot app, each in a process of its own, driven from this one.
// Comments that are no commands, as most are; one in ten is a repeated delivery, one in ten garbage without a signature that fits.
import { spawn } from 'node:child_process'
import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

const SECRET = 'the secret of the bench'
const REQUESTS = 4_000
const AT_ONCE = 16
const EXAMPLES = new URL('../../node_modules/@octokit/webhooks-examples/api.github.com/index.json', import.meta.url)

export interface WebhookRates {
  readonly perSecond: number
  readonly p99Ms: number
}

interface Shot {
  readonly id: string
  readonly body: Buffer
  readonly signature: string
}

/** Ours and the peer's, with the same shots. */
export async function timeWebhooks(): Promise<{ readonly ours: WebhookRates; readonly bare: WebhookRates }> {
  const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
  const environment = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    WEBHOOK_SECRET: SECRET,
    APP_ID: '1',
    PRIVATE_KEY: privateKey,
    PORT: '0',
  }
  const shots = loadShots(REQUESTS)
  const time = async (file: string): Promise<WebhookRates> => {
    const server = await startServer(new URL(file, import.meta.url).pathname, environment)
    // The first ones meet code that is not compiled yet.
    await fire(server.url, loadShots(REQUESTS / 4))
    const rates = await fire(server.url, shots)
    server.stop()
    return rates
  }
  return { ours: await time('../../src/app/server.ts'), bare: await time('./bare-probot.ts') }
}

function loadShots(count: number): readonly Shot[] {
  const events = JSON.parse(readFileSync(EXAMPLES, 'utf8')) as { name: string; examples: { action: string }[] }[]
  const created = events.find(({ name }) => name === 'issue_comment')?.examples.find(({ action }) => action === 'created')
  const shots: Shot[] = []
  for (let n = 0; n < count; n++) {
    const body = Buffer.from(JSON.stringify({ ...created, number: n, installation: { id: 1 } }))
    const signature = `sha256=${createHmac('sha256', n % 10 === 4 ? 'another' : SECRET)
      .update(body)
      .digest('hex')}`
    shots.push(n % 10 === 9 ? (shots[n - 1] as Shot) : { id: randomUUID(), body, signature })
  }
  return shots
}

async function startServer(file: string, env: NodeJS.ProcessEnv): Promise<{ readonly url: string; stop(): void }> {
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-2_000)
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
      if (found) resolve(found)
    })
    child.on('close', () => reject(new Error(`${file} ended: ${output}`)))
  })
  return { url, stop: () => void child.kill('SIGKILL') }
}

async function fire(url: string, shots: readonly Shot[]): Promise<WebhookRates> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const times: number[] = []
  const waiting = [...shots]
  const start = performance.now()
  const work = async (): Promise<void> => {
    for (let shot = waiting.pop(); shot !== undefined; shot = waiting.pop()) {
      const sent = performance.now()
      await send(url, shot, agent)
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const seconds = (performance.now() - start) / 1000
  agent.destroy()
  return { perSecond: shots.length / seconds, p99Ms: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0 }
}

function send(url: string, { id, body, signature }: Shot, agent: Agent): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    'x-github-event': 'issue_comment',
    'x-github-delivery': id,
    'x-hub-signature-256': signature,
  }
  return new Promise((resolve, reject) => {
    const sending = request(`${url}/api/github/webhooks`, { method: 'POST', headers, agent }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve())
    })
    sending.on('error', reject)
    sending.end(body)
  })
}
