// One repository with several commits: each is the source of a job of its own. And the guide that nothing disturbs, for comparison.
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { environmentFor, filesIn, remove, run } from '../acceptance/cli.ts'
import { makeRepository } from '../repository/make-repository.ts'
import { startBillingServer } from './billing-server.ts'

export const MODELS: Readonly<Record<string, string>> = {
  'gpt-6-luna': 'openai',
  'gemini-3.8-flash': 'gemini',
  'claude-haiku-4-5': 'anthropic',
}

export interface Copy {
  readonly root: string
  remove(): void
}

export interface Editions {
  readonly commits: readonly string[]
  /** A fresh copy with the same folder name, so that its guides must have the same bytes. */
  copy(): Copy
  /** The guide that one model alone writes when nothing goes wrong. */
  undisturbed(commit: string, audience: string, model: string): Promise<Record<string, string>>
  remove(): void
}

const WORDS = 'queue worker lease ledger parcel depot route driver address label scale invoice'.split(' ')

function moduleText(name: string, functions: number, edition: number): string {
  const parts = Array.from({ length: functions }, (_, n) => {
    const word = WORDS[(n + name.length) % WORDS.length] as string
    return `def ${word}_${n}(value, limit=${n + edition}):\n    """Moves a ${word} of ${name} on, unless limit ${n} is reached."""\n    return value if value > limit else ${word.length + n}\n`
  })
  return `"""${name}: keeps what belongs to ${name} together."""\nimport os\n\n${parts.join('\n')}`
}

function filesOfEdition(edition: number): Record<string, string> {
  return {
    'README.md': `# Parcels\n\nSorts parcels by depot and route, edition ${edition}.\n\n## Use\n\n    python -m parcels sort FILE\n`,
    'pyproject.toml': '[project]\nname = "parcels"\nversion = "1.0"\n\n[project.scripts]\nparcels = "parcels.main:main"\n',
    'src/parcels/main.py': moduleText('main', 40, edition),
    'src/parcels/depot.py': moduleText('depot', 45, 0),
    'src/parcels/large.py': moduleText('large', 130, edition),
    'src/parcels/route/plan.py': moduleText('plan', 50, edition),
    'src/parcels/route/drive.py': moduleText('drive', 45, 0),
    'src/parcels/route/stop.py': moduleText('stop', 40, edition),
    'src/parcels/scale/weigh.py': moduleText('weigh', 48, edition),
    'tests/test_depot.py': moduleText('test_depot', 30, edition),
  }
}

export function makeEditions(count: number): Editions {
  const repository = makeRepository()
  const commits = Array.from({ length: count }, (_, edition) => repository.commit(filesOfEdition(edition + 1)))
  const known = new Map<string, Promise<Record<string, string>>>()
  const copy = (): Copy => {
    const parent = realpathSync(mkdtempSync(join(tmpdir(), 'nehemvix-chaos-')))
    const root = join(parent, basename(repository.root))
    cpSync(repository.root, root, { recursive: true })
    return { root, remove: () => rmSync(parent, { recursive: true, force: true }) }
  }
  return {
    commits,
    copy,
    undisturbed: (commit, audience, model) => {
      const key = [commit, audience, model].join(' ')
      const guide = known.get(key) ?? undisturbedGuide(copy(), commit, audience, model)
      known.set(key, guide)
      return guide
    },
    remove: repository.remove,
  }
}

export const RUN = (commit: string, audience: string, models: string): string[] => [
  ...['run', '--ref', commit, '--audience', audience, '--model', models, '--window', '8000'],
]

async function undisturbedGuide(copy: Copy, commit: string, audience: string, model: string): Promise<Record<string, string>> {
  const server = await startBillingServer(() => ({ kind: 'answer', fault: 'none' }))
  const env = keysAt(server.url)
  try {
    const { code, stderr } = await run([...RUN(commit, audience, model), '--yes'], { cwd: copy.root, env })
    if (code !== 0) throw new Error(`the run that nothing disturbs ended with ${code}: ${stderr}`)
    return guideIn(copy.root)
  } finally {
    await server.stop()
    remove(env.HOME ?? '')
    copy.remove()
  }
}

export const keysAt = (url: string): Record<string, string> => ({
  ...environmentFor(url),
  ANTHROPIC_API_KEY: 'test-anthropic-key',
  ANTHROPIC_BASE_URL: url,
})

export function guideIn(root: string): Record<string, string> {
  const folder = join(root, 'docs', 'guide')
  return existsSync(folder) ? filesIn(folder) : {}
}

/** Audience file -> section key -> its text, without the line that names its writer. */
export function sectionsIn(guide: Record<string, string>): Map<string, string> {
  const sections = new Map<string, string>()
  for (const text of Object.values(guide)) {
    for (const part of text.split('<!-- section: ').slice(1)) {
      const [key = '', body = ''] = [part.slice(0, part.indexOf(' -->')), part.slice(part.indexOf('-->') + 3)]
      const lines = body.split('\n').filter((line) => !/^\*Written by .*\*$/.test(line) && !/^<!-- (?!section)/.test(line))
      sections.set(key, lines.join('\n').trim())
    }
  }
  return sections
}
