import { languageOf } from './language.ts'
import { isCode } from './marks.ts'

export const FILE_KINDS = [
  'readme',
  'manifest',
  'commands',
  'ci',
  'container',
  'contributing',
  'changelog',
  'licence',
  'test',
  'example',
  'docs',
  'config',
  'source',
  'data',
] as const
export type FileKind = (typeof FILE_KINDS)[number]

// Order matters: the first that fits wins. Matched on the lower-cased path.
const BY_PATH: readonly (readonly [FileKind, RegExp])[] = [
  [
    'ci',
    /(?:^|\/)(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.yml|\.circleci\/config\.yml|\.travis\.yml|azure-pipelines\.yml|jenkinsfile|appveyor\.yml|\.drone\.yml)$/,
  ],
  ['data', /(?:^|\/)\.github\/(?:issue_template|discussion_template)\/|(?:^|\/)funding\.ya?ml$/],
  ['readme', /(?:^|\/)readme(?:\.[a-z]+)?$/],
  [
    'contributing',
    /(?:^|\/)(?:contributing|development|hacking|developers|code_style|styleguide|agents|claude|pull_request_template|codeowners|\.pre-commit-config)(?:\.[a-z]+)?$/,
  ],
  ['changelog', /(?:^|\/)(?:changelog|changes|history|news|release-?notes)(?:\.[a-z]+)?$/],
  ['licence', /(?:^|\/)(?:licen[sc]e|copying|notice)(?:[.-][a-z0-9.-]+)?$/],
  [
    'manifest',
    /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.(?:cfg|py)|cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|gemfile|[^/]+\.gemspec|composer\.json|[^/]+\.csproj|cmakelists\.txt|mix\.exs|pubspec\.yaml|deno\.jsonc?|requirements[^/]*\.txt|action\.ya?ml|package\.swift)$/,
  ],
  ['commands', /(?:^|\/)(?:gnu)?(?:makefile|justfile|tox\.ini|noxfile\.py|rakefile|taskfile\.ya?ml|build\.xml|procfile)$/],
  [
    'container',
    /(?:^|\/)(?:dockerfile(?:\.[^/]+)?|[^/]+\.dockerfile|(?:docker-)?compose(?:\.[^/]+)?\.ya?ml|chart\.yaml|kustomization\.yaml|fly\.toml|vercel\.json|netlify\.toml|app\.yaml|serverless\.yml|[^/]+\.tf)$/,
  ],
  [
    'test',
    /(?:^|\/)(?:tests?|spec|specs|__tests__|testing|e2e|testdata|fixtures)\/|(?:^|\/)test_[^/]+\.\w+$|[._-](?:test|spec|tests)\.\w+$|(?:Test|Tests|Spec)\.(?:java|kt|cs|php|scala)$|(?:^|\/)conftest\.py$/i,
  ],
  ['example', /(?:^|\/)(?:examples?|demos?|samples?|tutorials?)\//],
]

/** What tests take as their input: code there declares nothing of the project, and there may be more of it than of all else. */
export function isFixture(path: string): boolean {
  return /(?:^|\/)(?:__)?(?:fixtures?|testdata|test-data|snapshots?)(?:__)?\//i.test(path)
}

/** What part a file plays, from its path alone. */
export function fileKindOf(path: string): FileKind {
  const lower = path.toLowerCase()
  for (const [kind, pattern] of BY_PATH) {
    if (kind === 'readme' && /(?:^|\/)(?:tests?|fixtures|node_modules)\//.test(lower)) continue
    if (pattern.test(kind === 'test' ? path : lower)) return kind
  }
  const language = languageOf(path)
  if (/^\.[^/]+\//.test(lower) && language !== 'Markdown') return 'config'
  if (language === 'Markdown' || language === 'reStructuredText' || (/(?:^|\/)docs?\//.test(lower) && language === 'Text'))
    return 'docs'
  if (/(?:^|\/)docs?\/conf\.py$/.test(lower)) return 'config'
  if (isCode(language)) return /(?:^|\/)[^/]*\.config\.[a-z]+$/.test(lower) ? 'config' : 'source'
  if (['YAML', 'JSON', 'TOML', 'INI'].includes(language)) return 'config'
  return /(?:^|\/)\.[^/]+$/.test(lower) ? 'config' : 'data'
}
