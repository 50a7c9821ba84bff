import { isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml'

/** A YAML or JSON text with the line of each node. null where it is no map. */
export interface LinedDocument {
  readonly root: YAMLMap
  readonly lineOf: (node: unknown) => number
}

/** JSON is read as YAML, whose parser knows the lines; errors in it are passed over. */
export function readLined(text: string): LinedDocument | null {
  try {
    const lineCounter = new LineCounter()
    const document = parseDocument(text, { lineCounter, logLevel: 'silent', uniqueKeys: false })
    if (!isMap(document.contents)) return null
    const lineOf = (node: unknown): number => lineCounter.linePos((node as Node | null)?.range?.[0] ?? 0).line
    return { root: document.contents as YAMLMap, lineOf }
  } catch {
    return null
  }
}

/** The pairs of a map, keys as text. */
export function pairsOf(node: unknown): readonly { key: string; keyNode: unknown; value: unknown }[] {
  if (!isMap(node)) return []
  return (node.items as Pair[]).map((pair) => ({
    key: isScalar(pair.key) ? String(pair.key.value) : '',
    keyNode: pair.key,
    value: pair.value,
  }))
}

export function nodeAt(node: unknown, key: string): unknown {
  return pairsOf(node).find((pair) => pair.key === key)?.value
}

export function scalarText(node: unknown): string | null {
  return isScalar(node) && node.value !== null ? String(node.value) : null
}

export function itemsOf(node: unknown): readonly unknown[] {
  return isSeq(node) ? (node.items as unknown[]) : []
}
