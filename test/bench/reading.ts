// Reading a repository: planning it from nothing and again, against repomix with outlines and against git itself, in the same run.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { CLI, environmentFor, remove } from '../acceptance/cli.ts'
import { makeRepository } from '../repository/make-repository.ts'
import type { Measured } from './action.ts'

const ROUNDS = 3
const SIZES = [
  { files: 2_000, own: process.env.BENCH_REPOSITORY_2K },
  { files: 20_000, own: process.env.BENCH_REPOSITORY_20K },
] as const
const MANY = 100_000
const MOST_BYTES = 1e9
const SAMPLE_MS = 100

interface Ran {
  readonly ms: number
  /** The most that the program and those it started held together. NaN where the system does not show it. */
  readonly bytes: number
}

export async function measureReading(): Promise<Measured[]> {
  const repomix = findRepomix()
  const rows: Measured[] = []
  for (const { files, own } of SIZES) rows.push(...(await measure(own ?? null, files, repomix)))
  rows.push(await manyFiles())
  return rows
}

/** A path: through npx each start would cost half a second more. null: it can't be had here. */
function findRepomix(): string | null {
  const found = spawnSync('npx', ['--yes', '-p', 'repomix@1.18', 'sh', '-c', 'command -v repomix'], { encoding: 'utf8' })
  return found.status === 0 ? realpathSync(found.stdout.trim()) : null
}

async function measure(own: string | null, files: number, repomix: string | null): Promise<Measured[]> {
  const synthetic = own === null ? syntheticRepository(files) : null
  const small = syntheticRepository(1)
  const root = own ?? synthetic?.root ?? ''
  const env = environmentFor('http://127.0.0.1:9')
  const state = join(env.HOME ?? '', 'state')
  const cold: Ran[] = []
  const again: Ran[] = []
  const startUp: Ran[] = []
  const peer: Ran[] = []
  const blobs: Ran[] = []
  const tree: Ran[] = []
  try {
    await plan(small.root, `${state}-small`, env)
    for (let round = 0; round < ROUNDS; round++) {
      remove(state)
      if (repomix !== null) {
        const output = join(env.HOME ?? '', 'repomix.xml')
        const args = [repomix, '--compress', '--quiet', '-o', output]
        peer.push(await observe(process.execPath, args, { cwd: root, env: { ...process.env, REPOMIX_TOKEN_CACHE: '0' } }))
      }
      cold.push(await plan(root, state, env))
      again.push(await plan(root, state, env))
      startUp.push(await plan(small.root, `${state}-small`, env))
      blobs.push(
        await observe('sh', ['-c', `git ls-tree -r HEAD | cut -c13-52 | git cat-file --batch > /dev/null`], { cwd: root, env }),
      )
      tree.push(await observe('git', ['ls-tree', '-r', '-l', 'HEAD'], { cwd: root, env }))
    }
  } finally {
    for (const folder of [synthetic?.root, small.root, env.HOME]) if (folder !== undefined) remove(folder)
  }
  const of = own === null ? `${files} files` : `BENCH_REPOSITORY_${files / 1000}K`
  const least = medianOf(tree, 'ms') + medianOf(startUp, 'ms')
  return [
    ...(repomix === null
      ? []
      : [
          compared(`planning, ${of}`, seconds(cold), `repomix --compress: ${seconds(peer)}`, ratio(cold, peer, 'ms')),
          compared(`planning, ${of}: memory`, megabytes(cold), `repomix: ${megabytes(peer)}`, ratio(cold, peer, 'bytes')),
        ]),
    compared(`planning, ${of}`, seconds(cold), `git cat-file --batch: ${seconds(blobs)}`, ratio(cold, blobs, 'ms')),
    compared(
      `planning again, ${of}, unchanged`,
      seconds(again),
      `ls-tree -l + start-up: ${(least / 1000).toFixed(2)} s`,
      medianOf(again, 'ms') / least,
    ),
  ]
}

