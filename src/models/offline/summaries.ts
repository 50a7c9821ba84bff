import { fileKindOf } from '../../outline/file-kind.ts'
import { splitLines } from '../../outline/lines.ts'
import type { Manifest } from '../../outline/manifests/manifest.ts'
import { outlineByLines } from '../../outline/outline-by-lines.ts'
import { cutAtSentence, firstSaid, plainText, sentencesOf } from '../../outline/plain-text.ts'
import { firstParagraph } from '../../outline/prose.ts'
import { readManifest } from '../../outline/read-manifest.ts'
import type { Outline } from '../../outline/shape.ts'
import type { Member, Target } from '../model.ts'
import { mainSymbol } from './markdown-text.ts'
import { readEvidence } from './material.ts'
import { surfaceOf } from './surface.ts'

const LONGEST = 600

/** What a file is, in plain prose, from its own words and its declarations. */
export function summariseFile(target: Extract<Target, { kind: 'file' }>): string {
  const { path, text, part } = target
  const outline = target.outline ?? outlineByLines(path, text)
  const manifest = readManifest(path, text)
  const lines = splitLines(text)
  const sentences: string[] = []
  if (text.trim() === '') return `An empty file; ${path} matters by its name and place alone.`
  const own = cutAtSentence(firstSaid(outline.docstring ?? ''), 280)
  if (manifest?.description != null) sentences.push(plainText(manifest.description.text))
  else if (own !== '') sentences.push(own)
  const main = mainSymbol({ path, outline })
  if (fileKindOf(path) === 'test') sentences.push(...testsTold(outline))
  else if (sentences.length === 0 && main?.docstring != null) {
    sentences.push(`Centres on ${main.name}: ${sentencesOf(firstSaid(main.docstring))[0] ?? ''}`)
  }
  sentences.push(...declarations(outline))
  if (manifest !== null) sentences.push(...manifestFacts(manifest))
  if (outline.headings.length > 1)
    sentences.push(`It covers ${some(outline.headings.slice(0, 8).map(({ title }) => plainText(title)))}.`)
  if (sentences.length < 2)
    sentences.push(`${kindTold(path, outline.language)}${part === undefined ? '' : `, part ${part}`}, ${lines.length} lines.`)
  return wholeSentences(sentences)
}

function testsTold(outline: Outline): readonly string[] {
  const cases = outline.symbols.filter(({ name, kind }) => kind !== 'class' && /^(?:test|Test|it_)/.test(name))
  return cases.length === 0
    ? []
    : [
        `Tests in ${counted(cases.length, 'case')}, such as ${some(
          cases.map(({ name }) => name),
          3,
        ).replace(/ and \d+ more$/, '')}.`,
      ]
}

const KINDS: Readonly<Record<string, string>> = {
  readme: 'The introduction of the folder it lies in',
  manifest: 'A manifest that declares a package and what it needs',
  commands: 'A file of commands for working on the project',
  ci: 'A workflow of continuous integration',
  container: 'A description of a container or platform',
  contributing: 'Rules for contributions',
  changelog: 'The record of changes',
  licence: 'The text of the licence',
  test: 'Tests',
  example: 'An example of use',
  docs: 'Documentation',
  config: 'Settings of a tool',
  data: 'A file of data',
}

const kindTold = (path: string, language: string): string => KINDS[fileKindOf(path)] ?? `Source in ${language}`

