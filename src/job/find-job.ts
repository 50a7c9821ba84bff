// Which job a command means, or the new one it makes.
import { OFFLINE, OFFLINE_VERSION } from '../models/registry.ts'
import { hashOf } from '../pipeline/unit-keys.ts'
import { fileSummaryVersion } from '../prompts/file-summary.ts'
import { folderSummaryVersion } from '../prompts/folder-summary.ts'
import { overviewVersion } from '../prompts/overview.ts'
import { sectionVersion } from '../prompts/section.ts'
import { Refusal } from '../refusal.ts'
import {
  type ConnectionSettings,
  findJob,
  insertJob,
  type Job,
  type JobSettings,
  type Mode,
  newestJob,
  unfinishedJob,
} from '../store/jobs.ts'
import type { Store } from '../store/open.ts'
import { AUDIENCES } from '../vocabulary.ts'
import { languageTag } from './configuration.ts'
import type { Place } from './place.ts'
import type { JobRequest } from './request.ts'

const PROMPT_VERSIONS = {
  'file-summaries': fileSummaryVersion,
  'folder-summaries': folderSummaryVersion,
  overview: overviewVersion,
  sections: sectionVersion,
}

const DETAIL = 'standard'

/** What `run` and `estimate` ask for, as a job's settings. */
export function wantedSettings(request: JobRequest, place: Place, mode: Mode): JobSettings {
  const { configuration } = place
  const audiences = request.audiences ?? configuration.audiences
  const versions =
    mode === 'offline'
      ? Object.fromEntries(Object.keys(PROMPT_VERSIONS).map((stage) => [stage, OFFLINE_VERSION]))
      : PROMPT_VERSIONS
  return {
    audiences: AUDIENCES.filter((audience) => audiences.includes(audience)),
    language: request.language === null ? configuration.language : languageTag(request.language),
    detail: DETAIL,
    include: configuration.include,
    exclude: configuration.exclude,
    guidePath: place.guidePath,
    promptVersions: versions,
  }
}

/** The connections a command names, in order of preference; null where it names none. */
export function namedConnections(request: JobRequest, place: Place): ConnectionSettings[] | null {
  const configured = place.configuration.connections
  const own = definedOnly(request.connectionOptions)
  if (request.models !== null) {
    // A model that the configuration knows more of keeps that.
    return request.models.map((model) => ({ ...configured?.find((one) => one.model === model), model, ...own }))
  }
  return configured?.map((one) => ({ ...one, ...own })) ?? null
}

/** Options that were given. */
export const definedOnly = (options: JobRequest['connectionOptions']) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

export const modeOf = (connections: readonly ConnectionSettings[]): Mode =>
  connections.every((one) => one.model === OFFLINE) ? 'offline' : 'model'

/** The unfinished job of this identity, else a new one. Models, cap and concurrency are no part of it. */
export function findOrMakeJob(
  store: Store,
  wanted: { sourceCommit: string; isWorktree: boolean; settings: JobSettings; connections: readonly ConnectionSettings[] },
  now: Date,
): { job: Job; isNew: boolean } {
  const mode = modeOf(wanted.connections)
  const { audiences, language, detail, include, exclude } = wanted.settings
  const identity = hashOf([wanted.sourceCommit, mode, JSON.stringify([audiences, language, detail, include, exclude])])
  const unfinished = unfinishedJob(store, identity)
  if (unfinished) return { job: unfinished, isNew: false }
  return { job: insertJob(store, { identity, mode, ...wanted }, now), isNew: true }
}

/** The job that a command names, else the newest. Throws Refusal. */
export function existingJob(store: Store, id: string | null): Job {
  const job = id === null ? newestJob(store) : findJob(store, id)
  if (job) return job
  if (id === null) throw new Refusal('There is no job yet.', 'nehemvix run')
  const known = (store.sql('SELECT id FROM jobs ORDER BY rowid DESC LIMIT 5').all() as { id: string }[]).map((row) => row.id)
  throw new Refusal(`There is no job ${id}.${known.length > 0 ? ` The newest are: ${known.join(', ')}.` : ''}`, 'nehemvix status')
}
