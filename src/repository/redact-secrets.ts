import { lintSource } from '@secretlint/core'
import { secretLintProfiler } from '@secretlint/profiler'
import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import { findPrivateKeys } from './find-private-keys.ts'
import { PLACE_PATTERNS, type SecretPattern, TOKEN_PATTERNS } from './secret-patterns.ts'
import type { SourceText } from './source.ts'
import { tokenRuns } from './token-runs.ts'

interface Finding {
  readonly start: number
  readonly end: number
  readonly rule: string
}

// On by default, it keeps a mark for every rule of every file, for ever.
secretLintProfiler.setEnabled(false)

/**
 * Without `filter-comments`, by which a file could switch its own check off, and without `gcp`, which opens files from
 * the disk by name (its JSON keys are found by their private key).
 */
const LINT_RULES = rules
  .filter((rule) => !/-(?:filter-comments|gcp)$/.test(rule.meta.id))
  .map((rule) => ({ id: rule.meta.id, rule, options: rule.meta.id.endsWith('-aws') ? { enableIDScanRule: true } : {} }))

const ANYWHERE = PLACE_PATTERNS.filter(({ path }) => path === undefined)
const BY_NAME = PLACE_PATTERNS.filter(({ path }) => path !== undefined)

const PLACED = /\[redacted: [\w-]+\]/g

/**
 * The text with each secret replaced by `[redacted: <rule>]` and as many newlines as it held, so that line numbers
 * stay. The result holds nothing that would be redacted again. The path only tells which rules apply.
 */
export async function redactSecrets(path: string, text: string): Promise<SourceText> {
  let current = text
  let redactions = 0
  for (;;) {
    // Ours first: most findings are then gone before secretlint, which compares every finding with every other.
    let findings = withoutPlaced(current, [...findByPattern(current), ...findByName(path, current)])
    if (findings.length === 0) findings = withoutPlaced(current, await findByLint(path, current))
    if (findings.length === 0) return { text: current, redactions }
    // Each round takes away text that is not yet redacted, so this ends.
    const apart = mergeOverlaps(findings)
    current = replace(current, apart)
    redactions += apart.length
  }
}

/** No pattern reaches across it: none takes both line ends and a NUL. */
const BETWEEN = '\n\0\n'

/** Paths that secretlint looks at. */
const READ_BY_NAME = /(?:package(?:-lock)?\.json|\.npmrc)$/

/** Stands for their paths, which secretlint asks for. */
const TOGETHER = 'several files'

/** As `redactSecrets`, of each text. Looked through together: of many small files each would cost more than what it holds. */
export async function redactTexts(files: readonly { path: string; text: string }[]): Promise<SourceText[]> {
  const suspects = new Set(files.filter(({ path, text }) => READ_BY_NAME.test(path) || text.includes('\0')))
  const plain = files.filter((file) => !suspects.has(file))
  const together = joined(plain)
  for (const file of ownersOf([...findKeys(together), ...find(ANYWHERE, together)], plain)) suspects.add(file)
  // A small part of what is read; where one of them is a token, each file is asked for it.
  if (find(TOKEN_PATTERNS, tokenRuns(together)).length > 0)
    for (const file of plain) if (find(TOKEN_PATTERNS, file.text).length > 0) suspects.add(file)
  for (const file of plain) if (findByName(file.path, file.text).length > 0) suspects.add(file)
  const rest = plain.filter((file) => !suspects.has(file))
  // Where secretlint says it found something is not always where it stands.
  if (rest.length > 0 && (await findByLint(TOGETHER, joined(rest))).length > 0) for (const file of rest) suspects.add(file)
  return await Promise.all(
    files.map((file) => (suspects.has(file) ? redactSecrets(file.path, file.text) : { text: file.text, redactions: 0 })),
  )
}

const joined = (files: readonly { text: string }[]): string => files.map(({ text }) => text).join(BETWEEN)

function ownersOf<T extends { readonly text: string }>(findings: readonly Finding[], files: readonly T[]): Set<T> {
  const owners = new Set<T>()
  const starts = findings.map(({ start }) => start).sort((a, b) => a - b)
  let end = 0
  let next = 0
  for (const file of files) {
    end += file.text.length + BETWEEN.length
    for (; next < starts.length && (starts[next] ?? 0) < end; next++) owners.add(file)
  }
  return owners
}

/** Shorter runs of name characters hold no secret of any format we know. */
const SECRET_LENGTH = /[\w+/=-]{16}/

