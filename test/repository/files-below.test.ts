import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { filesBelow } from '../../src/repository/files-below.ts'
import { makeRepository } from './make-repository.ts'

it('tells what git keeps in a folder, and in a folder without git all that lies there', async () => {
  const repo = makeRepository()
  onTestFinished(repo.remove)
  repo.commit({ 'docs/a.md': 'a', 'docs/*/b c.md': 'b', 'docs-2/c.md': 'c' })
  repo.write('docs/new/d.md', 'd')
  expect((await filesBelow(repo.root, 'docs')).sort()).toEqual(['docs/*/b c.md', 'docs/a.md'])
  expect(await filesBelow(repo.root, 'docs/*')).toEqual(['docs/*/b c.md'])
  rmSync(join(repo.root, '.git'), { recursive: true })
  expect((await filesBelow(repo.root, 'docs')).sort()).toEqual(['docs/*/b c.md', 'docs/a.md', 'docs/new/d.md'])
  expect(await filesBelow(repo.root, 'nowhere')).toEqual([])
})
