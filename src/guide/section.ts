import type { Audience } from '../vocabulary.ts'

/** One part of a guide: it answers one question that its reader really has. */
export interface Section {
  /** Unique within its audience; `sectionKey` is unique over all. */
  readonly id: string
  readonly audience: Audience
  readonly title: string
  readonly question: string
  readonly mustHold: string
}

/** The section's full id, `audience/section-id`. */
export function sectionKey(section: Section): string {
  return `${section.audience}/${section.id}`
}
