// The list of entry points -> dist/: the product on one screen. dist/ runs from anywhere, without node_modules.
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { rolldown } from 'rolldown'
import { GRAMMARS, PARSER } from './src/syntax/grammars.ts'

const ENTRIES = {
  cli: 'src/cli/index.ts',
  'parse-child': 'src/syntax/parse-child.ts',
  action: 'src/action/main.ts',
  'action-post': 'src/action/post.ts',
  app: 'src/app/server.ts',
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

const bundle = await rolldown({
  input: ENTRIES,
  platform: 'node',
  transform: { define: { VERSION: JSON.stringify(version) } },
  treeshake: true,
  // What rolldown warns of lies in the libraries; what it can't resolve is an error all the same.
  onLog: (level, log, handle) => {
    if (level !== 'warn' || log.code === 'UNRESOLVED_IMPORT') handle(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log)
  },
})
// Built beside, and put in place when it is whole: a failed build leaves the old one.
const FRESH = '.dist-new'
rmSync(FRESH, { recursive: true, force: true })
const { output } = await bundle.write({
  dir: `${FRESH}/lib`,
  format: 'esm',
  minify: true,
  entryFileNames: '[name].mjs',
  chunkFileNames: 'chunk-[name].mjs',
})
for (const entry of Object.keys(ENTRIES)) chmodSync(`${FRESH}/lib/${entry}.mjs`, 0o755)

// better-sqlite3 looks for its binaries in ../prebuilds from the file that it is bundled into.
cpSync('node_modules/better-sqlite3/prebuilds', `${FRESH}/prebuilds`, { recursive: true })
packGrammars()

/** What is in dist/ as data: grammars, and the table of languages. */
const DATA_FILES = [...Object.values(GRAMMARS), 'linguist-languages/package.json'].map((file) => resolve('node_modules', file))
writeFileSync(
  `${FRESH}/THIRD-PARTY-LICENSES.txt`,
  licences([...output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])), ...DATA_FILES]),
)

rmSync('dist', { recursive: true, force: true })
renameSync(FRESH, 'dist')

/** 39 MB of grammars as 2.4. Compressing takes most of a minute: what is in `dist/` already, and the same, is taken over. */
function packGrammars(): void {
  mkdirSync(`${FRESH}/grammars`)
  for (const [name, file] of [...Object.entries(GRAMMARS), [PARSER.name, PARSER.file] as const]) {
    const bytes = readFileSync(join('node_modules', file))
    const target = `grammars/${name}.wasm.br`
    const known = existsSync(`dist/${target}`) ? readFileSync(`dist/${target}`) : null
    const isSame = known !== null && brotliDecompressSync(known).equals(bytes)
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(`${FRESH}/${target}`, isSame ? known : brotliCompressSync(bytes, { params }))
  }
}

/** The licence texts of every package that is bundled, as most of them ask for. */
function licences(modules: readonly string[]): string {
  const packages = new Map<string, string>()
  for (const id of modules) {
    const path = id.match(/.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0]
    if (!path || !existsSync(join(path, 'package.json'))) continue
    const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
    const file = readdirSync(path).find((entry) => /^licen[cs]e/i.test(entry))
    const text = file ? readFileSync(join(path, file), 'utf8').trim() : `Licence: ${license}`
    packages.set(`${name} ${version}`, text)
  }
  packages.set('grammars of @repomix/tree-sitter-wasms', readFileSync('src/syntax/grammar-licences.txt', 'utf8').trim())
  const sorted = [...packages].sort(([a], [b]) => (a < b ? -1 : 1))
  return `${sorted.map(([name, text]) => `${name}\n\n${text}`).join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
