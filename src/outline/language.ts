const BY_EXTENSION: Readonly<Record<string, string>> = {
  py: 'Python',
  pyi: 'Python',
  pyw: 'Python',
  js: 'JavaScript',
  mjs: 'JavaScript',
  cjs: 'JavaScript',
  jsx: 'JavaScript',
  ts: 'TypeScript',
  mts: 'TypeScript',
  cts: 'TypeScript',
  tsx: 'TypeScript',
  vue: 'TypeScript',
  svelte: 'TypeScript',
  go: 'Go',
  rs: 'Rust',
  java: 'Java',
  kt: 'Kotlin',
  kts: 'Kotlin',
  scala: 'Scala',
  sc: 'Scala',
  sbt: 'Scala',
  groovy: 'Groovy',
  gradle: 'Groovy',
  cs: 'C#',
  c: 'C',
  h: 'C',
  cc: 'C++',
  cpp: 'C++',
  cxx: 'C++',
  hpp: 'C++',
  hh: 'C++',
  hxx: 'C++',
  m: 'Objective-C',
  mm: 'Objective-C',
  rb: 'Ruby',
  rake: 'Ruby',
  gemspec: 'Ruby',
  php: 'PHP',
  sh: 'Shell',
  bash: 'Shell',
  zsh: 'Shell',
  ps1: 'PowerShell',
  psm1: 'PowerShell',
  swift: 'Swift',
  dart: 'Dart',
  ex: 'Elixir',
  exs: 'Elixir',
  erl: 'Erlang',
  hs: 'Haskell',
  lua: 'Lua',
  pl: 'Perl',
  pm: 'Perl',
  jl: 'Julia',
  r: 'R',
  zig: 'Zig',
  nim: 'Nim',
  clj: 'Clojure',
  ml: 'OCaml',
  proto: 'Protocol Buffers',
  sql: 'SQL',
  md: 'Markdown',
  markdown: 'Markdown',
  mdx: 'Markdown',
  rst: 'reStructuredText',
  yml: 'YAML',
  yaml: 'YAML',
  json: 'JSON',
  toml: 'TOML',
  cfg: 'INI',
  ini: 'INI',
  xml: 'XML',
  html: 'HTML',
  css: 'CSS',
  scss: 'CSS',
  txt: 'Text',
}

const BY_NAME: Readonly<Record<string, string>> = {
  makefile: 'Make',
  gnumakefile: 'Make',
  justfile: 'Make',
  dockerfile: 'Docker',
  gemfile: 'Ruby',
  rakefile: 'Ruby',
  readme: 'Markdown',
  license: 'Text',
  licence: 'Text',
  copying: 'Text',
}

/** What C does not have, at the start of a line: a header that holds it is one of C++. */
const ONLY_CPP = /^\s{0,16}(?:class\s+\w|namespace\b|template\s*<|(?:public|private|protected)\s*:|using\s+\w|constexpr\b)/m
const FURTHEST = 100_000

/** The language a file is outlined as, from its name, else from its first line; `Text` where nothing tells. */
export function languageOf(path: string, text = ''): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const byName = BY_NAME[name] ?? (name.startsWith('dockerfile.') ? 'Docker' : undefined)
  if (byName !== undefined) return byName
  const dot = name.lastIndexOf('.')
  const byExtension = dot < 0 ? undefined : BY_EXTENSION[name.slice(dot + 1)]
  if (byExtension !== undefined) return name.endsWith('.h') && ONLY_CPP.test(text.slice(0, FURTHEST)) ? 'C++' : byExtension
  if (!text.startsWith('#!')) return 'Text'
  const first = text.slice(0, 200).split('\n', 1)[0] ?? ''
  if (/python/.test(first)) return 'Python'
  if (/\b(?:node|deno|bun)\b/.test(first)) return 'JavaScript'
  if (/ruby/.test(first)) return 'Ruby'
  if (/php/.test(first)) return 'PHP'
  if (/perl/.test(first)) return 'Perl'
  return /\b(?:ba|z|da|k)?sh\b/.test(first) ? 'Shell' : 'Text'
}
