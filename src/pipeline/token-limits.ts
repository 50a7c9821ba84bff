// What fits into a call. All counts are o200k tokens of the text as it is sent; the provider's own count is larger by the margin.
import type { PaidStage } from '../vocabulary.ts'
import type { Connection, RunContext } from './context.ts'

/** Output tokens to allow for one unit: about one and a half times what a good one needs. */
export const OUTPUT_PER_UNIT: Readonly<Record<PaidStage, number>> = {
  'file-summaries': 220,
  'folder-summaries': 280,
  overview: 800,
  sections: 1_400,
}

/** The least that a unit of substance needs, for the low estimate. */
export const OUTPUT_PER_UNIT_LOW: Readonly<Record<PaidStage, number>> = {
  'file-summaries': 40,
  'folder-summaries': 40,
  overview: 40,
  sections: 250,
}

/** Room for reasoning before the answer, where the window is not small. */
const REASONING_ROOM = 1_000
const SMALL_WINDOW = 32_000

/** A summary that stands in a later prompt is cut to this many tokens. */
export const SUMMARY_TOKENS = 220
export const OVERVIEW_TOKENS = 900
/** Tags, attributes and path around one target or member. */
export const TAG_TOKENS = 40
/** System text and what frames the targets. */
export const FRAME_TOKENS = 450

/** A file above this goes by parts, whatever the window. */
export const WHOLE_FILE_TOKENS = 16_000
/** Parts have fixed bounds, so that their keys depend on the file alone. Small enough for a window of 8,000. */
export const PART_TOKENS = 2_500

export const TARGET_INPUT_TOKENS = 16_000
export const MOST_UNITS_PER_CALL = 30

/** Output tokens of a call. `moreRoom` doubles the share of a unit for each time it was cut off before. */
export function outputLimit(
  context: RunContext,
  stage: PaidStage,
  connection: Connection,
  unitCount: number,
  moreRoom = 0,
): number {
  const room = connection.window < SMALL_WINDOW ? 150 : REASONING_ROOM
  const wanted = OUTPUT_PER_UNIT[stage] * unitCount * 2 ** moreRoom + room
  return Math.max(1, Math.min(wanted, longestAnswer(context, connection)))
}

/** How many units' answers fit into one call. */
export function unitsByOutput(context: RunContext, stage: PaidStage, connection: Connection): number {
  const room = connection.window < SMALL_WINDOW ? 150 : REASONING_ROOM
  const most = longestAnswer(context, connection) - room
  return Math.max(1, Math.min(MOST_UNITS_PER_CALL, Math.floor(most / OUTPUT_PER_UNIT[stage])))
}

/** Half of the window at the most: the other half is for the question. */
function longestAnswer(context: RunContext, connection: Connection): number {
  const learned = context.health.get(connection.key)?.outputLimit ?? connection.maxOutput
  return Math.min(connection.maxOutput, learned, Math.floor(connection.window / 2))
}

/** Input tokens, as we count, that fit beside so much output. */
export function inputBudget(context: RunContext, connection: Connection, outputTokens: number): number {
  const fits = Math.floor((connection.window - outputTokens) / connection.tokenMargin)
  const learned = context.health.get(connection.key)?.inputLimit ?? Number.POSITIVE_INFINITY
  return Math.max(0, Math.min(fits, learned))
}
