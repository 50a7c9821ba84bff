// Opens nehemvix.db, the one database of a repository. Every write of ours goes through `Store.write`.
import { constants, copyFileSync, existsSync, linkSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { Refusal } from '../refusal.ts'
import { APPLICATION_ID, migrate, SCHEMA_VERSION, tableNames } from './migrations.ts'

export interface Store {
  readonly db: Database.Database
  readonly file: string
  /** A prepared statement, kept. */
  sql(text: string): Database.Statement
  /** Runs `work` in one transaction that takes the write lock at once. Durable when it returns (synchronous=FULL). */
  write<T>(work: () => T): T
  close(): void
}

export interface OpenOptions {
  readonly readOnly?: boolean
  /** A question about jobs must not make a state file where there is none. */
  readonly mustExist?: boolean
  /** Called after each committed transaction, with its number from 1. Tests kill the process here. */
  readonly onCommit?: (count: number) => void
}

/**
 * Opens the state file in `directory`, makes it where it is missing (unless `readOnly`).
 * Throws Refusal where the file is not ours, is newer, or can't be opened: nothing is changed then.
 */
export function openStore(directory: string, options: OpenOptions = {}): Store {
  const file = join(directory, 'nehemvix.db')
  const isThere = existsSync(file)
  if (!isThere && (options.readOnly || options.mustExist))
    throw new Refusal(`There is no state file ${file}: no job was run here yet.`, 'nehemvix run')
  if (isThere && statSync(file).size === 0 && !existsSync(`${file}-wal`)) {
    throw new Refusal(
      `The state file ${file} is empty (0 bytes): what was finished is not in it. A copy may have broken off.`,
      `put the right file there, or remove it to start over: rm ${file}`,
    )
  }
  if (!isThere) {
    makeStateFolder(directory)
    makeStateFile(file)
  }
  const db = connect(file, options.readOnly ?? false)
  try {
    if (!options.readOnly) prepare(db, file)
    else checkVersion(db, file)
  } catch (error) {
    db.close()
    throw explain(error, file)
  }
  return storeOn(db, file, options.onCommit)
}

function storeOn(db: Database.Database, file: string, onCommit: ((count: number) => void) | undefined): Store {
  const statements = new Map<string, Database.Statement>()
  let commits = 0
  return {
    db,
    file,
    sql(text) {
      const known = statements.get(text)
      if (known) return known
      const statement = db.prepare(text)
      statements.set(text, statement)
      return statement
    },
    write(work) {
      const result = db.transaction(work).immediate()
      onCommit?.(++commits)
      return result
    },
    close: () => db.close(),
  }
}

/** The state folder ignores itself in Git, so that nobody commits raw answers by accident. */
function makeStateFolder(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true })
    const ignore = join(directory, '.gitignore')
    if (!existsSync(ignore)) writeFileSync(ignore, '*\n')
  } catch (error) {
    throw new Refusal(
      `The state folder ${directory} can't be made: ${(error as Error).message}`,
      'nehemvix run --state DIR, with a folder you may write to',
    )
  }
}

/**
 * Makes the file beside its place and puts it there whole: a process that starts at the same moment, or after this one was killed here,
 * must not find an empty one and tell a person to remove it.
 */
function makeStateFile(file: string): void {
  const draft = `${file}.new-${process.pid}`
  try {
    rmSync(draft, { force: true })
    const db = new Database(draft)
    try {
      db.pragma('journal_mode = WAL')
      db.pragma('synchronous = FULL')
      migrate(db)
    } finally {
      db.close()
    }
    putInPlace(draft, file)
  } catch (error) {
    throw explain(error, file)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Never over a file that is there: another process was faster then, and works with it. */
function putInPlace(draft: string, file: string): void {
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    // Some file systems know no hard links.
    if (!existsSync(file)) copyFileSync(draft, file, constants.COPYFILE_EXCL)
  }
}

function connect(file: string, readOnly: boolean): Database.Database {
  try {
    return new Database(file, { readonly: readOnly, fileMustExist: true, timeout: 10_000 })
  } catch (error) {
    throw explain(error, file)
  }
}

function prepare(db: Database.Database, file: string): void {
  checkVersion(db, file)
  // A damaged page shows only here; found later, it would be in the middle of paid work.
  const found = db.pragma('quick_check(1)', { simple: true })
  if (found !== 'ok') throw damaged(file, String(found))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  migrate(db)
}

function checkVersion(db: Database.Database, file: string): void {
  const application = db.pragma('application_id', { simple: true }) as number
  const version = db.pragma('user_version', { simple: true }) as number
  const tables = (db.prepare('SELECT count(*) AS n FROM sqlite_schema').get() as { n: number }).n
  if (application !== APPLICATION_ID && tables > 0) {
    throw new Refusal(`${file} is a SQLite database, but not one of Nehemvix. It was left as it is.`, 'nehemvix run --state DIR')
  }
  if (version > SCHEMA_VERSION) {
    throw new Refusal(
      `${file} was written by a newer Nehemvix (schema ${version}, this one knows ${SCHEMA_VERSION}). It was left as it is.`,
      'npm install nehemvix@latest',
    )
  }
  if (version === SCHEMA_VERSION) refuseUnreleased(db, file)
}

/** Before the first release the tables changed without a number of their own. */
function refuseUnreleased(db: Database.Database, file: string): void {
  const there = new Set((db.prepare('SELECT name FROM sqlite_schema').pluck().all() as string[]).map(String))
  const missing = tableNames().filter((name) => !there.has(name))
  if (missing.length === 0) return
  throw new Refusal(
    `${file} was written by an unreleased Nehemvix of before (${missing.join(', ')} is missing). It was left as it is.`,
    `keep it aside and start anew: mv ${file} ${file}.old`,
  )
}

function damaged(file: string, what: string): Refusal {
  return new Refusal(
    `${file} is damaged, or no SQLite database (${what}). It was left as it is: what was paid for may still be read out of it.`,
    `put a copy of before in its place; or keep it aside and pay again: mv ${file} ${file}.damaged`,
  )
}

function explain(error: unknown, file: string): unknown {
  const code = (error as { code?: string }).code ?? ''
  if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT')) return damaged(file, code)
  if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_READONLY')) {
    return new Refusal(
      `${file} can't be opened for writing (${code}).`,
      `nehemvix run --state DIR, or make ${dirname(file)} writable`,
    )
  }
  if (code.startsWith('SQLITE_BUSY')) {
    return new Refusal(`${file} is locked by another program (${code}).`, 'try again when it has finished')
  }
  return error
}
