// What file, folder and overview prompts share: a list of targets in, JSON with one summary per target out.

import { findJson } from './find-json.ts'
import { hasSubstance } from './substance.ts'

export type ListName = 'files' | 'folders' | 'system'

/** A JSON schema for `{<list>: [{path, part?, summary}]}`, self-contained and strict. */
export function summarySchema(list: ListName): { name: string; schema: Record<string, unknown> } {
  const text = { type: 'string' }
  const properties = list === 'files' ? { path: text, part: text, summary: text } : { path: text, summary: text }
  const items = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
  return {
    name: `${list}_summaries`,
    schema: { type: 'object', properties: { [list]: { type: 'array', items } }, required: [list], additionalProperties: false },
  }
}

/** How the same shape is asked for where no schema can be sent along. */
export function summaryShape(list: ListName): string {
  const part = list === 'files' ? '"part": "<the part attribute, or empty>", ' : ''
  return `Answer with JSON only: {"${list}": [{"path": "<the path attribute>", ${part}"summary": "…"}]}, one item for each <${TAGS[list]}> tag.`
}

const TAGS: Readonly<Record<ListName, string>> = { files: 'file', folders: 'folder', system: 'system' }

/**
 * Reads the summaries of an answer: label -> text, for the labels that were asked for.
 * A label is a path, or `path#part`. What has no substance, or was not asked for, is left out.
 */
export function readSummaries(text: string, list: ListName, labels: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  const answer = findJson(text)
  const items = isRecord(answer) ? answer[list] : undefined
  if (!Array.isArray(items)) return found
  const wanted = new Set(labels)
  for (const item of items) {
    if (!isRecord(item) || typeof item.path !== 'string' || typeof item.summary !== 'string') continue
    const part = typeof item.part === 'string' && item.part !== '' ? `#${item.part}` : ''
    const label = `${item.path}${part}`
    const summary = item.summary.trim()
    if (wanted.has(label) && !found.has(label) && hasSubstance(summary, 'summary')) found.set(label, summary)
  }
  return found
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
