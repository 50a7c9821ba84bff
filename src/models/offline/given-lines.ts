import type { Manifest } from '../../outline/manifests/manifest.ts'
import { type Prose, readProse } from '../../outline/prose.ts'
import { readManifest } from '../../outline/read-manifest.ts'

/** Lines that were given together, from 1. `isToEnd`: the file ends with them. */
export interface Run {
  readonly from: number
  readonly to: number
  readonly isToEnd: boolean
}

/** Paragraphs and blocks of code, each run read on its own: what a gap cuts off is left out, or told as far as its last whole sentence. */
export function readGivenProse(lines: readonly string[], runs: readonly Run[], language: string): Prose {
  const read = runs.map((run) => readRun(lines, run, language))
  return {
    paragraphs: read.flatMap(({ paragraphs }) => paragraphs),
    codeBlocks: read.flatMap(({ codeBlocks }) => codeBlocks),
  }
}

function readRun(lines: readonly string[], run: Run, language: string): Prose {
  const skipped = run.from - 1
  const { paragraphs, codeBlocks } = readProse(lines.slice(skipped, run.to), language)
  const placed = <T extends { firstLine: number; lastLine: number }>(part: T): T => ({
    ...part,
    firstLine: part.firstLine + skipped,
    lastLine: part.lastLine + skipped,
  })
  return {
    paragraphs: paragraphs.map(placed).flatMap((paragraph) => {
      if (run.isToEnd || paragraph.lastLine < run.to) return [paragraph]
      const text = /^.*[.!?]["”)]?(?=\s|$)/s.exec(paragraph.text)?.[0] ?? ''
      return text === '' ? [] : [{ ...paragraph, text }]
    }),
    // A fence that is closed has a line after its last one.
    codeBlocks: codeBlocks.map(placed).filter(({ lastLine }) => lastLine < run.to || (run.isToEnd && language !== 'Markdown')),
  }
}

/** Where in a file of this kind one knows again, after a gap, under which heading the lines stand. null: nowhere. */
const RESUMES: readonly (readonly [RegExp, RegExp | null])[] = [
  [/\.json$/, null],
  [/\.(?:toml|ini|cfg)$/, /^\[/],
  [/\.ya?ml$/, /^(?:[\w"']| {2}[\w-]+:\s*$)/],
  [/\.xml$/, /^\s*<\/?(?:dependency|plugin|build|dependencyManagement)>/],
]

/** A manifest read without the lines after a gap whose heading was not given: they could mean anything. */
export function readGivenManifest(path: string, lines: readonly string[], runs: readonly Run[]): Manifest | null {
  const resumes = RESUMES.find(([pattern]) => pattern.test(path))?.[1]
  if (resumes === undefined || runs.length === 0) return readManifest(path, lines.join('\n'))
  const kept = lines.map(() => '')
  for (const { from, to } of runs) {
    let at = from - 1
    if (from > 1) while (at < to && resumes?.test(lines[at] ?? '') !== true) at++
    for (; at < to; at++) kept[at] = lines[at] ?? ''
  }
  return readManifest(path, kept.join('\n'))
}