function declarations(outline: Outline): readonly string[] {
  const top = outline.symbols.filter(({ parent }) => parent === null)
  const offered = surfaceOf({ outline })
  const shown = offered.filter(({ name }, at) => offered.findIndex((other) => other.name === name) === at)
  const told: string[] = []
  const types = shown.filter(({ kind }) => kind === 'class' || kind === 'type').map(({ name }) => name)
  const functions = shown
    .filter(({ kind }) => kind === 'function' || kind === 'method' || kind === 'target')
    .map(({ name }) => name)
  const constants = shown.filter(({ kind }) => kind === 'constant').map(({ name }) => name)
  if (types.length > 0) told.push(`Declares the type${types.length > 1 ? 's' : ''} ${some(types)}.`)
  if (functions.length > 0) told.push(`Offers the function${functions.length > 1 ? 's' : ''} ${some(functions)}.`)
  if (constants.length > 0 && told.length < 2) told.push(`Sets ${some(constants)}.`)
  if (told.length === 0 && top.length > 0) told.push(`Holds, for its own use, ${some(top.map(({ name }) => name))}.`)
  const imports = outline.imports.filter((module) => module !== '__future__')
  if (imports.length > 0) told.push(`Imports ${some(imports)}.`)
  return told
}

function manifestFacts(manifest: Manifest): readonly string[] {
  const told: string[] = []
  const { name, version, requirements, commands, dependencies, triggers } = manifest
  const names = [...new Set(commands.flatMap((command) => (command.name === null ? [] : [command.name])))]
  if (triggers.length > 0) {
    const jobs =
      names.length > 0
        ? `; its jobs run ${some(
            [...new Set(commands.map(({ text }) => text.split('\n')[0] ?? ''))].filter((text) => text.length < 90),
            2,
          )}`
        : ''
    return [
      `A workflow${name === null ? '' : ` named ${name.text}`} that starts on ${some(
        triggers.map(({ text }) => text),
        4,
      )}${jobs}.`,
    ]
  }
  if (name !== null) told.push(`It is named ${name.text}${version === null ? '' : `, version ${version.text}`}.`)
  const needs = [...new Set(requirements.filter(({ text }) => !text.includes('${{')).map(({ what, text }) => `${what} ${text}`))]
  if (needs.length > 0) told.push(`Requires ${some(needs, 4)}.`)
  if (names.length > 0) told.push(`Its commands are ${some(names)}.`)
  if (dependencies.length > 0)
    told.push(`Names ${dependencies.length} ${dependencies.length === 1 ? 'dependency' : 'dependencies'}.`)
  return told
}

/** A large file, from the notes on its parts: the first sentence of each. */
export function summariseParts(target: Extract<Target, { kind: 'file-from-parts' }>): string {
  const firsts = target.notes.map((note) => sentencesOf(plainText(note))[0] ?? '').filter((sentence) => sentence !== '')
  return wholeSentences([`A large file, read in ${target.notes.length} parts.`, ...new Set(firsts)])
}

/** A folder, from what was written about its members. */
export function summariseFolder(target: Extract<Target, { kind: 'folder' }>): string {
  const nameOf = (member: Member): string => nameIn(target.path, member)
  const files = target.members.filter(({ kind }) => kind === 'file')
  const folders = target.members.filter(({ kind }) => kind === 'folder')
  const [only] = target.members
  if (only?.kind === 'folder' && target.members.length === 1)
    return wholeSentences([`All of it lies in the folder ${nameOf(only)}.`, only.summary])
  const counts = [counted(files.length, 'file'), counted(folders.length, 'folder')].filter((text) => text !== '')
  const told = [`Holds ${counts.join(' and ') || 'nothing that could be read'}: ${some(target.members.map(nameOf), 10)}.`]
  const telling = target.members
    .map((member) => ({ member, sentence: sentencesOf(plainText(member.summary))[0] ?? '' }))
    .filter(({ sentence }) => sentence.length > 20 && !TELLS_LITTLE.test(sentence))
    .filter(({ member, sentence }) => fileKindOf(member.path) !== 'test' && !namesItself(nameOf(member), sentence))
  const order = (member: Member): number => (fileKindOf(member.path) === 'readme' ? 0 : member.kind === 'folder' ? 1 : 2)
  telling.sort((a, b) => order(a.member) - order(b.member))
  told.push(...telling.slice(0, 5).map(({ member, sentence }) => memberTold(nameOf(member), sentence)))
  return wholeSentences(told)
}

