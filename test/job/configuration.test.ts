import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { readConfiguration } from '../../src/job/configuration.ts'
import { parseConfiguration } from '../../src/job/configuration-file.ts'
import { Refusal } from '../../src/refusal.ts'
import { AUDIENCES } from '../../src/vocabulary.ts'
import { makeFolder } from '../repository/make-repository.ts'

const cleanUp: Array<() => void> = []
afterEach(() => {
  for (const end of cleanUp.splice(0)) end()
})

/** A repository's folder, and a home; with the texts of their configurations. */
function places(texts: { repository?: string; home?: string; own?: string }) {
  const [root, home] = [makeFolder(), makeFolder()]
  cleanUp.push(() => {
    for (const folder of [root, home]) rmSync(folder, { recursive: true, force: true })
  })
  mkdirSync(join(root, '.github'))
  mkdirSync(join(home, 'nehemvix'))
  const own = join(home, 'own.yml')
  if (texts.repository !== undefined) writeFileSync(join(root, '.github/nehemvix.yml'), texts.repository)
  if (texts.home !== undefined) writeFileSync(join(home, 'nehemvix/config.yml'), texts.home)
  if (texts.own !== undefined) writeFileSync(own, texts.own)
  return { root, own, environment: { XDG_CONFIG_HOME: home } }
}

