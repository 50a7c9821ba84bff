// `schema/nehemvix.schema.json` is made here: `npx vitest run test/job/configuration-schema.test.ts -u`.
import { existsSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { parseConfiguration } from '../../src/job/configuration-file.ts'
import { CONFIGURATION_SHAPE } from '../../src/job/configuration-shape.ts'

const FILE = '../../schema/nehemvix.schema.json'

/** Draft 7 is what editors know. */
function currentSchema(): string {
  const { $schema, ...rest } = z.toJSONSchema(CONFIGURATION_SHAPE, { target: 'draft-7', io: 'input' })
  const head = { $schema, title: 'Configuration of Nehemvix', description: '.github/nehemvix.yml, or a file for --config.' }
  return `${JSON.stringify({ ...head, ...rest }, null, 2)}\n`
}

test('the published schema is the one that is checked', async () => {
  // The file is laid out by the formatter: only what it says is compared.
  const standing = existsSync(new URL(FILE, import.meta.url)) ? readFileSync(new URL(FILE, import.meta.url), 'utf8') : 'null'
  const isSame = isDeepStrictEqual(JSON.parse(standing), JSON.parse(currentSchema()))
  await expect(isSame ? standing : currentSchema()).toMatchFileSnapshot(FILE)
})

/** The example of the contract. */
const WHOLE = `
audiences: [beginner, senior, architect]
language: en
include: ["src/**"]
exclude: ["examples/**"]
guide: {path: docs/guide, branch: nehemvix/guide}
connections:
  - model: gemini-3.8-flash
    daily-requests: 20
  - model: gpt-6-luna
  - model: local/qwen3
    base-url: http://127.0.0.1:11434/v1
    key-env: LOCAL_API_KEY
    price: [0, 0]
    window: 32000
    max-output: 4000
consent: [gemini, openai, local]
approve-under: 0.05
cap: 1.00
approvers: [octocat]
`

const accepts = new Ajv({ strict: false, formats: { uri: true } }).compile(JSON.parse(currentSchema()))

test.each([WHOLE, 'audiences: [senior]\n', 'include: src\n', 'approvers: octocat\n', '{}\n'])(
  'takes %j, as the program does',
  (text) => {
    expect(() => parseConfiguration(text, 'x.yml')).not.toThrow()
    expect([accepts(parse(text)), accepts.errors]).toEqual([true, null])
  },
)

test.each([
  'audience: [senior]\n',
  'audiences: [everybody]\n',
  'audiences: []\n',
  'cap: much\n',
  'cap: -1\n',
  'connections: [{window: 3}]\n',
  'connections: [{model: a, price: [1]}]\n',
  'connections: [{model: a, window: 1.5}]\n',
  'connections: [{model: a, key-env: "sk-proj 1"}]\n',
  'guide: docs\n',
  'guide: {branch: "a b"}\n',
])('refuses %j, as the program does', (text) => {
  expect(() => parseConfiguration(text, 'x.yml')).toThrow('x.yml:1:')
  expect(accepts(parse(text))).toBe(false)
})
