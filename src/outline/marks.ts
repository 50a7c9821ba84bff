/** How a language writes comments and strings. */
export interface Marks {
  readonly lines: readonly string[]
  readonly blocks: readonly (readonly [string, string])[]
  /** Strings that may run over lines. */
  readonly multiline: readonly (readonly [string, string])[]
  /** Quotes of strings that end with their line at the latest. */
  readonly quotes: readonly string[]
  /** A single quote encloses one character only. */
  readonly characters?: boolean
  readonly heredocs?: boolean
  readonly templates?: boolean
  readonly regularExpressions?: boolean
}

const C: Marks = { lines: ['//'], blocks: [['/*', '*/']], multiline: [], quotes: ['"'], characters: true }
const MANAGED: Marks = { ...C, multiline: [['"""', '"""']] }
const SCRIPT: Marks = {
  lines: ['//'],
  blocks: [['/*', '*/']],
  multiline: [],
  quotes: ['"', "'"],
  templates: true,
  regularExpressions: true,
}
const PYTHON: Marks = {
  lines: ['#'],
  blocks: [],
  multiline: [
    ['"""', '"""'],
    ["'''", "'''"],
  ],
  quotes: ['"', "'"],
}
const HASHED: Marks = { lines: ['#'], blocks: [], multiline: [], quotes: ['"', "'"] }
const DASHED: Marks = { lines: ['--'], blocks: [], multiline: [], quotes: ['"', "'"] }
/** Of languages that are not known better: only what most of them write alike. */
const ANY: Marks = { lines: ['//', '--', '#'], blocks: [['/*', '*/']], multiline: [], quotes: ['"'] }

/** The marks of each programming language, by the name that `languageOf` gives it. What is not here is no code. */
export const MARKS: Readonly<Record<string, Marks>> = {
  C,
  'C#': MANAGED,
  'C++': C,
  Clojure: { lines: [';'], blocks: [], multiline: [], quotes: ['"'] },
  Dart: { ...SCRIPT, multiline: PYTHON.multiline, templates: false, regularExpressions: false },
  Elixir: { ...HASHED, multiline: [['"""', '"""']], quotes: ['"'] },
  Erlang: { lines: ['%'], blocks: [], multiline: [], quotes: ['"', "'"] },
  Go: { ...C, multiline: [['`', '`']] },
  Groovy: MANAGED,
  Haskell: { lines: ['--'], blocks: [['{-', '-}']], multiline: [], quotes: ['"'] },
  Java: MANAGED,
  JavaScript: SCRIPT,
  Julia: { ...HASHED, blocks: [['#=', '=#']], multiline: [['"""', '"""']], quotes: ['"'] },
  Kotlin: MANAGED,
  Lua: { ...DASHED, blocks: [['--[[', ']]']], multiline: [['[[', ']]']] },
  Make: { lines: ['#'], blocks: [], multiline: [], quotes: [] },
  Nim: { ...HASHED, multiline: [['"""', '"""']], quotes: ['"'] },
  OCaml: { lines: [], blocks: [['(*', '*)']], multiline: [], quotes: ['"'] },
  'Objective-C': C,
  PHP: { lines: ['//', '#'], blocks: [['/*', '*/']], multiline: [], quotes: ['"', "'"], heredocs: true },
  Perl: { ...HASHED, heredocs: true },
  PowerShell: { ...HASHED, blocks: [['<#', '#>']] },
  'Protocol Buffers': C,
  Python: PYTHON,
  R: HASHED,
  Ruby: { ...HASHED, heredocs: true },
  Rust: C,
  SQL: ANY,
  Scala: MANAGED,
  Shell: { ...HASHED, heredocs: true },
  Swift: { ...C, characters: false, multiline: [['"""', '"""']] },
  TypeScript: SCRIPT,
  Zig: C,
}

export const isCode = (language: string): boolean => MARKS[language] !== undefined
