/** How much is held at once: many small files, or a few large ones. */
export interface GroupLimits {
  readonly files: number
  readonly bytes: number
}

/** What is worked on in one go, where each file alone would cost more than what it holds. */
export const SMALL_GROUP: GroupLimits = { files: 64, bytes: 400_000 }

/** In order; a group that would become too large is ended before, so that only a file alone is larger. */
export function* groupBySize<T>(items: readonly T[], sizeOf: (item: T) => number, most: GroupLimits): Generator<T[]> {
  let group: T[] = []
  let bytes = 0
  for (const item of items) {
    const size = sizeOf(item)
    if (group.length >= most.files || (group.length > 0 && bytes + size > most.bytes)) {
      yield group
      group = []
      bytes = 0
    }
    group.push(item)
    bytes += size
  }
  if (group.length > 0) yield group
}
