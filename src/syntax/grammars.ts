// Which grammar reads which language, and where it comes from. A package is updated in package.json; READER_VERSION then goes up.

/** Goes up whenever an outline of the same text may come out different: stored outlines of another version are not used. */
export const READER_VERSION = 1

const WASMS = '@repomix/tree-sitter-wasms/out/tree-sitter'

/** The grammars, each with its file within `node_modules`. The build packs them as `dist/grammars/<name>.wasm.br`. */
export const GRAMMARS = {
  bash: 'tree-sitter-bash/tree-sitter-bash.wasm',
  c: `${WASMS}-c.wasm`,
  cpp: `${WASMS}-cpp.wasm`,
  csharp: `${WASMS}-c_sharp.wasm`,
  dart: `${WASMS}-dart.wasm`,
  elixir: 'tree-sitter-elixir/tree-sitter-elixir.wasm',
  go: `${WASMS}-go.wasm`,
  haskell: 'tree-sitter-haskell/tree-sitter-haskell.wasm',
  java: `${WASMS}-java.wasm`,
  javascript: `${WASMS}-javascript.wasm`,
  kotlin: '@tree-sitter-grammars/tree-sitter-kotlin/tree-sitter-kotlin.wasm',
  lua: '@tree-sitter-grammars/tree-sitter-lua/tree-sitter-lua.wasm',
  php: `${WASMS}-php.wasm`,
  powershell: 'tree-sitter-powershell/tree-sitter-powershell.wasm',
  python: `${WASMS}-python.wasm`,
  r: '@eagleoutice/tree-sitter-r/tree-sitter-r.wasm',
  ruby: `${WASMS}-ruby.wasm`,
  rust: `${WASMS}-rust.wasm`,
  scala: 'tree-sitter-scala/tree-sitter-scala.wasm',
  swift: `${WASMS}-swift.wasm`,
  tsx: `${WASMS}-tsx.wasm`,
  typescript: `${WASMS}-typescript.wasm`,
  zig: '@tree-sitter-grammars/tree-sitter-zig/tree-sitter-zig.wasm',
} as const satisfies Readonly<Record<string, string>>

export type Grammar = keyof typeof GRAMMARS

/** The parser itself, kept beside the grammars as `dist/grammars/web-tree-sitter.wasm.br`. */
export const PARSER = { name: 'web-tree-sitter', file: 'web-tree-sitter/web-tree-sitter.wasm' } as const

const BY_LANGUAGE: Readonly<Record<string, Grammar>> = {
  C: 'c',
  'C#': 'csharp',
  'C++': 'cpp',
  Dart: 'dart',
  Elixir: 'elixir',
  Go: 'go',
  Haskell: 'haskell',
  Java: 'java',
  JavaScript: 'javascript',
  Kotlin: 'kotlin',
  Lua: 'lua',
  PHP: 'php',
  PowerShell: 'powershell',
  Python: 'python',
  R: 'r',
  Ruby: 'ruby',
  Rust: 'rust',
  Scala: 'scala',
  Shell: 'bash',
  Swift: 'swift',
  TypeScript: 'typescript',
  Zig: 'zig',
}

/** null: no grammar reads that language. */
export function grammarOf(language: string, path: string): Grammar | null {
  if (language === 'TypeScript' && path.endsWith('.tsx')) return 'tsx'
  return BY_LANGUAGE[language] ?? null
}
