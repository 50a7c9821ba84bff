// The only way to start, resume or run again a job, whichever way in asked for it.

import { readFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { hasHandEdits } from '../guide/digest.ts'
import { isExtracted } from '../guide/provenance.ts'
import { OFFLINE } from '../models/registry.ts'
import type { Connection } from '../pipeline/context.ts'
import { openKnownSelection } from '../pipeline/known-selection.ts'
import { startReadAhead } from '../pipeline/read-ahead.ts'
import { Refusal } from '../refusal.ts'
import { filesBelow } from '../repository/files-below.ts'
import { openSource, type SourceRequest } from '../repository/open-source.ts'
import type { Source } from '../repository/source.ts'
import { refuseUnwritable } from '../repository/write-guide.ts'
import { forgetWhatWaitedForAPerson, giveConsent } from '../store/connections.ts'
import { type ConnectionSettings, type Job, type JobSettings, mustFindJob, updateJob } from '../store/jobs.ts'
import { acquireLease, releaseLease } from '../store/lease.ts'
import { openStore, type Store } from '../store/open.ts'
import { thisProcess } from '../store/this-process.ts'
import { openConnections } from './connections.ts'
import { driveJob } from './drive-job.ts'
import { definedOnly, existingJob, findOrMakeJob, modeOf, namedConnections, wantedSettings } from './find-job.ts'
import type { OpenJob, Surroundings } from './open-job.ts'
import { findPlace, guideDirectory, ownFolders, type Place } from './place.ts'
import type { JobRequest } from './request.ts'
import { type JobResult, jobResult, refusedResult } from './result.ts'
import { settleWithPerson } from './settle-with-person.ts'

/** Carries a command out, up to the guide or the next pause. Throws Refusal for wrong use: nothing was spent then. */
export async function runJob(request: JobRequest, surroundings: Surroundings): Promise<JobResult> {
  const { now, report } = surroundings
  const place = await findPlace(request, surroundings.environment)
  for (const message of place.configuration.notices) report({ type: 'notice', message })
  // What can be refused is refused before a state file is made or a lease is taken.
  const named = namedConnections(request, place)
  const isFresh = request.operation === 'run' || request.operation === 'estimate'
  if (named !== null && (isFresh || request.models !== null)) await openConnections(named, surroundings.environment, now())
  const memory = openKnownSelection(place.stateDirectory)
  const ahead = isFresh && memory.isEmpty() ? startReadAhead() : null
  const reading = { memory, reader: ahead, onLooked: readingReport(report) }
  const fresh = isFresh ? await openFresh(request, place, named ?? [{ model: OFFLINE }], reading) : null
  for (const message of fresh?.source.notices ?? []) report({ type: 'notice', message })
  if (fresh) await noteSurprises(fresh, request, place, report)
  let source: Source | null = fresh?.source ?? null
  if (fresh) await refuseGuideFolder(fresh.settings, request, place)
  const store = openStore(place.stateDirectory, { mustExist: !isFresh, onCommit: surroundings.onCommit })
  try {
    const lease = acquireLease(store, thisProcess(), now())
    if (lease.kind === 'held') return heldResult(store, lease.by)
    try {
      if (request.payAgain) refusePayAgain(store)
      const found = fresh ? findOrMakeJob(store, fresh, now()) : { job: existingJob(store, request.job), isNew: false }
      source ??= await reopen(found.job, place, reading)
      memory.keep(store)
      const job = adopt(store, found.job, request, place, now())
      if (!fresh) await refuseGuideFolder(job.settings, request, place)
      if (request.isPerson) forgetWhatWaitedForAPerson(store)
      const settings = found.isNew ? job.connections : connectionsOf(job, request, named)
      const connections = await openConnections(settings, surroundings.environment, now())
      consentByName(store, connections, consentsOf(request, place, connections), now())
      noteStrangers(request, connections, report)
      const open: OpenJob = { store, source, ahead, place, job, connections, epoch: lease.epoch }
      const word = await settleWithPerson(open, request, surroundings, settings)
      if (word.kind === 'answer') return word.result
      return await driveJob({ ...open, job: mustFindJob(store, job.id) }, request, surroundings)
    } finally {
      releaseLease(store, lease.epoch)
    }
  } finally {
    source?.close()
    store.close()
  }
}

type Reading = Pick<SourceRequest, 'memory' | 'reader' | 'onLooked'>

interface Fresh {
  readonly source: Source
  readonly sourceCommit: string
  readonly isWorktree: boolean
  readonly settings: JobSettings
  readonly connections: readonly ConnectionSettings[]
}

async function openFresh(
  request: JobRequest,
  place: Place,
  connections: readonly ConnectionSettings[],
  reading: Reading,
): Promise<Fresh> {
  const settings = wantedSettings(request, place, modeOf(connections))
  const source = await openSource({
    directory: place.root,
    ref: request.ref,
    worktree: request.worktree,
    include: settings.include,
    exclude: settings.exclude,
    ownFolders: ownFolders(place, settings.guidePath),
    ...reading,
  })
  if (source.files.length === 0) {
    source.close()
    throw new Refusal(
      `There is no file to read in ${place.root} at ${request.ref}: all ${source.skipped.length} are skipped.`,
      'nehemvix run --ref REF',
    )
  }
  return { source, sourceCommit: source.commit, isWorktree: source.isWorktree, settings, connections }
}

/** Nobody reads more than a line a second; a small repository needs none. */
const LEAST_BETWEEN_MS = 1_000

function readingReport(report: Surroundings['report']): NonNullable<Reading['onLooked']> {
  let toldAt = Date.now()
  return (files) => {
    if (Date.now() - toldAt < LEAST_BETWEEN_MS) return
    toldAt = Date.now()
    report({ type: 'reading', files })
  }
}

/** What a person may not expect of this command, said before it happens. */
async function noteSurprises(fresh: Fresh, request: JobRequest, place: Place, report: Surroundings['report']): Promise<void> {
  const isOffline = modeOf(fresh.connections) === 'offline'
  if (isOffline && fresh.settings.language !== 'en') {
    report({
      type: 'notice',
      message: 'offline extracts what the repository says, in its own language: --language only changes what a model writes.',
    })
  }
  const standing = await readFile(join(guideDirectory(place.root, fresh.settings.guidePath), 'README.md'), 'utf8').catch(() => '')
  if (isOffline && request.operation === 'run' && hasHandEdits(standing) === 'ours' && !isExtracted(standing)) {
    report({
      type: 'notice',
      message: 'This replaces a guide that a model wrote. `nehemvix rerun JOB` with that job brings it back, for nothing.',
    })
  }
}

async function reopen(job: Job, place: Place, { memory, onLooked }: Reading): Promise<Source> {
  const source = await openSource({
    directory: place.root,
    ref: job.isWorktree ? 'HEAD' : job.sourceCommit,
    worktree: job.isWorktree,
    include: job.settings.include,
    exclude: job.settings.exclude,
    ownFolders: ownFolders(place, job.settings.guidePath),
    memory,
    onLooked,
  })
  if (source.commit === job.sourceCommit) return source
  source.close()
  throw new Refusal(
    `The files have changed since job ${job.id} was started from them. What is finished of unchanged files is kept and costs nothing again.`,
    'nehemvix run --worktree',
  )
}

/** `--pay-again` is the answer to one question only; elsewhere it would say yes to something nobody asked. */
function refusePayAgain(store: Store): void {
  if (store.sql(`SELECT 1 FROM jobs WHERE status = 'paused_state'`).get() !== undefined) return
  throw new Refusal('No job here is paused because its state was lost: there is nothing to pay again for.', 'nehemvix run')
}

/** A guide that could not be written in the end must not be paid for. */
async function refuseGuideFolder(settings: JobSettings, request: JobRequest, place: Place): Promise<void> {
  await refuseSourceFolder(place.root, settings.guidePath)
  if (request.operation === 'estimate') return
  const names = ['README.md', ...settings.audiences.map((audience) => `${audience}.md`)]
  const directory = guideDirectory(place.root, settings.guidePath)
  await refuseUnwritable(directory, names, { force: request.force, root: place.root, hasHandEdits })
}

/** The guide's folder is never read, so a folder of source must not become one: a guide without it would look whole. */
async function refuseSourceFolder(root: string, guidePath: string): Promise<void> {
  if (isAbsolute(guidePath)) return
  const source = (await filesBelow(root, guidePath)).filter((path) => !/\.(md|png|svg|jpe?g|gif)$/i.test(path))
  if (source.length === 0) return
  throw new Refusal(
    `${guidePath} holds ${source.length} tracked files of the repository (such as ${source[0]}). The guide's own folder is never read, so they would be left out.`,
    '--out DIR, with a folder of its own, such as docs/guide',
  )
}

/** `--out` of a later command moves the guide, not the job. */
function adopt(store: Store, job: Job, request: JobRequest, place: Place, now: Date): Job {
  if (request.out === null || job.settings.guidePath === place.guidePath) return job
  updateJob(store, job.id, { settings: { ...job.settings, guidePath: place.guidePath } }, now)
  return mustFindJob(store, job.id)
}

function consentsOf(request: JobRequest, place: Place, connections: readonly Connection[]): readonly string[] {
  const named = request.consentsToNamed && request.models !== null ? connections.map((one) => one.model.provider.name) : []
  return [...request.consent, ...place.configuration.consent, ...named]
}

function consentByName(store: Store, connections: readonly Connection[], names: readonly string[], now: Date): void {
  for (const { model } of connections) if (names.includes(model.provider.name)) giveConsent(store, model.provider, 'named', now)
}

/** A name that was typed and is nobody's may be a slip. */
function noteStrangers(request: JobRequest, connections: readonly Connection[], report: Surroundings['report']): void {
  const names = [...new Set(connections.map(({ model }) => model.provider.name))]
  const strangers = request.consent.filter((name) => !names.includes(name))
  if (strangers.length === 0) return
  const message = `--consent ${strangers.join(',')} changes nothing here: this job’s models are of ${names.join(', ')}.`
  report({ type: 'notice', message })
}

/** A job keeps its connections unless `--model` names others; options such as `--window` hold for those it has. */
function connectionsOf(
  job: Job,
  request: JobRequest,
  named: readonly ConnectionSettings[] | null,
): readonly ConnectionSettings[] {
  if (request.models !== null && named !== null && !request.modelsAreForNewJobs) return named
  return job.connections.map((one) => ({ ...one, ...definedOnly(request.connectionOptions) }))
}

function heldResult(store: Store, by: { process: number; host: string; job: string | null }): JobResult {
  const message = `Another process (${by.process} on ${by.host}) is working on this repository${by.job ? `, job ${by.job}` : ''}. Nothing was sent.`
  const error = { message, next: 'nehemvix status' }
  return by.job === null
    ? { ...refusedResult(message, error.next), status: 'held' }
    : jobResult(store, by.job, { status: 'held', error })
}
