// One configuration file: from the disk to its fields, every fault with its line and column.
import { lstatSync, readFileSync, statSync } from 'node:fs'
import { type Document, isCollection, isMap, isScalar, LineCounter, type Node, parseDocument, type YAMLError } from 'yaml'
import type { z } from 'zod'
import { spellOut } from '../guide/escape.ts'
import { Refusal } from '../refusal.ts'
import { nearestName } from '../repository/nearest.ts'
import { CONFIGURATION_SHAPE, type ConfigurationFields, FIELD_WORDS } from './configuration-shape.ts'

/** Larger than any configuration that somebody wrote. */
const MOST_BYTES = 100_000
const MOST_FAULTS = 5

interface Fault {
  readonly offset: number
  readonly says: string
}

/**
 * Throws Refusal where the file is not as it must be. A repository's file is read only if it is a plain file of its own: a link may lead anywhere,
 * also to what never ends.
 */
export function readConfigurationFile(
  file: string,
  { mustExist, isTrusted }: { mustExist: boolean; isTrusted: boolean },
): ConfigurationFields {
  const found = (isTrusted ? statSync : lstatSync)(file, { throwIfNoEntry: false })
  if (found?.isDirectory())
    throw new Refusal(
      `${file} is a folder, where a configuration file is looked for.`,
      '--config FILE, with a file that is there',
    )
  if (found && (!found.isFile() || found.size > MOST_BYTES)) {
    throw new Refusal(
      `${file} is no plain file, or too large for a configuration.`,
      `put a plain file there, or remove it: rm ${file}`,
    )
  }
  if (!found) {
    if (mustExist) throw new Refusal(`There is no configuration ${file}.`, '--config FILE, with a file that is there')
    return {}
  }
  return parseConfiguration(readFileSync(file, 'utf8'), file)
}

/** `file` only stands in the messages. Throws Refusal. */
export function parseConfiguration(text: string, file: string): ConfigurationFields {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const syntax = document.errors.map((error) => ({ offset: error.pos[0], says: syntaxWords(error) }))
  if (syntax.length > 0) throw refuse(file, lines, syntax.slice(0, 1))
  const read = CONFIGURATION_SHAPE.safeParse(contentOf(document, file))
  if (read.success) return read.data
  const faults = read.error.issues.flatMap((issue) => faultsOf(issue, document))
  throw refuse(
    file,
    lines,
    faults.sort((a, b) => a.offset - b.offset),
  )
}

function contentOf(document: Document, file: string): unknown {
  try {
    // Aliases are off: a few lines of them can stand for gigabytes.
    return document.toJS({ maxAliasCount: 0 }) ?? {}
  } catch {
    throw new Refusal(
      `${file}: anchors and aliases (& and *) are not allowed in a configuration.`,
      `write the values out in ${file}`,
    )
  }
}

function refuse(file: string, lines: LineCounter, faults: readonly Fault[]): Refusal {
  const shown = faults.slice(0, MOST_FAULTS).map(({ offset, says }) => {
    const { line, col } = lines.linePos(offset)
    return `${file}:${line}:${col}: ${says}${says.endsWith('?') ? '' : '.'}`
  })
  if (faults.length > MOST_FAULTS) shown.push(`And ${faults.length - MOST_FAULTS} more.`)
  return new Refusal(shown.join('\n'), `mend ${file}; README.md shows every field`)
}

function syntaxWords({ code, message }: YAMLError): string {
  if (code === 'DUPLICATE_KEY') return 'this field stands here a second time'
  if (code === 'TAB_AS_INDENT') return 'a tab stands here; YAML is indented with spaces'
  const missing = /end with a ([\]}])/.exec(message)?.[1]
  if (missing !== undefined) return `a ${missing} is missing before this place`
  return `it can't be read as YAML: ${spellOut(message).replace(/\.$/, '')}`
}

function faultsOf(issue: z.core.$ZodIssue, document: Document): Fault[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField(issue.path, key, document))
  const path = issue.path.filter((part) => typeof part !== 'symbol')
  const name = nameOf(path)
  const node = nodeAt(document, path)
  if (name === '') return [{ offset: offsetOf(node), says: 'the file must hold fields, such as language: de' }]
  if (node === null)
    return [{ offset: offsetOf(nodeAt(document, path.slice(0, -1))), says: `${JSON.stringify(lastOf(name))} is missing here` }]
  return [
    {
      offset: offsetOf(node),
      says: `${JSON.stringify(lastOf(name))} must be ${FIELD_WORDS[name] ?? 'something else'}${standing(name, node)}`,
    },
  ]
}

function unknownField(path: readonly PropertyKey[], key: string, document: Document): Fault {
  const parent = nodeAt(
    document,
    path.filter((part) => typeof part !== 'symbol'),
  )
  const pair = isMap(parent) ? parent.items.find((item) => isScalar(item.key) && String(item.key.value) === key) : undefined
  const before = nameOf(path)
  const known = Object.keys(FIELD_WORDS)
    .filter((name) => name.slice(0, Math.max(0, name.lastIndexOf('.'))) === before)
    .map(lastOf)
  const meant = nearestName(key.replaceAll('_', '-'), known)
  const hint = meant === null ? hintFor(key, known) : `did you mean ${JSON.stringify(meant)}?`
  const place = before === '' ? 'no field of a configuration' : `no field of ${JSON.stringify(lastOf(before))}`
  return {
    offset: offsetOf((pair?.key as Node | undefined) ?? parent),
    says: `${JSON.stringify(spellOut(key).slice(0, 60))} is ${place}; ${hint}`,
  }
}

function hintFor(key: string, known: readonly string[]): string {
  if (/key|token|secret/i.test(key)) return 'keys come from the environment, and key-env names the variable'
  return `there are ${known.join(', ')}`
}

/** `['connections', 0, 'cap']` -> `connections.cap` */
function nameOf(path: readonly PropertyKey[]): string {
  return path.filter((part) => typeof part === 'string').join('.')
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

function nodeAt(document: Document, path: readonly (string | number)[]): Node | null {
  const node = path.length === 0 ? document.contents : document.getIn(path, true)
  return (node as Node | null | undefined) ?? null
}

function offsetOf(node: Node | null): number {
  return node?.range?.[0] ?? 0
}

/** What stands there instead. Where a key may have been pasted by mistake it is not said again. */
function standing(name: string, node: Node): string {
  if (!isScalar(node) || isCollection(node) || /key-env|base-url/.test(name)) return ''
  return `; here stands ${JSON.stringify(spellOut(String(node.value)).slice(0, 60))}`
}
