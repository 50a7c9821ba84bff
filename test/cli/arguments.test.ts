import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { foreignFolder, refuseFolderAsJob, refuseNoFolder } from '../../src/cli/arguments.ts'
import { remove } from '../acceptance/cli.ts'
import { makeFolder, makeRepository } from '../repository/make-repository.ts'

function folder(): string {
  const path = makeFolder()
  onTestFinished(() => remove(path))
  mkdirSync(join(path, 'docs'))
  writeFileSync(join(path, 'docs/guide.md'), '# Guide\n')
  return path
}

const refusal = (says: RegExp, next: string) => expect.objectContaining({ message: expect.stringMatching(says), next })

test('a file in the place of a folder is told, with its folder', () => {
  const docs = join(folder(), 'docs')
  expect(() => refuseNoFolder('nehemvix check', join(docs, 'guide.md'))).toThrow(
    refusal(/guide\.md is a file; nehemvix check takes a folder/, `nehemvix check ${docs}`),
  )
  expect(() => refuseNoFolder('nehemvix check', join(docs, 'none'))).toThrow(/^There is no folder .*none\.$/)
  // What lies below a file is not there either.
  expect(() => refuseNoFolder('nehemvix run', join(docs, 'guide.md/none'))).toThrow(/^There is no folder/)
  expect(() => refuseNoFolder('nehemvix check', docs)).not.toThrow()
})

test('a folder in the place of a job is told', () => {
  const docs = join(folder(), 'docs')
  expect(() => refuseFolderAsJob('nehemvix status', docs)).toThrow(
    refusal(/is a folder; nehemvix status takes the id of a job/, `cd ${docs} && nehemvix status`),
  )
  expect(() => refuseFolderAsJob('nehemvix approve', '.')).toThrow(refusal(/is a folder/, 'nehemvix approve'))
  for (const job of [null, '73af90eeaf', 'nothing-of-this-name'])
    expect(() => refuseFolderAsJob('nehemvix status', job)).not.toThrow()
})

test('only the folder of another repository has to be gone to', async () => {
  const other = makeRepository()
  onTestFinished(() => remove(other.root))
  other.commit({ 'src/a.ts': 'export {}\n' })
  expect(await foreignFolder(join(other.root, 'src'))).toBe(join(other.root, 'src'))
  expect(await foreignFolder('.')).toBe(null)
  expect(await foreignFolder('src')).toBe(null)
  expect(await foreignFolder(join(other.root, 'none'))).toBe(null)
})
