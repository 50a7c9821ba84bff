// Whether a guide that came about in a storm is the one that a calm run of the same models makes.

import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { JobResult } from '../../src/job/result.ts'
import { type Editions, guideIn, sectionsIn } from './editions.ts'

export async function compareGuide(made: {
  readonly root: string
  readonly editions: Editions
  readonly commit: string
  readonly audience: string
  readonly result: JobResult
}): Promise<string[]> {
  const { root, editions, commit, audience, result } = made
  const guide = guideIn(root)
  const writers = writersOf(root, result.job ?? '')
  const wrong: string[] = []
  const sections = sectionsIn(guide)
  for (const [key, model] of writers) {
    const calm = sectionsIn(await editions.undisturbed(commit, audience, model)).get(key)
    if (calm === undefined || sections.get(key) !== calm) wrong.push(`section ${key} of ${model} is not that of a calm run`)
  }
  const planned = result.grounding?.sections_planned ?? 0
  if (writers.size !== result.grounding?.sections_written)
    wrong.push(`${writers.size} sections have a row, ${JSON.stringify(result.grounding)}`)
  const [only, ...others] = result.models
  const isWhole = result.units?.done === result.units?.total && writers.size === planned
  if (only === undefined || others.length > 0 || result.provenance !== only || !isWhole) return wrong
  const calm = await editions.undisturbed(commit, audience, only)
  for (const name of Object.keys(calm)) if (guide[name] !== calm[name]) wrong.push(`${name} is not that of a calm run`)
  return wrong
}

/** Section -> the model whose row the job has for it. */
function writersOf(root: string, job: string): Map<string, string> {
  const db = new Database(join(root, '.nehemvix', 'nehemvix.db'), { readonly: true })
  try {
    const rows = db
      .prepare(
        `SELECT p.label, j.model FROM job_units j JOIN planned_units p USING (job_id, stage, unit_key)
         WHERE j.job_id = ? AND j.stage = 'sections'`,
      )
      .all(job) as { label: string; model: string }[]
    return new Map(rows.map(({ label, model }) => [label, model]))
  } finally {
    db.close()
  }
}
