import type { FileKind } from '../outline/file-kind.ts'
import type { Signal } from '../outline/signals.ts'

/** One kind of file that a section wants to see, and how the best of that kind are told. */
export interface EvidenceSlot {
  readonly kinds: readonly FileKind[]
  readonly most: number
  /** Weights of what the lines speak of. */
  readonly signals?: Readonly<Partial<Record<Signal, number>>>
  /** Matched on the lower-cased path. */
  readonly words?: RegExp
  /** Only files whose path matches `words`. */
  readonly onlyWords?: boolean
  /** Weight of being imported by many. */
  readonly central?: number
  /** Weight of many public symbols. */
  readonly api?: number
  /** Of each step down in the folders; sources and tests have none otherwise. */
  readonly shallow?: number
  /** Prefers tests named like a source that was chosen before. */
  readonly pairs?: boolean
  /** Prefers sources that a test is named like. */
  readonly tested?: boolean
  /** At most this many of one folder. */
  readonly perFolder?: number
}

const README: EvidenceSlot = { kinds: ['readme'], most: 1 }
const MANIFEST: EvidenceSlot = { kinds: ['manifest'], most: 1 }
const DOOR = /(?:^|\/)(?:__init__|__main__|index|main|lib|mod|cli|app|server|api|bin|cmd)\b/

/** The file through which callers come in, nearest to the root. */
const FRONT_DOOR: EvidenceSlot = {
  kinds: ['source'],
  most: 1,
  words: /(?:^|\/)(?:__init__|index|lib|mod|main|cli|app|api)\.\w+$/,
  onlyWords: true,
  shallow: 2,
}

const docs = (words: RegExp, most = 1, onlyWords = true): EvidenceSlot => ({ kinds: ['docs'], most, words, onlyWords })
const source = (most: number, slot: Omit<EvidenceSlot, 'kinds' | 'most'>): EvidenceSlot => ({ kinds: ['source'], most, ...slot })
const test = (most: number, slot: Omit<EvidenceSlot, 'kinds' | 'most'> = {}): EvidenceSlot => ({ kinds: ['test'], most, ...slot })