/** A path with what looks like a secret replaced; the path itself where nothing does. By our own patterns only: names are many, and short. */
export function redactPath(path: string): string {
  if (!SECRET_LENGTH.test(path)) return path
  // Without a sign of assignment a secret stands within one name, and most names come again and again.
  if (!/[:=,'"`\s<]|hooks\.slack|webhooks|wJalr/.test(path)) return path.split('/').every(isCleanName) ? path : redactWhole(path)
  return redactWhole(path)
}

const cleanNames = new Set<string>()
const MOST_NAMES = 20_000

function isCleanName(name: string): boolean {
  if (cleanNames.has(name)) return true
  if (SECRET_LENGTH.test(name) && redactWhole(name) !== name) return false
  if (cleanNames.size >= MOST_NAMES) cleanNames.clear()
  cleanNames.add(name)
  return true
}

function redactWhole(path: string): string {
  const findings = findByPattern(path)
  return findings.length === 0 ? path : replace(path, mergeOverlaps(findings))
}

function findByPattern(text: string): Finding[] {
  return [...findKeys(text), ...find(TOKEN_PATTERNS, text), ...find(ANYWHERE, text)]
}

function findKeys(text: string): Finding[] {
  return findPrivateKeys(text).map((range) => ({ ...range, rule: 'private-key' }))
}

/** What is a secret only in a file of such a name. */
function findByName(path: string, text: string): Finding[] {
  return find(
    BY_NAME.filter((one) => one.path?.test(path)),
    text,
  )
}

function find(patterns: readonly SecretPattern[], text: string): Finding[] {
  const findings: Finding[] = []
  for (const { rule, pattern, isSecret } of patterns) {
    for (const match of text.matchAll(pattern)) {
      const [whole, before, secret] = match
      const value = secret ?? whole
      const start = match.index + (secret === undefined ? 0 : (before?.length ?? 0))
      if (isSecret?.(value) ?? true) findings.push({ start, end: start + value.length, rule })
    }
  }
  return findings
}

async function findByLint(path: string, text: string): Promise<Finding[]> {
  const { messages } = await lintSource({
    source: { filePath: path, content: text, contentType: 'text' },
    options: { config: { rules: LINT_RULES }, noPhysicFilePath: true },
  })
  return messages.flatMap((message) => {
    const rule = message.ruleId.replace(/^.*secretlint-rule-/, '')
    const [start, end] = message.range
    const values = Object.values(message.data ?? {}).filter((value): value is string => typeof value === 'string')
    // Some rules give the length of the secret but the place of its name: the value itself says where it stands.
    const places = values.map((value) => ({
      start: text.indexOf(value, start),
      end: text.indexOf(value, start) + value.length,
      rule,
    }))
    const near = places.filter((place) => place.start !== -1 && place.start <= end + 300 && place.end > place.start)
    return [...near, ...(near.length > 0 ? [] : [{ start, end, rule }])]
  })
}

/** Leaves out what is already redacted, and widens what would cut a placed mark in two. */
function withoutPlaced(text: string, findings: readonly Finding[]): Finding[] {
  if (findings.length === 0) return []
  const placed = [...text.matchAll(PLACED)].map((match) => ({ start: match.index, end: match.index + match[0].length }))
  return findings.flatMap((finding) => {
    const touched = placed.filter((mark) => mark.start < finding.end && finding.start < mark.end)
    const start = Math.min(finding.start, ...touched.map((mark) => mark.start))
    const end = Math.max(finding.end, ...touched.map((mark) => mark.end))
    const rest = text.slice(start, end).replace(PLACED, '')
    return rest.trim() === '' ? [] : [{ start, end, rule: finding.rule }]
  })
}

/** Findings overlap and nest: one mark for each stretch, named after the finding that begins it. */
function mergeOverlaps(findings: readonly Finding[]): Finding[] {
  const merged: Finding[] = []
  for (const finding of [...findings].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1)
    if (!last || finding.start >= last.end) merged.push(finding)
    else if (finding.end > last.end) merged[merged.length - 1] = { ...last, end: finding.end }
  }
  return merged
}

function replace(text: string, findings: readonly Finding[]): string {
  const parts: string[] = []
  let done = 0
  for (const { start, end, rule } of findings) {
    const newlines = text.slice(start, end).split('\n').length - 1
    parts.push(text.slice(done, start), `[redacted: ${rule}]`, '\n'.repeat(newlines))
    done = end
  }
  return parts.join('') + text.slice(done)
}
