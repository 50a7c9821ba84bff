/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** CHAOS_SEED, else one of its own. */
export function chaosSeed(): number {
  const given = process.env.CHAOS_SEED
  return given === undefined || given === '' ? Math.floor(Math.random() * 1e9) : Number(given)
}

/** `size` different numbers from 1 to `most`, in order, spread by `random`: one of each equal stretch. */
export function sample(most: number, size: number, random: () => number): number[] {
  if (size >= most) return Array.from({ length: most }, (_, n) => n + 1)
  return Array.from({ length: size }, (_, n) => {
    const from = Math.floor((n * most) / size)
    const to = Math.floor(((n + 1) * most) / size)
    return from + 1 + Math.floor(random() * (to - from))
  })
}
