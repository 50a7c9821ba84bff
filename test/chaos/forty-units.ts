// A small repository whose job has about 40 units: files in folders, one large file that goes by parts, and all 26 sections.
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { makeRepository } from '../repository/make-repository.ts'

const WORDS = 'queue worker lease ledger parcel depot route driver address label scale invoice'.split(' ')

/** Python that differs from file to file; `functions` sets its size. */
function moduleText(name: string, functions: number): string {
  const parts = Array.from({ length: functions }, (_, n) => {
    const word = WORDS[(n + name.length) % WORDS.length] as string
    return `def ${word}_${n}(value, limit=${n}):\n    """Moves a ${word} of ${name} on, unless limit ${n} is reached."""\n    return value if value > limit else ${word.length + n}\n`
  })
  return `"""${name}: keeps what belongs to ${name} together."""\nimport os\n\n${parts.join('\n')}`
}

const FILES: Readonly<Record<string, string>> = {
  'README.md': '# Parcels\n\nSorts parcels by depot and route.\n\n## Use\n\n```\npython -m parcels sort FILE\n```\n',
  'pyproject.toml': '[project]\nname = "parcels"\nversion = "1.0"\n\n[project.scripts]\nparcels = "parcels.main:main"\n',
  'src/parcels/main.py': moduleText('main', 8),
  'src/parcels/depot.py': moduleText('depot', 10),
  'src/parcels/large.py': moduleText('large', 130),
  'src/parcels/route/plan.py': moduleText('plan', 9),
  'src/parcels/route/drive.py': moduleText('drive', 11),
  'tests/test_depot.py': moduleText('test_depot', 7),
}

export interface Template {
  /** A fresh copy with the same commit and folder name, so that its guide must have the same bytes. */
  copy(): { root: string; remove(): void }
  remove(): void
}

export function makeTemplate(): Template {
  const repository = makeRepository()
  repository.commit(FILES)
  return {
    copy() {
      const parent = realpathSync(mkdtempSync(join(tmpdir(), 'nehemvix-chaos-')))
      const root = join(parent, basename(repository.root))
      cpSync(repository.root, root, { recursive: true })
      return { root, remove: () => rmSync(parent, { recursive: true, force: true }) }
    },
    remove: repository.remove,
  }
}
