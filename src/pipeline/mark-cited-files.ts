import { type LineMark, markLines } from '../guide/line-marks.ts'
import { findReferences } from '../guide/references.ts'
import type { Source } from '../repository/source.ts'

/** The marks of every file whose lines the texts cite, by path. */
export async function markCitedFiles(
  source: Source,
  texts: readonly (string | null)[],
): Promise<Map<string, readonly LineMark[]>> {
  const cited = new Set(
    texts
      .flatMap((text) => (text === null ? [] : findReferences(text)))
      .flatMap((one) => (one.kind === 'lines' ? [one.path] : [])),
  )
  const marks = new Map<string, readonly LineMark[]>()
  for (const file of source.files) {
    if (cited.has(file.path)) marks.set(file.path, markLines((await source.readText(file)).text))
  }
  return marks
}
