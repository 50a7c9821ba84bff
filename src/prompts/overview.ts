import type { Evidence, Target } from '../models/model.ts'
import { memberTag } from './folder-summary.ts'
import { rules } from './rules.ts'
import { readSummaries, summarySchema, summaryShape } from './summaries.ts'
import { escapeText, numberLines, tag } from './tags.ts'

/** Raise it when the text below changes what an overview is. */
export const overviewVersion = 'overview-1'

export type SystemTarget = Extract<Target, { kind: 'system' }>

/** The prompt for the one overview of the repository. */
export function buildOverview(target: SystemTarget, language: string) {
  const system = [
    rules(language),
    '',
    'Write the overview of the whole system, which later authors will lean on: what it is and for whom, its main parts with their paths, how a typical',
    'use flows through them, what it stands on, and how it is built and tested. 150 to 350 words of plain prose.',
    summaryShape('system'),
  ].join('\n')
  return { system, user: [systemTag(target)], schema: summarySchema('system') }
}

export function systemTag(target: SystemTarget): string {
  return tag('system', { path: '.' }, [...target.evidence.map(evidenceTag), ...target.folders.map(memberTag)].join('\n'))
}

/** Numbered lines of one file, to be cited as `path:from-to`. */
export function evidenceTag(evidence: Evidence): string {
  return tag('evidence', { path: evidence.path }, escapeText(numberLines(evidence.text, evidence.firstLine)))
}

export const readOverview = (text: string) => readSummaries(text, 'system', ['.'])
