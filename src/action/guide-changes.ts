// What changed since the last guide, by section. Pure.
import { basename } from 'node:path/posix'
import type { GuideChanges } from '../commands/pull-request-body.ts'

export interface GuideText {
  readonly path: string
  readonly text: string
}

const ANCHOR = /^<!-- section: ([a-z-]+\/[a-z-]+) -->[ \t]*$/gm

/** null: there was no guide before. */
export function guideChanges(before: readonly GuideText[], after: readonly GuideText[]): GuideChanges | null {
  const old = new Map(before.flatMap(({ text }) => sectionsOf(text)))
  if (old.size === 0) return null
  const now = new Map(after.flatMap(({ text }) => sectionsOf(text)))
  return {
    added: [...now.keys()].filter((key) => !old.has(key)),
    changed: [...now].filter(([key, text]) => old.has(key) && old.get(key) !== text).map(([key]) => key),
    removed: [...old.keys()].filter((key) => !now.has(key)),
  }
}

/**
 * Whether it says the same: only the commit that it was read at, its links name, and its digest covers, may be another one. The index is
 * not looked at: it lists what was not read, the guide itself among it once it is merged.
 */
export function isSameGuide(before: readonly GuideText[], after: readonly GuideText[]): boolean {
  const told = new Map(before.map(({ path, text }) => [basename(path), path.endsWith(INDEX) ? '' : withoutIds(text)]))
  const isTold = ({ path, text }: GuideText) => told.get(basename(path)) === (path.endsWith(INDEX) ? '' : withoutIds(text))
  return told.size === after.length && after.every(isTold)
}

const INDEX = 'README.md'
const withoutIds = (text: string): string => text.replace(/\b[0-9a-f]{7,64}\b/g, '').trimEnd()

/** Links name the commit, which changes with every guide: that alone is no change of a section. */
function sectionsOf(text: string): [string, string][] {
  const anchors = [...text.matchAll(ANCHOR)]
  return anchors.map((anchor, at) => {
    const body = text.slice(anchor.index + anchor[0].length, anchors[at + 1]?.index ?? text.length)
    return [anchor[1] ?? '', body.replace(/\/(blob|tree)\/[0-9a-f]{40,64}\//g, '/$1/').trim()]
  })
}
