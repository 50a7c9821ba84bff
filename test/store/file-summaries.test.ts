import { expect, test } from 'vitest'
import { acceptFileSummary, pinKnownSummaries, summariesOf } from '../../src/store/file-summaries.ts'
import { keepFiles } from '../../src/store/job-files.ts'
import type { Job } from '../../src/store/jobs.ts'
import type { Store } from '../../src/store/open.ts'
import { later, makeJob, makeStore, NOW } from './make-store.ts'

const file = (path: string, contentHash: string, trivialText: string | null = null) => ({
  path,
  contentHash,
  sizeBytes: 10,
  tokens: 3,
  trivialText,
  redactions: 0,
  unitKey: trivialText === null ? `key of ${contentHash}` : '',
})

const summarise = (store: Store, job: Job, contentHash: string, model: string, at = NOW) =>
  acceptFileSummary(
    store,
    job.id,
    {
      contentHash,
      promptVersion: 'file-1',
      settings: 'language=en',
      model,
      unitKey: `key of ${contentHash}`,
      output: `${model} on ${contentHash}`,
      ledgerId: null,
    },
    at,
  )

const shown = (store: Store, job: Job) => Object.fromEntries(summariesOf(store, job.id).map((row) => [row.path, row.output]))

function jobWith(store: Store, identity: string): Job {
  const job = makeJob(store, identity)
  keepFiles(store, job.id, [file('a.py', 'h1'), file('copy-of-a.py', 'h1'), file('empty.py', 'h2', 'Empty.')], [])
  return job
}

test('one summary serves every file of the same content; a trivial file brings its own', () => {
  const store = makeStore()
  const job = jobWith(store, 'one')
  expect(shown(store, job)).toEqual({ 'a.py': null, 'copy-of-a.py': null, 'empty.py': 'Empty.' })
  summarise(store, job, 'h1', 'gpt-6-luna')
  expect(shown(store, job)).toEqual({ 'a.py': 'gpt-6-luna on h1', 'copy-of-a.py': 'gpt-6-luna on h1', 'empty.py': 'Empty.' })
})

test('a job keeps the summary it used first, whatever comes later', () => {
  const store = makeStore()
  const job = jobWith(store, 'one')
  summarise(store, job, 'h1', 'gemini-3.8-flash')
  summarise(store, job, 'h1', 'gpt-6-luna', later(1))
  pinKnownSummaries(store, job.id, 'gpt-6-luna')
  expect(shown(store, job)['a.py']).toBe('gemini-3.8-flash on h1')
})

test('a new job takes its own model’s summary if there is one, else the oldest', () => {
  const store = makeStore()
  const first = jobWith(store, 'one')
  summarise(store, first, 'h1', 'gpt-6-luna', later(2))
  summarise(store, first, 'h1', 'gemini-3.8-flash', later(1))
  const [own, other] = [jobWith(store, 'two'), jobWith(store, 'three')]
  pinKnownSummaries(store, own.id, 'gpt-6-luna')
  pinKnownSummaries(store, other.id, 'a-third-model')
  expect([shown(store, own)['a.py'], shown(store, other)['a.py']]).toEqual(['gpt-6-luna on h1', 'gemini-3.8-flash on h1'])
})

test('the same model asked twice keeps its first text', () => {
  const store = makeStore()
  const job = jobWith(store, 'one')
  summarise(store, job, 'h1', 'm')
  expect(store.sql('SELECT count(*) AS n FROM file_summaries').get()).toEqual({ n: 1 })
  summarise(store, jobWith(store, 'two'), 'h1', 'm', later(9))
  expect(store.sql('SELECT created_at FROM file_summaries').all()).toEqual([{ created_at: NOW.toISOString() }])
})