function refusalOf(text: string): string {
  try {
    parseConfiguration(text, 'x.yml')
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
  return 'no refusal'
}

describe('a fault is told with its place, in plain words', () => {
  test.each([
    ['cap: much\n', 'x.yml:1:6: "cap" must be an amount in USD, such as 1.00; here stands "much".'],
    ['\n\ncap: -1\n', 'x.yml:3:6: "cap" must be an amount in USD, such as 1.00; here stands "-1".'],
    ['cap: .inf\n', 'x.yml:1:6: "cap" must be an amount in USD, such as 1.00; here stands "Infinity".'],
    ['audience: [senior]\n', 'x.yml:1:1: "audience" is no field of a configuration; did you mean "audiences"?'],
    [
      'language: de\napprove_under: 1\n',
      'x.yml:2:1: "approve_under" is no field of a configuration; did you mean "approve-under"?',
    ],
    ['guide:\n  pth: docs\n', 'x.yml:2:3: "pth" is no field of "guide"; did you mean "path"?'],
    ['guide:\n  colour: red\n', 'x.yml:2:3: "colour" is no field of "guide"; there are path, branch.'],
    ['connections:\n  - model: a\n  - base-url: http://x/v1\n', 'x.yml:3:5: "model" is missing here.'],
    [
      'connections:\n  - model: a\n    api-key: sk-abcdef\n',
      'x.yml:3:5: "api-key" is no field of "connections"; keys come from the environment, and key-env names the variable.',
    ],
    [
      'connections:\n  - model: a\n    window: lots\n',
      'x.yml:3:13: "window" must be a whole number of tokens, such as 32000; here stands "lots".',
    ],
    [
      'connections:\n  - model: a\n    price: [1, two]\n',
      'x.yml:3:16: "price" must be two amounts in USD per million tokens, in and out, such as [0.10, 0.50]; here stands "two".',
    ],
    [
      'audiences: [senior, everybody]\n',
      'x.yml:1:21: "audiences" must be a list of beginner, senior, architect; here stands "everybody".',
    ],
    ['audiences: senior\n', 'x.yml:1:12: "audiences" must be a list of beginner, senior, architect; here stands "senior".'],
    ['language: not a tag\n', 'x.yml:1:11: "language" must be a language tag, such as en, de or pt-BR; here stands "not a tag".'],
    [
      'guide: {path: ../out}\n',
      expect.stringMatching(/^x\.yml:1:15: "path" must be the folder of the guide.*here stands "\.\.\/out"\.$/),
    ],
    ['guide: {path: .git/hooks}\n', expect.stringContaining('x.yml:1:15: "path" must be')],
    ['guide: {branch: "a b"}\n', expect.stringContaining('x.yml:1:17: "branch" must be the name of a branch')],
    ['include: [3]\n', 'x.yml:1:10: "include" must be a glob or a list of them, such as ["src/**"].'],
    ['consent: {openai: yes}\n', 'x.yml:1:10: "consent" must be a provider or a list of them, such as [openai, gemini].'],
    ['just words\n', 'x.yml:1:1: the file must hold fields, such as language: de.'],
    ['- a\n- b\n', 'x.yml:1:1: the file must hold fields, such as language: de.'],
    ['cap: 1\ncap: 2\n', 'x.yml:2:1: this field stands here a second time.'],
    ['guide:\n\tpath: x\n', expect.stringMatching(/^x\.yml:2:1: a tab stands here; YAML is indented with spaces\.$/)],
    ['audiences: [senior\n', 'x.yml:2:1: a ] is missing before this place.'],
    ['cap: "1\nlanguage: de\n', expect.stringMatching(/^x\.yml:\d:\d+: it can't be read as YAML: \S/)],
    ['a: &x 1\ncap: *x\n', 'x.yml: anchors and aliases (& and *) are not allowed in a configuration.'],
  ])('%j', (text, message) => {
    expect(refusalOf(text)).toEqual(message)
  })

  test('all of them at once, in the order of the file', () => {
    expect(
      refusalOf('cap: much\nlanguage: 3\nguide: {pth: x}\n')
        .split('\n')
        .map((line) => line.slice(0, 9)),
    ).toEqual(['x.yml:1:6', 'x.yml:2:1', 'x.yml:3:9'])
    expect(refusalOf('a1: 1\na2: 1\na3: 1\na4: 1\na5: 1\na6: 1\na7: 1\n')).toMatch(/\nAnd 2 more\.$/)
  })

  test('a key that was pasted by mistake is not said again, and no control character reaches a terminal', () => {
    const pasted = refusalOf(
      'connections:\n  - model: a\n    key-env: sk-proj-abcdef0123456789\n    base-url: "ftp://me:secret@x"\n',
    )
    expect(pasted).toMatch(
      /^x\.yml:3:14: "key-env" must be the name of the environment variable.*\nx\.yml:4:15: "base-url" must be/,
    )
    expect(pasted).not.toMatch(/sk-proj|secret/)
    expect(refusalOf('"\\e[31mred": 1\ncap: "\\e[2J\\x9b"\n')).not.toMatch(/[^\P{Cc}\n]/u)
  })
})

describe('what counts', () => {
  test('the user’s file over the repository’s, field by field, and what nobody says has a default', () => {
    const { root, environment } = places({
      repository: 'audiences: [senior]\nlanguage: DE\nguide: {path: handbook}\ninclude: src\n',
      home: 'language: pt-br\nguide: {branch: docs/guide}\nconnections: [{model: gpt-6-luna, window: 5}]\n',
    })
    expect(readConfiguration(root, null, environment)).toEqual({
      audiences: ['senior'],
      language: 'pt-BR',
      include: ['src'],
      exclude: [],
      guidePath: 'handbook',
      guideBranch: 'docs/guide',
      connections: [expect.objectContaining({ model: 'gpt-6-luna', window: 5 })],
      consent: [],
      approveUnderUsd: 0,
      capUsd: null,
      approvers: [],
      notices: [],
    })
  })

  test('of a repository only what narrows, and the rest is told', () => {
    const { root, environment } = places({
      repository:
        'language: de\nconsent: openai\napprove-under: 5\ncap: 9\napprovers: me\nconnections: [{model: a/b, base-url: "http://evil.example/v1"}]\n',
    })
    expect(readConfiguration(root, null, environment)).toMatchObject({
      language: 'de',
      consent: [],
      approveUnderUsd: 0,
      capUsd: null,
      approvers: [],
      connections: null,
      notices: [expect.stringMatching(/connections, consent, approve-under, cap, approvers left aside/)],
    })
  })

  test('--config takes the place of the file in the home folder, and must exist', () => {
    const { root, own, environment } = places({ home: 'language: fr\n', own: 'cap: 2\n' })
    expect(readConfiguration(root, own, environment)).toMatchObject({ language: 'en', capUsd: 2 })
    rmSync(own)
    expect(() => readConfiguration(root, own, environment)).toThrow('There is no configuration')
  })

  test('where one file is trusted as a whole, no other is looked at', () => {
    const { root, own, environment } = places({
      repository: 'cap: [this, is, no, amount\n',
      home: 'language: fr\n',
      own: 'consent: openai\napprovers: [octocat]\ncap: 3\nguide: {branch: b}\n',
    })
    const trust = { ignoresRepository: true }
    expect(readConfiguration(root, own, environment, trust)).toMatchObject({
      language: 'en',
      consent: ['openai'],
      approvers: ['octocat'],
      capUsd: 3,
      guideBranch: 'b',
      notices: [],
    })
    expect(readConfiguration(root, null, environment, trust)).toMatchObject({ audiences: AUDIENCES, capUsd: null, consent: [] })
    expect(() => readConfiguration(root, null, environment)).toThrow('nehemvix.yml:2:1: a ] is missing before this place')
  })

  test('a repository’s file that is a link, a folder or very large is not read', () => {
    const { root, own, environment } = places({ own: 'language: de\n' })
    const file = join(root, '.github/nehemvix.yml')
    symlinkSync(own, file)
    expect(() => readConfiguration(root, null, environment)).toThrow('no plain file')
    rmSync(file)
    mkdirSync(file)
    expect(() => readConfiguration(root, null, environment)).toThrow('is a folder')
    expect(() => readConfiguration(root, root, environment)).toThrow('is a folder')
    rmSync(file, { recursive: true })
    writeFileSync(file, '#'.repeat(100_001))
    expect(() => readConfiguration(root, null, environment)).toThrow('too large')
  })
})