/** What each of the 26 sections wants to see, best first: the first slots are filled first, eight files are the most. */
export const EVIDENCE_PROFILES: Readonly<Record<string, readonly EvidenceSlot[]>> = {
  'what-it-is': [
    README,
    MANIFEST,
    docs(/index|intro|overview|about|quick|getting/),
    { kinds: ['example'], most: 1, words: DOOR },
    source(2, { api: 1, words: DOOR }),
    test(1, { api: 1 }),
  ],
  'before-you-start': [
    { kinds: ['manifest'], most: 2 },
    README,
    docs(/install|setup|require|getting|quick/),
    { kinds: ['ci'], most: 1, words: /test|ci|build|check/ },
    { kinds: ['container'], most: 1 },
    {
      kinds: ['config'],
      most: 1,
      words: /devcontainer|tool-versions|nvmrc|(?:python|node|ruby|go)-version|\.env|rust-toolchain/,
      onlyWords: true,
    },
    { kinds: ['contributing'], most: 1 },
  ],
  'first-run': [
    README,
    docs(/install|quick|start|usage|tutorial|getting|index/, 2),
    MANIFEST,
    { kinds: ['commands'], most: 1 },
    { kinds: ['example'], most: 1 },
    source(1, { signals: { entry: 2 }, words: DOOR }),
    test(1, { api: 1 }),
    { kinds: ['ci'], most: 1, words: /test|ci|check/ },
  ],
  'lay-of-the-land': [
    README,
    MANIFEST,
    source(4, { central: 2, api: 1, words: DOOR, perFolder: 2 }),
    test(1, { api: 1 }),
    docs(/index|arch|overview/),
  ],
  'key-ideas': [
    docs(/concept|glossary|arch|overview|design|terms|model/, 2),
    source(5, { central: 2, api: 2, signals: { state: 1 } }),
    README,
  ],
  'follow-one': [
    README,
    { kinds: ['example'], most: 1, words: DOOR },
    source(5, { central: 1, api: 2, signals: { formats: 1 } }),
    test(1, { api: 1 }),
  ],
  'first-change': [
    { kinds: ['contributing'], most: 2 },
    MANIFEST,
    { kinds: ['commands'], most: 1 },
    { kinds: ['ci'], most: 1, words: /test|check|(?:^|\/)ci\b/ },
    source(1, { api: 1, tested: true }),
    test(1, { api: 1, pairs: true }),
    {
      kinds: ['config'],
      most: 1,
      words: /editorconfig|eslint|biome|ruff|prettier|flake8|rubocop|golangci|clippy/,
      onlyWords: true,
    },
  ],
  'purpose-and-scope': [
    README,
    MANIFEST,
    source(2, { api: 1, words: /(?:^|\/)(?:__init__|index|lib|mod)\b/ }),
    docs(/index|scope|concept|limit|faq|security|intro|overview/, 2),
    { kinds: ['changelog'], most: 1 },
  ],
  architecture: [docs(/arch|design|internals|structure/), source(7, { central: 3, api: 1, words: DOOR, perFolder: 4 })],
  'entry-points-and-api': [
    MANIFEST,
    FRONT_DOOR,
    source(5, {
      api: 2,
      signals: { entry: 2 },
      words: /(?:^|\/)(?:__init__|index|cli|main|api|routes?|router|server|commands?|controllers?|handlers?|lib|mod)\b/,
    }),
    docs(/api|reference|usage|cli/),
  ],
  'data-and-state': [
    source(5, {
      signals: { state: 2, validation: 2, persistence: 2 },
      words: /model|schema|store|state|entit|types?\b|database|db\b/,
    }),
    docs(/data|schema|model|state|storage/),
    test(1, { signals: { validation: 1 }, words: /model|schema|store|state/ }),
  ],
  'control-flow': [
    source(6, { central: 1, api: 1, signals: { entry: 2, concurrency: 1, formats: 1 }, perFolder: 4 }),
    { kinds: ['example'], most: 1, words: DOOR },
    test(1, { api: 1 }),
  ],
  'errors-and-edges': [
    source(5, { signals: { errors: 3, retries: 1, concurrency: 1 }, words: /err|exc|fail|retry|limit/ }),
    test(1, { signals: { errors: 2 }, words: /err|exc|fail|edge/ }),
    docs(/err|exc|troubl|fail|limit/),
  ],
  'build-test-release': [
    { kinds: ['manifest'], most: 2 },
    { kinds: ['ci'], most: 3, words: /test|release|publish|ci|build|deploy/ },
    { kinds: ['commands'], most: 1 },
    { kinds: ['contributing'], most: 1 },
    { kinds: ['changelog'], most: 1 },
    test(1, { api: 1 }),
  ],
  'configuration-and-dependencies': [
    { kinds: ['manifest'], most: 2 },
    docs(/config|setting|option|environment/),
    source(4, { signals: { settings: 3 }, words: /config|setting|option|env/ }),
    { kinds: ['config'], most: 1, words: /\.env|config|settings/, onlyWords: true },
  ],
  extending: [
    source(5, {
      api: 1,
      signals: { extension: 3 },
      words: /plugin|hook|adapter|base|registry|extension|middleware|driver|provider/,
    }),
    docs(/plugin|extend|custom|hook|contribut|develop/),
    test(1, { signals: { extension: 2 }, words: /plugin|hook|adapter|custom/ }),
    { kinds: ['contributing'], most: 1 },
  ],
  'context-and-goals': [
    README,
    docs(/index|intro|overview|concept|security|perf|goal|why|rationale|principle/, 3),
    MANIFEST,
    source(2, { signals: { network: 2, security: 1 } }),
    { kinds: ['changelog'], most: 1 },
  ],
  constraints: [
    { kinds: ['manifest'], most: 2 },
    { kinds: ['licence'], most: 1 },
    {
      kinds: ['config'],
      most: 2,
      words:
        /editorconfig|ruff|eslint|biome|prettier|tsconfig|mypy|(?:python|node)-version|nvmrc|rust-toolchain|rustfmt|golangci/,
      onlyWords: true,
    },
    { kinds: ['ci'], most: 1, words: /test|ci|build|check/ },
    { kinds: ['contributing'], most: 1 },
    { kinds: ['container'], most: 1 },
  ],
  'solution-strategy': [
    docs(/arch|design|adr|decision|concept|overview|rationale/, 2),
    MANIFEST,
    source(4, { central: 3, signals: { extension: 1 }, perFolder: 3 }),
    README,
  ],
  'building-blocks': [source(8, { central: 2, api: 2, perFolder: 3 })],
  'runtime-scenarios': [
    source(5, { central: 1, signals: { entry: 2, errors: 2, formats: 1 }, words: DOOR }),
    { kinds: ['container'], most: 1 },
    test(1, { signals: { errors: 2 } }),
    README,
  ],
  'data-and-persistence': [
    source(5, {
      signals: { persistence: 3, formats: 3 },
      words: /encod|serial|format|json|schema|migrat|store|database|storage|codec/,
    }),
    docs(/encod|format|serial|schema|protocol|storage|migrat|data/),
    test(1, { signals: { formats: 1 }, words: /encod|serial|format|json|schema|migrat/ }),
    { kinds: ['config'], most: 1, words: /schema|openapi|proto/, onlyWords: true },
  ],
  'interfaces-and-integrations': [
    MANIFEST,
    FRONT_DOOR,
    source(4, {
      api: 2,
      signals: { network: 2, extension: 1, entry: 1 },
      words: /api|client|server|route|adapter|integration|webhook|(?:^|\/)(?:__init__|index)\b/,
    }),
    docs(/api|integrat|reference|protocol|interface|webhook/, 2),
    { kinds: ['config', 'data'], most: 1, words: /openapi|swagger|\.proto$|graphql|schema/, onlyWords: true },
  ],
  'deployment-and-operations': [
    { kinds: ['container'], most: 2 },
    { kinds: ['ci'], most: 2, words: /publish|release|deploy|docker|\bcd\b/, onlyWords: true },
    MANIFEST,
    docs(/deploy|operat|install|release|monitor|production/),
    source(1, { signals: { logging: 3, settings: 1 } }),
    { kinds: ['changelog'], most: 1 },
  ],
  'cross-cutting-concepts': [
    source(5, { signals: { security: 2, logging: 2, settings: 1, errors: 1, validation: 1 }, perFolder: 4 }),
    test(1, { api: 1 }),
    docs(/security|concept|convention|style|test/),
    { kinds: ['config'], most: 1, words: /editorconfig|eslint|biome|ruff|prettier/, onlyWords: true },
  ],
  'risks-and-decisions': [
    docs(/decision|adr|roadmap|todo|known|security|risk/, 2),
    { kinds: ['changelog'], most: 1 },
    source(4, { central: 1, signals: { debt: 3, errors: 1, security: 1 } }),
    MANIFEST,
  ],
}
