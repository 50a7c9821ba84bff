import type { OutlineSymbol } from '../../outline/shape.ts'

const IMPLEMENTATION = /^(?:unsafe\s+)?impl\b(?:<[^>]*>)?\s+!?([\w:]+)(?:<.*?>)?\s+for\b/
const WORDS_OF_THE_LANGUAGE =
  /^(?:public|private|protected|virtual|extends|implements|with|override|where|struct|class|interface|enum|sized)$/i

/** Every symbol is asked for by many others. */
const known = new WeakMap<OutlineSymbol, readonly string[]>()

/** The names that a declaration says it builds on, without their packages: what it extends, implements or mixes in. */
export function parentsOf(symbol: OutlineSymbol): readonly string[] {
  const parents = known.get(symbol) ?? readParents(symbol)
  known.set(symbol, parents)
  return parents
}

function readParents({ kind, name, signature }: OutlineSymbol): readonly string[] {
  if (kind !== 'class' && kind !== 'type') return []
  const trait = IMPLEMENTATION.exec(signature)?.[1]
  if (trait !== undefined) return [lastPart(trait)]
  if (/^(?:export\s+)?(?:pub(?:\([^)]*\))?\s+)?(?:type|typealias|typedef|using|impl)\b/.test(signature)) return []
  const start = signature.search(new RegExp(`\\b${name.replace(/\W/g, '\\$&')}\\b`))
  if (start < 0) return []
  const named = namedIn(withoutBrackets(signature.slice(start + name.length), '<', '>').trim())
  return [...new Set(named.map(lastPart))].filter((parent) => parent !== name && !WORDS_OF_THE_LANGUAGE.test(parent))
}

const lastPart = (name: string): string => name.split(/\.|::|\\/).at(-1) ?? name

function namedIn(head: string): readonly string[] {
  const lists = head.startsWith('(') ? afterParameters(head) : head
  const text = lists.replace(/\b(?:where|permits)\b.*$/, '').replace(/[{=].*$/, '')
  const list = /^\s*(?:<|:)\s*(?!:)(.*)$/.exec(text)?.[1] ?? /\b(?:extends|implements|with)\b.*$/.exec(text)?.[0] ?? ''
  const inPlace = withoutBrackets(list, '(', ')')
  return inPlace.split(/[\s,+&]+/).filter((word) => /^[A-Za-z_\\][\w.:\\]*$/.test(word))
}

/** `class A(B, C)` lists what it builds on; `class A(val b: B) : C(b)` does so after its parameters. */
function afterParameters(head: string): string {
  const after = withoutBrackets(head, '(', ')').trim()
  if (after !== '') return after
  const inside = head.slice(1, head.lastIndexOf(')'))
  return `: ${withoutBrackets(inside, '[', ']')
    .split(',')
    .filter((part) => !/=|:\s/.test(part))
    .join(', ')}`
}

function withoutBrackets(text: string, open: string, close: string): string {
  let depth = 0
  let kept = ''
  for (const [at, character] of [...text].entries()) {
    // Ruby's `class A < B`: no bracket is closed.
    if (character === open && (depth > 0 || text.includes(close, at))) depth++
    else if (character === close && depth > 0) depth--
    else if (depth === 0) kept += character
  }
  return kept
}

/** Whether a declaration names another class as what it builds on. */
export function buildsOn(symbol: OutlineSymbol, name: string): boolean {
  return parentsOf(symbol).includes(name)
}
