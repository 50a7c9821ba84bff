import type { MaskedLine } from '../../outline/mask.ts'

interface Masked {
  readonly path: string
  readonly masked: readonly MaskedLine[]
}

/** Every file is asked for by many others. */
const known = new WeakMap<Masked, ReadonlySet<string>>()

/** Names that a file of Go, Java, Kotlin or C# uses by themselves: no member after a dot, no field or key, no variable of its own. */
export function bareNames(file: Masked): ReadonlySet<string> {
  const names = known.get(file) ?? readNames(file)
  known.set(file, names)
  return names
}

function readNames({ path, masked }: Masked): ReadonlySet<string> {
  const used = new Set<string>()
  const own = new Set<string>()
  let isInterface = false
  for (const { code } of masked) {
    if (path.endsWith('.go')) {
      const text = withoutMembers(code, isInterface)
      isInterface = /\binterface\s*\{\s*$/.test(code) || (isInterface && !/^\s*\}/.test(code))
      for (const name of namesIn(text)) used.add(name)
      for (const declared of ownOfGo(code)) own.add(declared)
    } else for (const name of namesIn(code)) used.add(name)
  }
  for (const name of own) used.delete(name)
  return used
}

const namesIn = (code: string): readonly string[] => code.match(/(?<![.\w]\s*)(?<!\w)[A-Za-z_]\w{3,}(?!\w)/g) ?? []

/** A line without the name of a field (`Level Level`), of a key (`Level: 1`) or of a method that an interface asks for. */
function withoutMembers(code: string, isInterface: boolean): string {
  const plain = code
    .replace(/(?<=[{,]\s*|^\s*)(?!case\b|default\b)[A-Za-z_]\w*\s*:(?!=)/g, ' ')
    .replace(/^func\s+(?:\([^)]*\)\s*)?\w+/, ' ')
  return isInterface ? plain.replace(/^\s*\w+(?=\()/, ' ') : plain.replace(/^\s+\w+(?=\s+[\w*[\]])/, ' ')
}

/** Variables and parameters, whose names another file's function may have too. */
function ownOfGo(code: string): readonly string[] {
  const set = /^\s*(?:(?:if|for|switch)\s+)?([\w, ]+?)\s*:=/.exec(code)?.[1]?.split(/\s*,\s*/) ?? []
  const parameters = /^func\b/.test(code)
    ? [...code.matchAll(/[(,]\s*(\w+)(?=\s+[\w*[\].]|\s*,)/g)].map((match) => match[1] ?? '')
    : []
  const variable = /^\s+(?:var|const)\s+(\w+)/.exec(code)?.[1]
  return [...set, ...parameters, ...(variable === undefined ? [] : [variable])]
}
