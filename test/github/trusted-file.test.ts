import { expect, test } from 'vitest'
import { readTrustedFile } from '../../src/github/trusted-file.ts'
import { startStandIn } from './stand-in.ts'

const PATH = '.github/nehemvix.yml'

test('reads the file as it stands at the ref; none is null', async () => {
  const { server, github, repository } = await startStandIn({ defaultBranch: 'trunk' })
  expect(await readTrustedFile(github, repository, PATH, 'trunk')).toBeNull()
  server.commit('trunk', { [PATH]: 'language: de # ü\n' })
  server.commit('feature', { [PATH]: 'cap: 1000\n' })
  expect(await readTrustedFile(github, repository, PATH, 'trunk')).toBe('language: de # ü\n')
})

test('what can not be read is not taken for none', async () => {
  const { server, github, repository } = await startStandIn()
  await expect(readTrustedFile(github, repository, '.github', 'main')).rejects.toMatchObject({ name: 'Refusal' })
  await expect(readTrustedFile(github, repository, PATH, 'no-such-branch')).rejects.toMatchObject({ name: 'Refusal' })
  server.fault({ path: /contents/, times: 3, what: 'drop' })
  await expect(readTrustedFile(github, repository, PATH, 'main')).rejects.toMatchObject({ name: 'Refusal' })
})
