/** Finds the files that an import may mean, by their paths alone. */
export interface ImportResolver {
  /** Paths that `module`, as written in `from`, resolves to; empty for a package from outside. */
  resolve(from: string, module: string): readonly string[]
}

const EXTENSIONS = [
  '',
  '.ts',
  '.tsx',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.mts',
  '.py',
  '.rb',
  '.php',
  '.vue',
  '.svelte',
  '.json',
  '.sh',
  '.go',
  '.rs',
]
const INDEXES = ['/index.ts', '/index.tsx', '/index.js', '/index.mjs', '/__init__.py', '/mod.rs', '/mod.ts']
const MOST_SUFFIXES = 6
const AMBIGUOUS = ''

/** Approximate on purpose: an import that could mean two files means none. */
export function createImportResolver(paths: readonly string[]): ImportResolver {
  const all = new Set(paths)
  const suffixes = suffixIndex(paths)
  const folders = folderIndex(paths)
  return {
    resolve(from, written) {
      const module = from.endsWith('.dart') ? written.replace(/^package:\w+\//, 'lib/') : written.replace(/^\.\\/, './')
      const folder = from.slice(0, Math.max(0, from.lastIndexOf('/')))
      if (/^\.{1,2}\//.test(module) || module === '.' || module === '..') return one(withExtension(joinPath(folder, module), all))
      if (module.startsWith('.')) return one(pythonRelative(folder, module, all))
      if (/^mod\s/.test(module)) return one(rustModule(from, folder, module.slice(4).trim(), all))
      if (from.endsWith('.go')) return goPackage(module, folders)
      return bySuffix(from, module, all, suffixes)
    },
  }
}

const one = (path: string | null): readonly string[] => (path === null ? [] : [path])

function joinPath(folder: string, relative: string): string {
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

function withExtension(path: string, all: ReadonlySet<string>): string | null {
  for (const extension of EXTENSIONS) if (all.has(path + extension)) return path + extension
  for (const index of INDEXES)
    if (all.has(path === '' ? index.slice(1) : path + index)) return path === '' ? index.slice(1) : path + index
  const bare = path.replace(/\.(?:js|mjs|cjs|jsx)$/, '')
  if (bare === path) return null
  for (const extension of ['.ts', '.tsx', '.mts', '.cts']) if (all.has(bare + extension)) return bare + extension
  return null
}

function pythonRelative(folder: string, module: string, all: ReadonlySet<string>): string | null {
  const dots = /^\.+/.exec(module)?.[0].length ?? 1
  const parts = folder === '' ? [] : folder.split('/')
  const base = parts.slice(0, Math.max(0, parts.length - (dots - 1)))
  const rest = module
    .slice(dots)
    .split('.')
    .filter((part) => part !== '')
  return withExtension([...base, ...rest].join('/'), all)
}

function rustModule(from: string, folder: string, name: string, all: ReadonlySet<string>): string | null {
  const own = from.slice(from.lastIndexOf('/') + 1).replace(/\.rs$/, '')
  const base = own === 'mod' || own === 'lib' || own === 'main' ? folder : `${folder}/${own}`.replace(/^\//, '')
  const at = base === '' ? name : `${base}/${name}`
  if (all.has(`${at}.rs`)) return `${at}.rs`
  return all.has(`${at}/mod.rs`) ? `${at}/mod.rs` : null
}

function goPackage(module: string, folders: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const parts = module.split('/')
  for (let start = 0; start < parts.length; start++) {
    const files = folders.get(parts.slice(start).join('/'))
    if (files !== undefined && (start < parts.length - 1 || parts.length === 1 || files.length > 0)) return files
  }
  return []
}

function bySuffix(
  from: string,
  module: string,
  all: ReadonlySet<string>,
  suffixes: ReadonlyMap<string, string>,
): readonly string[] {
  const extension = from.slice(from.lastIndexOf('.') + 1)
  if (/\.\w{1,4}$/.test(module)) {
    const beside = withExtension(joinPath(from.slice(0, Math.max(0, from.lastIndexOf('/'))), module), all)
    if (beside !== null) return [beside]
  }
  if (/^(?:[@~]|src)\//.test(module)) return one(withExtension(`src/${module.replace(/^(?:[@~]|src)\//, '')}`, all))
  const parts = module
    .replace(/^(?:crate|self|super)::/, '')
    .replace(/\.(?:h|hpp|hh|php|sh|rb|dart|zig|lua|psm?1|[rR])$/, '')
    .split(/::|[./\\]/)
    .filter((part) => part !== '')
    .map(/^exs?$/.test(extension) ? snakeCase : (part) => part)
  if (/^(?:ts|tsx|js|jsx|mjs|cjs|mts)$/.test(extension) && parts.length < 2) return []
  const family = FAMILIES.find((extensions) => extensions.includes(extension)) ?? [extension]
  // The last part may be a name inside the module.
  for (let end = parts.length; end >= Math.max(1, parts.length - 1); end--) {
    for (let start = 0; start < end; start++) {
      const suffix = parts.slice(start, end).join('/')
      if (start > 0 && end - start < 2 && extension !== 'rs') break
      for (const candidate of family) {
        const path = suffixes.get(`${suffix}.${candidate}`)
        if (path !== undefined && path !== AMBIGUOUS && path !== from) return [path]
      }
    }
  }
  return []
}

/** As Elixir names the file of a module: `HTTPClient` -> `http_client`. */
function snakeCase(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3_$2$4').toLowerCase()
}

const FAMILIES: readonly (readonly string[])[] = [
  ['ts', 'tsx', 'js', 'jsx', 'mjs', 'cjs', 'mts', 'vue', 'svelte'],
  ['h', 'hpp', 'hh', 'c', 'cc', 'cpp', 'cxx'],
  ['java', 'kt', 'kts', 'scala', 'groovy'],
  ['ex', 'exs'],
  ['ps1', 'psm1'],
]

/** Every path under each of its last few parts; a suffix of two files maps to AMBIGUOUS. A package's `__init__.py` stands for its folder. */
function suffixIndex(paths: readonly string[]): ReadonlyMap<string, string> {
  const index = new Map<string, string>()
  for (const path of paths) {
    const parts = path
      .replace(/\/__init__\.py$/, '.py')
      .replace(/\/mod\.rs$/, '.rs')
      .split('/')
    for (let start = parts.length - 1; start >= Math.max(0, parts.length - MOST_SUFFIXES); start--) {
      const suffix = parts.slice(start).join('/')
      const known = index.get(suffix)
      index.set(suffix, known === undefined || start === 0 ? path : AMBIGUOUS)
    }
  }
  return index
}

function folderIndex(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, string[]>()
  for (const path of paths) {
    if (!path.endsWith('.go') || path.endsWith('_test.go')) continue
    const parts = path.split('/').slice(0, -1)
    for (let start = Math.max(0, parts.length - MOST_SUFFIXES); start < parts.length; start++) {
      const key = parts.slice(start).join('/')
      const files = folders.get(key) ?? []
      if (files.length < 50) files.push(path)
      folders.set(key, files)
    }
  }
  return folders
}
