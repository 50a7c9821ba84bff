// The WebAssembly parser, with a stack and a memory that hostile text may use up without harm.
import { setFlagsFromString } from 'node:v8'
import { Language, Parser, type Tree } from 'web-tree-sitter'
import { grammarBytes } from './grammar-bytes.ts'
import { GRAMMARS, type Grammar, PARSER } from './grammars.ts'

const PAGE_BYTES = 65_536
const FIRST_PAGES = (32 << 20) / PAGE_BYTES
/** 512 kB of ordinary code take 40 MB. What asks for more is no code that anybody reads. */
const MOST_PAGES = (256 << 20) / PAGE_BYTES
/** The parser's own stack of 64 kB is used up by some texts, and then runs into its data. The process's stack ends before this one. */
const STACK_BYTES = 8 << 20

let ready: Promise<void> | null = null
const languages = new Map<Grammar, Language>()

/** Loads the grammar. Called before `parse`: nothing may be awaited between making a parser and using it. */
export async function loadGrammar(grammar: Grammar): Promise<Language> {
  const known = languages.get(grammar)
  if (known !== undefined) return known
  await wakeParser()
  const language = await Language.load(await grammarBytes(grammar, GRAMMARS[grammar]))
  languages.set(grammar, language)
  return language
}

/** Makes the parser ready, before there is a grammar to load. */
export function wakeParser(): Promise<void> {
  ready ??= startParser()
  return ready
}

/**
 * The parser itself is optimised before it is used: most of the time is spent in it. Grammars are not: the functions of some are so large that
 * optimising them takes up to 3 GB (Swift). A flag that a later V8 does not know changes nothing.
 */
const OPTIMISED = ['--no-liftoff', '--no-wasm-lazy-compilation']
const AS_IT_COMES = ['--liftoff', '--wasm-lazy-compilation', '--no-wasm-dynamic-tiering', '--no-wasm-tier-up']

function compile(bytes: Uint8Array): WebAssembly.Module {
  for (const flag of OPTIMISED) setFlagsFromString(flag)
  try {
    return new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>)
  } finally {
    for (const flag of AS_IT_COMES) setFlagsFromString(flag)
  }
}

interface Instance {
  readonly exports: { malloc(bytes: number): number }
}
interface Imports {
  readonly env: { readonly __stack_pointer: { value: number } }
}

async function startParser(): Promise<void> {
  const bytes = await grammarBytes(PARSER.name, PARSER.file)
  let made: { instance: Instance; imports: Imports } | null = null
  const options = {
    wasmMemory: new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_PAGES }),
    print: () => {},
    printErr: () => {},
    instantiateWasm: (imports: Imports, done: (instance: Instance, module: WebAssembly.Module) => void) => {
      const module = compile(bytes)
      const instance = new WebAssembly.Instance(module, imports) as unknown as Instance
      made = { instance, imports }
      done(instance, module)
    },
  }
  await Parser.init(options as Parameters<typeof Parser.init>[0])
  const { instance, imports } = made as unknown as { instance: Instance; imports: Imports }
  imports.env.__stack_pointer.value = instance.exports.malloc(STACK_BYTES) + STACK_BYTES
}

/** Calls `read` with the tree of a text. null: the parse took more than `mostCpuMs`. Throws where the parser broke: it is not used again then. */
export function parse<T>(language: Language, text: string, mostCpuMs: number, read: (tree: Tree) => T): T | null {
  const parser = new Parser()
  try {
    parser.setLanguage(language)
    const start = process.cpuUsage().user
    let steps = 0
    // Asked for every few hundred bytes: the clock is looked at less often than that.
    const progressCallback = (): boolean => ++steps % 32 === 0 && process.cpuUsage().user - start > mostCpuMs * 1000
    const tree = parser.parse(text, null, { progressCallback })
    if (tree === null) return null
    try {
      return read(tree)
    } finally {
      tree.delete()
    }
  } finally {
    parser.delete()
  }
}