/** Of a member, where the folder is told: it counts or names without saying what for. */
const TELLS_LITTLE =
  /^(?:Imports|An empty file|Holds|All of it|Sets|Runs|Tests(?: in)?|A large file|A file of data|Settings|Documentation|An example of use|Source in)\b/

/** `Client.php` declares the type Client: the name says so. */
function namesItself(name: string, sentence: string): boolean {
  const type = /^Declares the type (\w+)\.$/.exec(sentence)?.[1]
  const letters = (text: string): string => text.replace(/[^a-z0-9]/gi, '').toLowerCase()
  return type !== undefined && letters(name.replace(/\.\w+$/, '')) === letters(type)
}

/** `signer.py (Signer): Signs values.` */
function memberTold(name: string, sentence: string): string {
  const centre = /^Centres on (\S+): (.+)$/s.exec(sentence)
  return centre === null ? `${name}: ${sentence}` : `${name} (${centre[1]}): ${centre[2]}`
}

/** As it lies in the folder: a folder that only holds another one is named with it. */
function nameIn(folder: string, member: Member): string {
  const path = member.path.replace(/\/$/, '')
  const start = `${folder.replace(/\/$/, '')}/`
  return path.startsWith(start) ? path.slice(start.length) : path
}

const counted = (count: number, word: string): string => (count === 0 ? '' : `${count} ${word}${count === 1 ? '' : 's'}`)

/** The repository in a few sentences, from README, manifests and its main folders. */
export function summariseSystem(target: Extract<Target, { kind: 'system' }>): string {
  const files = readEvidence(target.evidence)
  const readme = files.find(({ kind }) => kind === 'readme')
  const manifest = files.find(({ kind, manifest: read }) => kind === 'manifest' && read !== null)?.manifest ?? null
  const words = readme === undefined ? null : firstParagraph(readme.lines, readme.outline.language)
  const told: string[] = []
  if (words !== null) told.push(cutAtSentence(words.text, 320))
  if (manifest?.description != null && !(words?.text ?? '').includes(manifest.description.text))
    told.push(`${manifest.name?.text ?? 'The package'} describes itself as: ${plainText(manifest.description.text)}`)
  if (manifest !== null) told.push(...manifestFacts(manifest).filter((sentence) => sentence.startsWith('Requires')))
  const folders = target.folders.filter(({ path, kind }) => kind === 'folder' && path !== '.' && !path.startsWith('.'))
  if (folders.length > 0)
    told.push(
      `Its main folders are ${some(
        folders.map(({ path }) => path),
        8,
      )}.`,
    )
  for (const { path, summary } of folders.slice(0, 2)) {
    const sentence = sentencesOf(plainText(summary)).slice(0, 2).join(' ')
    if (sentence.length > 20) told.push(`${path}: ${cutAtSentence(sentence, 220)}`)
  }
  if (told.length === 0)
    told.push('Neither a README nor a manifest nor a folder was read that would say what this repository is.')
  return wholeSentences(told, 1400)
}

function some(names: readonly string[], most = 7): string {
  const shown = names.slice(0, most)
  if (names.length > most) return `${shown.join(', ')} and ${names.length - most} more`
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

/** Whole sentences up to a length, and never so few words that they say nothing. */
function wholeSentences(sentences: readonly string[], longest = LONGEST): string {
  let text = ''
  for (const sentence of sentences.map((part) => part.trim()).filter((part) => part !== '')) {
    const ended = /[.!?…]$/.test(sentence) ? sentence : `${sentence.replace(/:$/, '')}.`
    if (text !== '' && text.length + ended.length > longest) break
    text = text === '' ? ended : `${text} ${ended}`
  }
  return text.length >= 40 ? text : `${text} Nothing more can be told of it from its own lines.`.trim()
}
