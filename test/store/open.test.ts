import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { Refusal } from '../../src/refusal.ts'
import { SCHEMA_VERSION } from '../../src/store/migrations.ts'
import { openStore } from '../../src/store/open.ts'
import { makeFolder } from '../repository/make-repository.ts'
import { makeJob } from './make-store.ts'

function folder(): string {
  const path = makeFolder()
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** The refusal, with what it left behind compared to what was there. */
function refusalOf(directory: string): Refusal {
  const file = join(directory, 'nehemvix.db')
  const before = readFileSync(file)
  try {
    openStore(directory).close()
  } catch (error) {
    expect(readFileSync(file).equals(before), 'the file is left as it is').toBe(true)
    expect(error).toBeInstanceOf(Refusal)
    expect((error as Refusal).next, 'it says what to type').toBeTruthy()
    return error as Refusal
  }
  throw new Error('it was opened')
}

test('a folder that is not there is made, ignores itself in Git, and is opened again as it was', () => {
  const directory = join(folder(), 'deep', 'state')
  const store = openStore(directory)
  const pragmas = ['journal_mode', 'synchronous', 'foreign_keys', 'user_version'].map((name) =>
    store.db.pragma(name, { simple: true }),
  )
  expect(pragmas, 'WAL, FULL, on').toEqual(['wal', 2, 1, SCHEMA_VERSION])
  makeJob(store, 'one')
  store.close()
  expect(readFileSync(join(directory, '.gitignore'), 'utf8')).toBe('*\n')
  const again = openStore(directory)
  expect(again.sql('SELECT count(*) AS n FROM jobs').get()).toEqual({ n: 1 })
  again.close()
})

test('a question makes no state file', () => {
  const directory = join(folder(), 'state')
  for (const options of [{ readOnly: true }, { mustExist: true }]) {
    expect(() => openStore(directory, options)).toThrow(/no state file/)
  }
  expect(existsSync(directory)).toBe(false)
})

test('an empty file is no state: SQLite alone would take it for a valid database', () => {
  const directory = folder()
  writeFileSync(join(directory, 'nehemvix.db'), '')
  expect(refusalOf(directory).message).toContain('0 bytes')
})

test('a database of somebody else is left alone', () => {
  const directory = folder()
  const db = new Database(join(directory, 'nehemvix.db'))
  db.exec('CREATE TABLE notes (text TEXT)')
  db.close()
  expect(refusalOf(directory).message).toContain('not one of Nehemvix')
})

test('a file of a newer version is left alone, read-only as well', () => {
  const directory = folder()
  const store = openStore(directory)
  store.db.pragma(`user_version = ${SCHEMA_VERSION + 1}`)
  store.db.pragma('wal_checkpoint(TRUNCATE)')
  store.close()
  expect(refusalOf(directory).message).toContain(`schema ${SCHEMA_VERSION + 1}`)
  expect(() => openStore(directory, { readOnly: true })).toThrow(/newer Nehemvix/)
})

test.each([
  [
    'no database at all',
    'Not a database, only some text that is long enough to hold a header of one hundred bytes or even more.\n',
  ],
  ['sixteen bytes', 'SQLite format 3\0'],
])('%s is told as damaged', (_, content) => {
  const directory = folder()
  writeFileSync(join(directory, 'nehemvix.db'), content)
  expect(refusalOf(directory).message).toMatch(/damaged/)
})

test('a file that was cut short is told before anything is done with it', () => {
  const directory = folder()
  const store = openStore(directory)
  for (let n = 0; n < 200; n++) makeJob(store, `job ${n}`)
  store.close()
  const file = join(directory, 'nehemvix.db')
  truncateSync(file, Math.floor(readFileSync(file).length / 8192) * 4096)
  expect(refusalOf(directory).message).toMatch(/damaged/)
})

test('what is committed is there after the process is gone, and what was not is not', () => {
  const directory = folder()
  const script = `
    import { openStore } from ${JSON.stringify(new URL('../../src/store/open.ts', import.meta.url).href)}
    const store = openStore(${JSON.stringify(directory)}, { onCommit: (n) => { if (n === 2) process.kill(process.pid, 'SIGKILL') } })
    const put = (provider) => store.sql("INSERT INTO consents VALUES (?, 'h', 'named', 'now')").run(provider)
    store.write(() => put('first'))
    try { store.write(() => { put('undone'); throw new Error('no') }) } catch {}
    store.write(() => put('second'))
    store.write(() => put('never'))`
  expect(() => execFileSync(process.execPath, ['--input-type=module', '-e', script])).toThrow(/SIGKILL|Command failed/)
  const store = openStore(directory)
  expect(store.sql('SELECT provider FROM consents ORDER BY provider').all()).toEqual([
    { provider: 'first' },
    { provider: 'second' },
  ])
  store.close()
})

test('processes that start at the same moment all find a whole file', async () => {
  const directory = join(folder(), 'state')
  const open = new URL('../../src/store/open.ts', import.meta.url).href
  const at = Date.now() + 1_500
  const script = `
    import { openStore } from ${JSON.stringify(open)}
    while (Date.now() < ${at}) {}
    const store = openStore(${JSON.stringify(directory)})
    store.write(() => store.sql("INSERT INTO consents VALUES (?, 'h', 'named', 'now')").run(String(process.pid)))
    store.close()`
  const codes = await Promise.all(
    Array.from({ length: 4 }, () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
      return new Promise<number | null>((resolve) => child.once('close', resolve))
    }),
  )
  expect(codes).toEqual([0, 0, 0, 0])
  expect(readdirSync(directory).sort()).toEqual(['.gitignore', 'nehemvix.db'])
  const store = openStore(directory)
  expect(store.sql('SELECT count(*) AS n FROM consents').get()).toEqual({ n: 4 })
  store.close()
})

// root may write everywhere, so the question is asked as somebody else.
const asNobody = (() => {
  try {
    execFileSync('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, '-e', '0'], {
      stdio: 'ignore',
    })
    return process.getuid?.() === 0
  } catch {
    return false
  }
})()

test.skipIf(!asNobody)('a folder that may not be written to is said, for a new file and for one that is there', () => {
  const open = new URL('../../src/store/open.ts', import.meta.url).href
  const message = (directory: string, readOnly = false): string => {
    const script = `
      import { openStore } from ${JSON.stringify(open)}
      try { openStore(${JSON.stringify(directory)}, { readOnly: ${readOnly} }).close(); console.log('opened') }
      catch (error) { console.log(error.name + ': ' + error.message + ' | ' + error.next) }`
    const args = ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, '--input-type=module', '-e', script]
    return execFileSync('setpriv', args, { cwd: '/', encoding: 'utf8' })
  }
  const base = folder()
  chmodSync(base, 0o755)
  expect(message(join(base, 'state'))).toMatch(
    /^Refusal: The state folder .* can't be made: EACCES.* \| nehemvix run --state DIR/s,
  )
  openStore(join(base, 'state')).close()
  chmodSync(join(base, 'state'), 0o755)
  chmodSync(join(base, 'state', 'nehemvix.db'), 0o644)
  expect(message(join(base, 'state'))).toMatch(/^Refusal: .*can't be opened for writing \(SQLITE_(CANTOPEN|READONLY)/)
  expect(readdirSync(join(base, 'state')).sort()).toEqual(['.gitignore', 'nehemvix.db'])
})
