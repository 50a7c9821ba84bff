// A table of how many tokens a piece has: pieces come again and again, and a string for each look-up would cost more than the look-up.

const SLOTS = 1 << 17
const MOST_KEPT = SLOTS / 2
const MOST_UNITS = 1 << 20
/** In UTF-16 code units. Longer ones seldom come again. */
const LONGEST_KEPT = 48
const MOST_PROBES = 32

const lengths = new Uint8Array(SLOTS)
const counts = new Uint8Array(SLOTS)
const places = new Int32Array(SLOTS)
/** The pieces themselves, one after the other. */
const units = new Uint16Array(MOST_UNITS)
let usedUnits = 0
let kept = 0

/** What `count` says of the piece of `text` from `start` to `end`; it is asked once for each piece that is kept. */
export function countOnce(text: string, start: number, end: number, count: (piece: string) => number): number {
  const length = end - start
  if (length > LONGEST_KEPT) return count(text.slice(start, end))
  let slot = hashOf(text, start, end) & (SLOTS - 1)
  for (let probes = 0; lengths[slot] !== 0; slot = (slot + 1) & (SLOTS - 1)) {
    if (lengths[slot] === length && isSame(text, start, end, places[slot] as number)) return counts[slot] as number
    // Words that were made to collide are counted each time.
    if (++probes > MOST_PROBES) return count(text.slice(start, end))
  }
  const found = count(text.slice(start, end))
  if (kept >= MOST_KEPT || usedUnits + length > MOST_UNITS) forgetAll()
  else keep(slot, text, start, end, found)
  return found
}

function hashOf(text: string, start: number, end: number): number {
  let hash = 0
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash ^ (hash >>> 15)
}

function isSame(text: string, start: number, end: number, place: number): boolean {
  for (let at = start; at < end; at++) if (units[place + at - start] !== text.charCodeAt(at)) return false
  return true
}

function keep(slot: number, text: string, start: number, end: number, count: number): void {
  lengths[slot] = end - start
  counts[slot] = count
  places[slot] = usedUnits
  for (let at = start; at < end; at++) units[usedUnits++] = text.charCodeAt(at)
  kept++
}

function forgetAll(): void {
  lengths.fill(0)
  usedUnits = 0
  kept = 0
}
