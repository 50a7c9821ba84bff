// The source text a section or the overview is shown, cut to a budget.
import { excerptOf } from '../guide/excerpt-evidence.ts'
import type { Evidence } from '../models/model.ts'
import { filesOf } from '../store/job-files.ts'
import type { RunContext } from './context.ts'
import { openOutlines } from './outlines.ts'

/** A piece with fewer tokens tells nothing. */
const LEAST_PIECE_TOKENS = 60

/**
 * Excerpts of `paths`, best first, within `budget` tokens of text as it will be sent. Each file gets an equal share of what is
 * left; what a small file does not need goes to the next.
 */
export async function evidenceFor(
  context: RunContext,
  sectionId: string,
  paths: readonly string[],
  budget: number,
  countPiece: (piece: Evidence) => number,
): Promise<Evidence[]> {
  const files = new Map(filesOf(context.store, context.job.id).map((file) => [file.path, file]))
  const outlines = openOutlines(context.store)
  const chosen: Evidence[] = []
  let left = budget
  for (const [index, path] of paths.entries()) {
    const file = files.get(path)
    const share = Math.floor(left / (paths.length - index))
    if (!file || share < LEAST_PIECE_TOKENS) continue
    const { text } = await context.source.readText(file)
    const outlined = { path, text, outline: await outlines.of(file, text) }
    const frame = countPiece({ path, text: '', firstLine: 1 })
    const countTokens = (piece: string) => countPiece({ path, text: piece, firstLine: 1000 }) - frame
    let room = share - frame
    let pieces = excerptOf(outlined, sectionId, { maxTokens: room, countTokens })
    // Several pieces bring several frames: asked again with less room until they fit.
    while (total(pieces, countPiece) > share && room > LEAST_PIECE_TOKENS) {
      room = Math.floor(room * 0.8)
      pieces = excerptOf(outlined, sectionId, { maxTokens: room, countTokens })
    }
    if (total(pieces, countPiece) > share) continue
    chosen.push(...pieces)
    left -= total(pieces, countPiece)
  }
  outlines.keep()
  return chosen
}

const total = (pieces: readonly Evidence[], countPiece: (piece: Evidence) => number): number =>
  pieces.reduce((sum, piece) => sum + countPiece(piece), 0)
