// What was paid for and not understood is read again by a newer reader, before anything is bought again.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { environmentFor, filesIn, remove, run } from '../acceptance/cli.ts'
import { readBooks } from '../chaos/books.ts'
import { makeTemplate } from '../chaos/forty-units.ts'
import { startGatekeeper } from '../chaos/gatekeeper.ts'
import { RUN } from '../chaos/kill-at-request.ts'

test('rows that an older reader missed are made from the stored answers, of every stage, without a request', async () => {
  const template = makeTemplate()
  const copy = template.copy()
  const keeper = await startGatekeeper()
  const env = environmentFor(keeper.url)
  onTestFinished(async () => {
    await keeper.stop()
    remove(env.HOME ?? '')
    copy.remove()
    template.remove()
  })
  const options = { cwd: copy.root, env }
  expect((await run(RUN, options)).result.status).toBe('completed')
  const guide = filesIn(join(copy.root, 'docs', 'guide'))
  const requests = keeper.requests()
  const ledger = readBooks(copy.root).ledger

  // As if the reader of that day had not understood one call of each stage: its units have no rows, its answer is marked as read by it.
  const db = new Database(join(copy.root, '.nehemvix', 'nehemvix.db'))
  db.exec(`
    CREATE TEMP TABLE missed AS SELECT max(id) AS id FROM ledger GROUP BY stage;
    DELETE FROM job_units WHERE ledger_id IN missed;
    UPDATE job_files SET summary_model = NULL WHERE unit_key IN (SELECT unit_key FROM file_summaries WHERE ledger_id IN missed);
    DELETE FROM file_summaries WHERE ledger_id IN missed;
    UPDATE call_units SET outcome = 'unusable' WHERE ledger_id IN missed;
    UPDATE ledger SET unusable = 1 WHERE id IN missed;
    UPDATE answers SET reader_version = 0 WHERE ledger_id IN missed;
    UPDATE jobs SET status = 'interrupted', stage = 'file-summaries';
    DELETE FROM checkpoints; DELETE FROM writes;`)
  const { missed } = db.prepare('SELECT count(*) AS missed FROM temp.missed').get() as { missed: number }
  db.close()
  expect(missed).toBe(4)

  const resumed = await run(['resume'], options)
  expect([resumed.code, resumed.result.status, keeper.requests()]).toEqual([0, 'completed', requests])
  expect(resumed.result.calls).toMatchObject({ succeeded: requests, unusable: 0 })
  expect(readBooks(copy.root).ledger).toEqual(ledger)
  expect(filesIn(join(copy.root, 'docs', 'guide'))).toEqual(guide)
})
