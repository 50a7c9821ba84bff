import { describe, expect, test } from 'vitest'
import { readFileSummaries } from '../../src/prompts/file-summary.ts'
import { findJson } from '../../src/prompts/find-json.ts'
import { readOverview } from '../../src/prompts/overview.ts'
import { readSections } from '../../src/prompts/section.ts'
import { hasSubstance } from '../../src/prompts/substance.ts'

const VALUE = { files: [{ path: 'a', summary: 'it has a , ] in it' }] }
const TEXT = JSON.stringify(VALUE)

test.each([
  ['plain', TEXT],
  ['in a fence', `\`\`\`json\n${TEXT}\n\`\`\``],
  ['in a fence without a name, with talk around it', `Sure!\n\`\`\`\n${TEXT}\n\`\`\`\nLet me know {if} you need more.`],
  ['in talk', `Here is what you asked for:\n${TEXT}\nDone.`],
  ['after thinking', `<think>The user wants {"files": []} or so.</think>\n${TEXT}`],
  ['encoded twice', JSON.stringify(TEXT)],
  ['with commas too many', '{"files": [{"path": "a", "summary": "it has a , ] in it",},],}'],
])('JSON %s is found', (_, text) => expect(findJson(text)).toEqual(VALUE))

test.each([
  ['cut off', TEXT.slice(0, -3)],
  ['empty', ''],
  ['words', 'I can’t do that.'],
  ['a number', '7'],
  ['null', 'null'],
])('%s is none', (_, text) => expect(findJson(text)).toBe(undefined))

describe('summaries', () => {
  const GOOD = 'Keeps the queue of parcels and hands them out.'
  const answer = (...files: unknown[]) => JSON.stringify({ files })
  const read = (text: string, ...labels: string[]) => Object.fromEntries(readFileSummaries(text, labels))

  test('what was asked for is taken, in any order; what was not is left out, and missing ones too', () => {
    const text = answer({ path: 'b', summary: GOOD }, { path: 'stranger', summary: GOOD }, { path: 'a', summary: ` ${GOOD}\n` })
    expect(read(text, 'a', 'b', 'c')).toEqual({ a: GOOD, b: GOOD })
  })

  test('a part is told from its file', () => {
    const text = answer({ path: 'a', part: '1/2', summary: GOOD }, { path: 'a', part: '', summary: `${GOOD} Whole.` })
    expect(read(text, 'a', 'a#1/2', 'a#2/2')).toEqual({ 'a#1/2': GOOD, a: `${GOOD} Whole.` })
  })

  test('the first of two stays', () =>
    expect(read(answer({ path: 'a', summary: GOOD }, { path: 'a', summary: `No: ${GOOD}` }), 'a')).toEqual({ a: GOOD }))

  test.each([
    ['no list', JSON.stringify({ folders: [{ path: 'a', summary: GOOD }] })],
    ['a list of texts', JSON.stringify({ files: [GOOD] })],
    ['a summary that is no text', answer({ path: 'a', summary: { text: GOOD } })],
    ['no path', answer({ summary: GOOD })],
    ['a placeholder', answer({ path: 'a', summary: '...' })],
    ['an apology', answer({ path: 'a', summary: 'I’m sorry, I can’t see this file.' })],
    ['nothing', answer({ path: 'a', summary: '  ' })],
  ])('%s gives none', (_, text) => expect(read(text, 'a')).toEqual({}))

  test('the overview is the one of the root', () => {
    expect([
      ...readOverview(
        JSON.stringify({
          system: [
            { path: 'src', summary: GOOD },
            { path: '.', summary: GOOD },
          ],
        }),
      ),
    ]).toEqual([['.', GOOD]])
  })
})

describe('sections', () => {
  const BODY = `The queue in \`src/queue.ts:1-20\` ${'hands parcels on to the worker that asked first. '.repeat(5)}`.trim()
  const block = (id: string, body = BODY) => `<section id="${id}">\n${body}\n</section>`

  test('each block by its id, whatever stands around', () => {
    const text = `Here they are:\n${block('senior/b')}\n\n${block('senior/a')}\nThat is all.`
    expect(readSections(text, ['senior/a', 'senior/b', 'senior/c'])).toEqual(
      new Map([
        ['senior/b', BODY],
        ['senior/a', BODY],
      ]),
    )
  })

  test('a block that was cut off is none; those before it are', () => {
    const text = `${block('senior/a')}\n<section id="senior/b">\n${BODY}`
    expect([...readSections(text, ['senior/a', 'senior/b']).keys()]).toEqual(['senior/a'])
  })

  test('a block that was never closed does not swallow the next', () => {
    const text = `<section id="senior/a">\n${BODY}\n${block('senior/b')}`
    expect([...readSections(text, ['senior/a', 'senior/b']).keys()]).toEqual(['senior/b'])
  })

  test('what was not asked for, thinking, and stubs are left out; the first of two stays', () => {
    const text = `<thinking>${block('senior/a', `${BODY} Draft.`)}</thinking>${block('senior/a')}${block('senior/a', `${BODY} Again.`)}${block('senior/x')}${block('senior/b', 'TODO')}`
    expect([...readSections(text, ['senior/a', 'senior/b'])]).toEqual([['senior/a', BODY]])
  })
})

test.each([
  ['...', false],
  ['', false],
  ['TODO', false],
  ['N/A', false],
  ['Lorem ipsum', false],
  ['Placeholder.', false],
  ['To be written', false],
  ['I’m sorry, but I can’t help with that.', false],
  ['As an AI I do not have access to this file and so can’t summarise it.', false],
  ['Es tut mir leid, das kann ich nicht.', false],
  ['抱歉，我无法访问这个文件的内容。', false],
  ['Keeps the queue of parcels.', true],
  ['Summary of parcels by depot: counts each once.', true],
  ['解析配置文件并校验', true],
])('as a summary, "%s" is real: %s', (text, isReal) => expect(hasSubstance(text, 'summary')).toBe(isReal))

test('a section needs more than a sentence', () => {
  expect(hasSubstance('Keeps the queue of parcels.', 'section')).toBe(false)
  expect(hasSubstance('Keeps the queue of parcels. '.repeat(8), 'section')).toBe(true)
})
