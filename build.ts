// The list of entry points -> dist/: the product on one screen. dist/ runs from anywhere, without node_modules.
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const ENTRIES = {
  cli: 'src/cli/index.ts',
  action: 'src/action/main.ts',
  'action-post': 'src/action/post.ts',
  app: 'src/app/server.ts',
}

/** What is in dist/ as data. */
const BESIDE_BUNDLE = ['node_modules/linguist-languages/package.json']

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

writeFileSync(
  `${FRESH}/THIRD-PARTY-LICENSES.txt`,
  licences([...output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])), ...BESIDE_BUNDLE]),
)

rmSync('dist', { recursive: true, force: true })
renameSync(FRESH, 'dist')

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
  const sorted = [...packages].sort(([a], [b]) => (a < b ? -1 : 1))
  return `${sorted.map(([name, text]) => `${name}\n\n${text}`).join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
