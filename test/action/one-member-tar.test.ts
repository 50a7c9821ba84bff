import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { unpackingOnly } from '../../src/action/one-member-tar.ts'
import { makeFolder } from '../repository/make-repository.ts'

test('an archive with names that lead elsewhere brings the one file that was asked for', async () => {
  const folder = makeFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [from, to, aside] = ['from', 'to', 'aside'].map((name) => join(folder, name)) as [string, string, string]
  for (const place of [join(from, 'state'), to, aside]) mkdirSync(place, { recursive: true })
  writeFileSync(join(from, 'state', 'nehemvix.db'), 'the state')
  writeFileSync(join(from, 'state', 'other'), 'more')
  writeFileSync(join(aside, 'absolute'), 'hostile')
  writeFileSync(join(aside, 'climbs'), 'hostile')
  const archive = join(folder, 'cache.tgz')
  const packed = spawnSync('tar', [
    '-czf',
    archive,
    '-P',
    '-C',
    from,
    'state/nehemvix.db',
    'state/other',
    join(aside, 'absolute'),
    '../aside/climbs',
  ])
  expect(packed.status).toBe(0)
  rmSync(aside, { recursive: true })
  const unpack = () => spawnSync('tar', ['-xf', archive, '-P', '-C', to, '-z'])
  const { status } = await unpackingOnly('state/nehemvix.db', async () => unpack())
  expect([status, readFileSync(join(to, 'state', 'nehemvix.db'), 'utf8')]).toEqual([0, 'the state'])
  expect([existsSync(join(to, 'state', 'other')), existsSync(aside)]).toEqual([false, false])
  // What the client does without it.
  unpack()
  expect(existsSync(join(aside, 'absolute'))).toBe(true)
})