/** What a user waits for before there is a price. The same command on one file is the start-up. */
async function plan(root: string, state: string, env: Record<string, string>): Promise<Ran> {
  return observe(process.execPath, [CLI, 'estimate', '--model', 'gpt-6-luna', '--state', state, '--json'], { cwd: root, env })
}

async function manyFiles(): Promise<Measured> {
  const repository = syntheticRepository(MANY)
  const env = environmentFor('http://127.0.0.1:9')
  try {
    const ran = await plan(repository.root, join(env.HOME ?? '', 'state'), env)
    return compared(`planning, ${MANY} files: memory`, megabytes([ran]), `limit: ${MOST_BYTES / 1e6} MB`, ran.bytes / MOST_BYTES)
  } finally {
    for (const folder of [repository.root, env.HOME]) if (folder !== undefined) remove(folder)
  }
}

/** TypeScript of 1 to 5 kB a file, a hundred to a folder, every third importing its neighbour. */
function syntheticRepository(files: number): { readonly root: string } {
  const repository = makeRepository()
  for (let n = 0; n < files; n++) {
    const head = n % 3 === 0 ? `import { move${n + 1} } from './module${n + 1}.ts'\n\n` : ''
    const functions = Array.from(
      { length: 4 + (n % 17) },
      (_, index) =>
        `/** Moves parcel ${index} of depot ${n} on to the next one. */\nexport function move${n}${index === 0 ? '' : `_${index}`}(parcel: Parcel, weight = ${index}): number {\n  if (parcel.weight > ${n % 89}) throw new Error('too heavy for depot ${n}')\n  return parcel.weight * ${index + 1} + weight\n}\n`,
    )
    repository.write(`src/part${Math.floor(n / 100)}/module${n}.ts`, `${head}${functions.join('\n')}`)
  }
  repository.commit({ 'README.md': '# Parcels\n\nMoves parcels from depot to depot.\n' })
  return repository
}

function observe(command: string, args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<Ran> {
  const start = performance.now()
  const child = spawn(command, [...args], { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  let bytes = Number.NaN
  const sample = () => {
    const held = heldBy(child)
    if (!(held <= bytes)) bytes = Number.isNaN(held) ? bytes : held
  }
  const timer = setInterval(sample, SAMPLE_MS)
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      clearInterval(timer)
      if (code === 0) resolve({ ms: performance.now() - start, bytes })
      else reject(new Error(`${command} ${args.slice(0, 2).join(' ')} ended with ${code}: ${complaint.slice(-500)}`))
    })
  })
}

/** Memory of a process and of all below it. NaN where the system does not show it, or it has just ended. */
function heldBy({ pid }: ChildProcess): number {
  const sum = (id: string): number => {
    try {
      // What several processes share counts once.
      const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1]
      const below = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').split(' ').filter(Boolean)
      return Number(kilobytes ?? 0) * 1024 + below.reduce((total, one) => total + (sum(one) || 0), 0)
    } catch {
      return Number.NaN
    }
  }
  return sum(String(pid))
}

const medianOf = (runs: readonly Ran[], what: keyof Ran): number =>
  runs.map((ran) => ran[what]).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)] ?? Number.NaN
const ratio = (ours: readonly Ran[], theirs: readonly Ran[], what: keyof Ran): number =>
  medianOf(ours, what) / medianOf(theirs, what)
const seconds = (runs: readonly Ran[]): string => `${(medianOf(runs, 'ms') / 1000).toFixed(2)} s`
const megabytes = (runs: readonly Ran[]): string => `${(medianOf(runs, 'bytes') / 1e6).toFixed(0)} MB`
const compared = (what: string, ours: string, peer: string, times: number): Measured => ({ what, ours, peer, ratio: times })

/** `node test/bench/reading.ts` measures this alone. */
if (import.meta.main)
  for (const { what, ours, peer, ratio: times } of await measureReading())
    process.stdout.write(`${what.padEnd(46)} ${ours.padStart(12)} ${peer.padStart(34)} ${`×${times.toFixed(2)}`.padStart(9)}\n`)
