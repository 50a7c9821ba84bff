// A unit's key comes from the repository, never from a model: so a switch of model, window or cap changes no key.
import { hash } from 'node:crypto'
import type { JobSettings } from '../store/jobs.ts'
import type { PaidStage } from '../vocabulary.ts'

/** The settings that change what is asked for. */
export const keySettings = (settings: Pick<JobSettings, 'language' | 'detail'>): string =>
  `language=${settings.language};detail=${settings.detail}`

/** `content` is what the unit is about: a content hash, a Merkle hash, or the list of its evidence. */
export function unitKey(settings: JobSettings, stage: PaidStage, content: readonly string[]): string {
  const version = settings.promptVersions[stage] ?? ''
  return hashOf([stage, version, keySettings(settings), ...content]).slice(0, 32)
}

/** A hash of a list of texts, in which no two lists run together. */
export function hashOf(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts))
}
