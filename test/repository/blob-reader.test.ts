import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { BlobReader } from '../../src/repository/blob-reader.ts'
import { makeFolder, makeRepository } from './make-repository.ts'

const cleanUp: Array<() => void> = []
afterEach(() => {
  for (const end of cleanUp.splice(0)) end()
})

function readerOf(content: string): { reader: BlobReader; id: string } {
  const repo = makeRepository()
  repo.commit({ 'a.bin': content })
  const reader = new BlobReader(repo.root)
  cleanUp.push(() => reader.close(), repo.remove)
  return { reader, id: repo.git('rev-parse', 'HEAD:a.bin') }
}

/** Puts a git on the PATH that ends at once the first `deaths` times, and is the real one afterwards. */
function letGitDie(deaths: number): void {
  const folder = makeFolder()
  const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim()
  const script = `#!/bin/sh\nn=$(cat '${folder}/n' 2>/dev/null || echo 0)\necho $((n + 1)) > '${folder}/n'\n[ "$n" -lt ${deaths} ] && exit 1\nexec '${real}' "$@"\n`
  writeFileSync(join(folder, 'git'), script)
  chmodSync(join(folder, 'git'), 0o755)
  const path = process.env.PATH
  process.env.PATH = `${folder}:${path}`
  cleanUp.push(() => {
    process.env.PATH = path
    rmSync(folder, { recursive: true })
  })
}

it('reads empty, large and newline-ridden blobs in the order asked', async () => {
  const { reader, id } = readerOf(`${'\n'.repeat(1000)}${'x'.repeat(3_000_000)}\n`)
  const empty = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'
  const answers = await Promise.allSettled([reader.read(id), reader.read(empty), reader.read(id)])
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.length : answer.reason.name))).toEqual([
    3_001_001,
    'Refusal',
    3_001_001,
  ])
})

it('starts the process again after it died, and gives up on one that always dies', async () => {
  const { reader, id } = readerOf('text')
  letGitDie(1)
  expect((await reader.read(id)).toString()).toBe('text')
  const other = readerOf('text')
  letGitDie(2)
  await expect(other.reader.read(other.id)).rejects.toThrow('ended without an answer')
  expect((await other.reader.read(other.id)).toString()).toBe('text')
})

it('rejects what is awaited when it is closed', async () => {
  const { reader, id } = readerOf('text')
  const answer = reader.read(id)
  reader.close()
  await expect(answer).rejects.toThrow('closed')
  await expect(reader.read(id)).rejects.toThrow('closed')
})

it('rests: the process ends unless somebody waits, and the next question starts another', async () => {
  const { reader, id } = readerOf('text')
  const waited = reader.read(id)
  reader.rest()
  expect((await waited).toString()).toBe('text')
  reader.rest()
  const children = () => execFileSync('ps', ['-o', 'args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
  await expect.poll(children).not.toContain('cat-file')
  expect((await reader.read(id)).toString()).toBe('text')
})
