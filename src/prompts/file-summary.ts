import type { Target } from '../models/model.ts'
import { rules } from './rules.ts'
import { readSummaries, summarySchema, summaryShape } from './summaries.ts'
import { escapeText, tag } from './tags.ts'

/** Raise it when the text below changes what a summary is. */
export const fileSummaryVersion = 'file-1'

export type FileTarget = Extract<Target, { kind: 'file' | 'file-from-parts' }>

export const fileLabel = (target: FileTarget): string =>
  target.kind === 'file' && target.part ? `${target.path}#${target.part}` : target.path

/** The prompt for a batch of files and parts of files. */
export function buildFileSummaries(targets: readonly FileTarget[], language: string) {
  const system = [
    rules(language),
    '',
    'Summarise each file for an engineer who decides whether to open it: what it is for, the names it defines or exports that others use,',
    'what it depends on, and anything surprising. 40 to 110 words each, plain prose, no list, no heading. Start with what it does,',
    'not with "This file". Quote names exactly. For a part of a file, describe only that part.',
    summaryShape('files'),
  ].join('\n')
  return { system, user: [targets.map(fileTag).join('\n')], schema: summarySchema('files') }
}

/** One target as it stands in the prompt. */
export function fileTag(target: FileTarget): string {
  if (target.kind === 'file') {
    return tag('file', { path: target.path, ...(target.part ? { part: target.part } : {}) }, escapeText(target.text))
  }
  const notes = target.notes.map((note, index) => tag('note', { part: `${index + 1}/${target.notes.length}` }, escapeText(note)))
  return tag('file', { path: target.path }, `Notes on the parts of this large file, in order:\n${notes.join('\n')}`)
}

export const readFileSummaries = (text: string, labels: readonly string[]) => readSummaries(text, 'files', labels)
