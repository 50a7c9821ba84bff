import { splitLines } from './lines.ts'
import {
  readDockerfile,
  readGemfile,
  readGoMod,
  readGradle,
  readPom,
  readRequirements,
  readSetup,
  readTargets,
  readTox,
} from './manifests/line-manifests.ts'
import type { Manifest } from './manifests/manifest.ts'
import { readPackageJson } from './manifests/package-json.ts'
import { readTomlManifest } from './manifests/toml-manifest.ts'
import { readWorkflow } from './manifests/workflow.ts'

const LARGEST = 300_000

type Reader = (lines: readonly string[], text: string) => Manifest
const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/^(?:package|composer)\.json$/, (_lines, text) => readPackageJson(text)],
  [/^(?:pyproject|cargo)\.toml$/, readTomlManifest],
  [/^setup\.(?:py|cfg)$/, readSetup],
  [/^requirements[^/]*\.txt$/, readRequirements],
  [/^go\.mod$/, readGoMod],
  [/^pom\.xml$/, readPom],
  [/^build\.gradle(?:\.kts)?$/, readGradle],
  [/^(?:gemfile|[^/]+\.gemspec)$/, readGemfile],
  [/^(?:gnu)?makefile$|^justfile$/, readTargets],
  [/^tox\.ini$/, readTox],
  [/^(?:dockerfile(?:\.[^/]+)?|[^/]+\.dockerfile)$/, readDockerfile],
  [/^action\.ya?ml$/, (_lines, text) => readWorkflow(text)],
]

/** What a manifest tells, with lines; null where the file is none that is known. Broken files tell what can be read. */
export function readManifest(path: string, text: string): Manifest | null {
  if (text.length > LARGEST) return null
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const reader = READERS.find(([pattern]) => pattern.test(name))?.[1]
  if (reader !== undefined) return reader(splitLines(text), text)
  return /(?:^|\/)\.github\/workflows\/[^/]+\.ya?ml$/.test(path) ? readWorkflow(text) : null
}
