import { expect, it } from 'vitest'
import { compileGlobs } from '../../src/repository/compile-globs.ts'
import { selectFiles } from '../../src/repository/select-files.ts'

const FILE = { path: 'a.ts', kind: 'file', sizeBytes: 3, contentHash: 'a', detail: '', isTracked: true } as const
const failing = (failure: object) => () => Promise.reject(Object.assign(new Error('no'), failure))
const select = (failure: object) =>
  selectFiles([FILE], () => ({ isGenerated: null, isVendored: null }), compileGlobs([], []), failing(failure))

it('what the system says of one file makes that file unreadable', async () => {
  for (const code of ['EACCES', 'ENOENT', 'not a regular file'])
    expect((await select({ code })).skipped).toEqual([{ path: 'a.ts', reason: 'unreadable', detail: code }])
})

it('what it says of all of them is told, and nothing is left out for it', async () => {
  for (const failure of [{ code: 'EMFILE' }, { code: 'EAGAIN' }, { code: 'EACCES', syscall: 'spawn git' }])
    await expect(select(failure)).rejects.toThrow('The system refused')
})
