import type Database from 'better-sqlite3'
import { SCHEMA_1 } from './schema.ts'

/** 'NHVX': tells our file from any other SQLite database. */
export const APPLICATION_ID = 0x4e485658

/** Step n leads from version n to n + 1. Steps are only ever added. */
const STEPS: readonly string[] = [SCHEMA_1]

export const SCHEMA_VERSION = STEPS.length

/** The tables of the newest version. */
export const tableNames = (): string[] => [...STEPS.join('\n').matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name]) => name ?? '')

/** Brings the database to SCHEMA_VERSION, each step in a transaction of its own. */
export function migrate(db: Database.Database): void {
  const upgrade = db.transaction(() => {
    const version = db.pragma('user_version', { simple: true }) as number
    const step = STEPS[version]
    if (step === undefined) return false
    db.exec(step)
    db.pragma(`application_id = ${APPLICATION_ID}`)
    db.pragma(`user_version = ${version + 1}`)
    return true
  })
  while (upgrade.immediate()) {}
}
