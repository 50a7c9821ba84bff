// `npm run check`: all that a change must pass, in the order in which it fails fastest. CI calls this and nothing else.
import { spawnSync } from 'node:child_process'

const STEPS: readonly { readonly name: string; readonly command: string }[] = [
  { name: 'format and lint', command: 'biome check --error-on-warnings .' },
  { name: 'types', command: 'tsc' },
  {
    name: 'dist is what the sources build',
    command: 'node build.ts && test -z "$(git status --porcelain dist | tee /dev/stderr)"',
  },
  { name: 'tests', command: 'npm test' },
]

for (const { name, command } of STEPS) {
  process.stdout.write(`\n# ${name}: ${command}\n`)
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' })
  if (status !== 0) {
    process.stdout.write(`\n# failed: ${name}\n`)
    process.exit(status ?? 1)
  }
}
