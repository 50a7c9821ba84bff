const BY_EXTENSION: Readonly<Record<string, string>> = {
  py: 'Python',
  pyi: 'Python',
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
  scala: 'Kotlin',
  groovy: 'Java',
  cs: 'C#',
  c: 'C',
  h: 'C',
  cc: 'C++',
  cpp: 'C++',
  cxx: 'C++',
  hpp: 'C++',
  hh: 'C++',
  m: 'C',
  rb: 'Ruby',
  rake: 'Ruby',
  gemspec: 'Ruby',
  php: 'PHP',
  sh: 'Shell',
  bash: 'Shell',
  zsh: 'Shell',
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
  sql: 'SQL',
  txt: 'Text',
  swift: 'Generic',
  ex: 'Generic',
  exs: 'Generic',
  erl: 'Generic',
  hs: 'Generic',
  lua: 'Generic',
  pl: 'Generic',
  pm: 'Generic',
  jl: 'Generic',
  r: 'Generic',
  dart: 'Generic',
  zig: 'Generic',
  nim: 'Generic',
  clj: 'Generic',
  ml: 'Generic',
  proto: 'Generic',
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

/** The language a file is outlined as, from its name, else from its first line; `Text` where nothing tells. */
export function languageOf(path: string, text = ''): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const byName = BY_NAME[name] ?? (name.startsWith('dockerfile.') ? 'Docker' : undefined)
  if (byName !== undefined) return byName
  const dot = name.lastIndexOf('.')
  const byExtension = dot < 0 ? undefined : BY_EXTENSION[name.slice(dot + 1)]
  if (byExtension !== undefined) return byExtension
  if (!text.startsWith('#!')) return 'Text'
  const first = text.slice(0, 200).split('\n', 1)[0] ?? ''
  if (/python/.test(first)) return 'Python'
  if (/\b(?:node|deno|bun)\b/.test(first)) return 'JavaScript'
  if (/ruby/.test(first)) return 'Ruby'
  if (/php/.test(first)) return 'PHP'
  return /\b(?:ba|z|da|k)?sh\b/.test(first) ? 'Shell' : 'Text'
}
