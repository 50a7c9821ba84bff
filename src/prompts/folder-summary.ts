import type { Member, Target } from '../models/model.ts'
import { rules } from './rules.ts'
import { readSummaries, summarySchema, summaryShape } from './summaries.ts'
import { escapeText, tag } from './tags.ts'

/** Raise it when the text below changes what a summary is. */
export const folderSummaryVersion = 'folder-1'

export type FolderTarget = Extract<Target, { kind: 'folder' }>

/** The prompt for folders whose members are all summarised. */
export function buildFolderSummaries(targets: readonly FolderTarget[], language: string) {
  const system = [
    rules(language),
    '',
    'Each <folder> tag lists what a folder holds, with a note on each member. Summarise the folder: its one responsibility, its two to four most',
    'important members by path, and how they work together. 50 to 130 words each, plain prose. The folder "." is the root of the repository.',
    summaryShape('folders'),
  ].join('\n')
  return { system, user: [targets.map(folderTag).join('\n')], schema: summarySchema('folders') }
}

export function folderTag(target: FolderTarget): string {
  return tag('folder', { path: target.path }, target.members.map(memberTag).join('\n'))
}

/** A file or folder that is mentioned, and is no target. */
export function memberTag(member: Member): string {
  return tag('member', { path: member.path, kind: member.kind }, escapeText(member.summary))
}

export const readFolderSummaries = (text: string, labels: readonly string[]) => readSummaries(text, 'folders', labels)
