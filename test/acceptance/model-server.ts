// Starts the stand-in for the model providers as a process of its own, and asks it what it billed.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Script {
  readonly latency_ms?: number
  readonly context_tokens?: number
  readonly requests_per_minute?: number
  readonly rules?: readonly {
    model?: string
    prompt?: string
    nth?: number
    from?: number
    to?: number
    do: Record<string, unknown>
  }[]
}

export interface Stats {
  readonly calls: number
  readonly answered: number
  readonly failed: number
  readonly peak_in_flight: number
  readonly by_model: Record<
    string,
    { calls: number; billed: number; input_tokens: number; cached_tokens: number; output_tokens: number }
  >
  readonly units: Record<string, { billed: number; delivered: number; models: string[] }>
}

export interface ModelServer {
  readonly url: string
  stats(): Promise<Stats>
  /** A new script; counters of rules start anew, statistics go on. */
  script(script: Script): Promise<void>
  /** Every request body as it came. */
  bodies(): string
  stop(): Promise<void>
}

export async function startModelServer(script: Script = {}): Promise<ModelServer> {
  const folder = mkdtempSync(join(tmpdir(), 'nehemvix-models-'))
  writeFileSync(join(folder, 'script.json'), JSON.stringify(script))
  writeFileSync(join(folder, 'bodies'), '')
  const path = new URL('../doubles/model-server.mjs', import.meta.url).pathname
  const child = spawn(process.execPath, [path, '--script', join(folder, 'script.json'), '--bodies', join(folder, 'bodies')])
  const url = await firstLine(child)
  return {
    url,
    stats: async () => (await fetch(`${url}/__stats`)).json() as Promise<Stats>,
    script: async (next) => void (await fetch(`${url}/__script`, { method: 'POST', body: JSON.stringify(next) })),
    bodies: () => readFileSync(join(folder, 'bodies'), 'utf8'),
    stop: async () => {
      child.kill('SIGKILL')
      await new Promise((done) => child.once('close', done))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (part) => {
      text += part
      if (text.includes('\n')) resolve((JSON.parse(text) as { url: string }).url)
    })
    child.once('exit', () => reject(new Error(`the stand-in ended: ${text}`)))
  })
}
