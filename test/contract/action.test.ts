// action.yml is what people write workflows against: it holds what contract.md §6 names, and what the code reads and writes.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { INPUT_NAMES, OPERATIONS, OUTPUT_NAMES } from '../../src/action/inputs.ts'
import { languageFindings } from './official-parser.ts'
import { fillTables, readActionFile, readReadme } from './readme-tables.ts'

const ROOT = new URL('../..', import.meta.url).pathname
const text = readFileSync(join(ROOT, 'action.yml'), 'utf8')
const action = parse(text)

const INPUTS = [
  'operation',
  'github-token',
  'models',
  'audiences',
  'approve-under',
  'spending-cap',
  'consent',
  'price',
  'guide-path',
  'guide-branch',
  'language',
  'job',
  'estimate',
  'pull-request',
  'comment-id',
  'openai-api-key',
  'anthropic-api-key',
  'gemini-api-key',
  'openai-base-url',
  'anthropic-base-url',
  'gemini-base-url',
  'comments',
  'time-budget-minutes',
]

const OUTPUTS = [
  'status',
  'job',
  'guide-path',
  'pull-request',
  'grounding',
  'spent-usd',
  'estimate-id',
  'estimate-low-usd',
  'estimate-high-usd',
]

test('inputs and outputs are those of the contract, and those that the code reads and writes', () => {
  expect(Object.keys(action.inputs).sort()).toEqual(INPUTS.toSorted())
  expect(INPUT_NAMES.toSorted()).toEqual(INPUTS.toSorted())
  expect(Object.keys(action.outputs).sort()).toEqual(OUTPUTS.toSorted())
  expect(OUTPUT_NAMES.toSorted()).toEqual(OUTPUTS.toSorted())
})

test('operations are those of the contract, and the description names each', () => {
  expect(OPERATIONS).toEqual(['auto', 'run', 'estimate', 'approve', 'resume', 'rerun', 'cancel', 'status'])
  const { description, default: usual } = action.inputs.operation
  expect(OPERATIONS.filter((name) => !description.includes(name))).toEqual([])
  expect(usual).toBe('auto')
})

test('no input is required, each has a default that is a text, and all is described', () => {
  const described = Object.entries<{ description?: string; default?: unknown; required?: boolean }>(action.inputs)
  expect(described.filter(([, one]) => one.required || typeof one.default !== 'string' || !one.description)).toEqual([])
  expect(Object.entries<{ description?: string }>(action.outputs).filter(([, { description }]) => !description)).toEqual([])
})

test('it runs on node24, with entry points that are built, and a post step that always runs', () => {
  const { using, main, post, 'post-if': postIf } = action.runs
  expect([using, postIf]).toEqual(['node24', 'always()'])
  for (const entry of [main, post]) {
    expect(entry).toMatch(/^dist\//)
    expect(existsSync(join(process.env.ACTION_FOLDER ?? ROOT, entry)), entry).toBe(true)
  }
})

test('it can be listed: name, author, description, icon and colour', () => {
  const { name, author, description, branding } = action
  expect([name, author].every(Boolean)).toBe(true)
  expect(description.length).toBeGreaterThan(40)
  expect(branding.icon).toMatch(/^[a-z-]+$/)
  expect(['white', 'black', 'yellow', 'blue', 'green', 'orange', 'red', 'purple', 'gray-dark']).toContain(branding.color)
})

test('GitHub’s language service finds nothing in it, and would find a mistake', async () => {
  const own = { name: 'nehemvix/nehemvix', text }
  expect(await languageFindings('action.yml', text, own)).toEqual([])
  expect(await languageFindings('broken/action.yml', text.replace('post-if:', 'postif:'), own)).not.toEqual([])
})

test('the README’s tables are those of action.yml; else: npm run docs', () => {
  expect(readReadme()).toBe(fillTables(readReadme(), readActionFile()))
})
