import { AUDIENCES, type Audience } from '../vocabulary.ts'
import type { Section } from './section.ts'
import { ARCHITECT_SECTIONS } from './sections/architect.ts'
import { BEGINNER_SECTIONS } from './sections/beginner.ts'
import { SENIOR_SECTIONS } from './sections/senior.ts'

const SECTIONS: Readonly<Record<Audience, readonly Section[]>> = {
  beginner: BEGINNER_SECTIONS,
  senior: SENIOR_SECTIONS,
  architect: ARCHITECT_SECTIONS,
}

/** The sections of these audiences in the fixed order, whatever the order asked for. */
export function sectionsFor(audiences: readonly Audience[]): Section[] {
  return AUDIENCES.filter((audience) => audiences.includes(audience)).flatMap((audience) => SECTIONS[audience])
}
