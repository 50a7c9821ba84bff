import { expect, test } from 'vitest'
import { readRole } from '../../src/github/role.ts'
import { startStandIn } from './stand-in.ts'

test.each([
  ['admin', true],
  ['maintain', true],
  ['write', true],
  ['triage', false],
  ['read', false],
] as const)('%s: may write is %s', async (role, mayWrite) => {
  const { server, github, repository } = await startStandIn()
  server.addUser('mona', role)
  expect(await readRole(github, repository, 'mona')).toEqual({ kind: 'role', role, mayWrite, isBot: false })
})

test('a stranger and an app may not write, and a failure is no answer', async () => {
  const { server, github, repository } = await startStandIn()
  server.addUser('stranger')
  expect(await readRole(github, repository, 'stranger')).toMatchObject({ kind: 'role', mayWrite: false })
  expect(await readRole(github, repository, 'some-app[bot]')).toMatchObject({ kind: 'role', mayWrite: false, isBot: true })
  server.fault({ path: /permission$/, times: 3, what: 'drop' })
  expect(await readRole(github, repository, 'octocat')).toMatchObject({ kind: 'unknown' })
})
