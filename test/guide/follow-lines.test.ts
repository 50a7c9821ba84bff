import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { followLines } from '../../src/guide/follow-lines.ts'
import { citedLines, lineMarksIn, markLines, withLineMarks, withoutLineMarks } from '../../src/guide/line-marks.ts'

const MODULE = `import { readFile } from 'node:fs/promises'

/** Reads a record. */
export async function readRecord(path) {
  const text = await readFile(path, 'utf8')
  const lines = text.split('\\n')
  return lines
}

/** Writes a record. */
export function writeRecord(record) {
  check(record)
  return record.join(';')
}

export const version = '1.2.3'

/** Closes a record. */
export function closeRecord(record) {
  record.open = false
  return record
}
`

/** Where the lines of `before` that were cited stand in `after`. */
function follow(before: string, [from, to]: readonly [number, number], after: string) {
  const found = followLines(citedLines(markLines(before), from, to), from, markLines(after))
  return found.kind === 'gone' ? 'gone' : [found.from, found.to]
}

const [READ, WRITE, VERSION, CLOSE] = [
  [4, 8],
  [11, 14],
  [16, 16],
  [19, 22],
] as const

const insert = (line: number, text: string) =>
  MODULE.split('\n')
    .toSpliced(line - 1, 0, text)
    .join('\n')
const remove = (from: number, to: number) =>
  MODULE.split('\n')
    .toSpliced(from - 1, to - from + 1)
    .join('\n')
const change = (line: number, text: string) =>
  MODULE.split('\n')
    .with(line - 1, text)
    .join('\n')

describe('cited lines are found again', () => {
  test.each([
    ['nothing changed', WRITE, MODULE, [11, 14]],
    ['a line was put in above', WRITE, insert(2, "import { join } from 'node:path'"), [12, 15]],
    ['a line was put in right above', WRITE, insert(11, '// Checked.'), [12, 15]],
    ['a line was put in below', WRITE, insert(15, '// End.'), [11, 14]],
    ['a line was put in within', WRITE, insert(13, '  log(record)'), [11, 15]],
    ['lines above were deleted', CLOSE, remove(3, 9), [12, 15]],
    ['what is cited was indented', WRITE, MODULE.replace(/^(.*)$/gm, '  $1'), [11, 14]],
    ['a line within was changed', WRITE, change(12, '  verify(record)'), [11, 14]],
    ['the signature was changed', WRITE, change(11, 'export function writeRecord(record, options) {'), [11, 14]],
    ['a version was raised', VERSION, change(16, "export const version = '2.0.0'"), [16, 16]],
    ['a version was raised, and a line put in', VERSION, change(16, "\nexport const version = '2.0.0'"), [17, 17]],
    ['all that stands around it is gone', WRITE, MODULE.split('\n').slice(10, 14).join('\n'), [1, 4]],
    ['the functions were turned round', READ, `${remove(3, 9)}\n${MODULE.split('\n').slice(2, 9).join('\n')}`, [18, 22]],
  ] as const)('where %s', (_, range, after, expected) => {
    expect(follow(MODULE, range, after)).toEqual(expected)
  })
})

test('a long file that is cited as a whole is the whole file, whatever became of it', () => {
  const long = MODULE + MODULE
  expect(follow(long, [1, 44], 'one\ntwo\n')).toEqual([1, 2])
  expect(follow(long, [1, 43], 'one\ntwo\n')).toBe('gone')
  expect(follow('a = 1\nb = 2\n', [1, 2], 'new = 0\na = 1\nb = 2\n')).toEqual([2, 3])
})

describe('a line of which the value alone changed', () => {
  test.each([
    ['"version": "4.19.2",', '"version": "5.0.0",'],
    ['go 1.15', 'go 1.23.4'],
    ['\tgithub.com/stretchr/testify v1.7.0', '\tgithub.com/stretchr/testify v1.10.0'],
    ['    runs-on: ubuntu-20.04', '    runs-on: ubuntu-latest'],
    ['def load(path):', 'def load(path, *, encoding=None):'],
    ['- Python: 3.8 or newer', '- Python: 3.10 or newer'],
  ])('%j is found again as %j', (before, after) => {
    const around = (line: string, above: number) =>
      [...Array.from({ length: above }, (_, at) => `other line ${at}`), line, 'last line'].join('\n')
    expect(follow(around(before, 5), [6, 6], around(after, 9))).toEqual([10, 10])
  })
})

describe('cited lines are gone', () => {
  test.each([
    ['the function was deleted', WRITE, remove(10, 15)],
    ['the function was deleted, and others look alike', CLOSE, remove(18, 22)],
    [
      'another function stands in its place',
      WRITE,
      remove(11, 14).replace(
        '/** Writes a record. */',
        '/** Counts. */\nexport function count(all) {\n  let sum = 0\n  return sum\n}',
      ),
    ],
    ['the line was deleted', VERSION, remove(16, 17)],
    ['the file is empty', READ, ''],
  ] as const)('where %s', (_, range, after) => {
    expect(follow(MODULE, range, after)).toBe('gone')
  })
})

const someLine = fc.constantFrom(
  '',
  '}',
  '  return x',
  '  return y',
  'function a() {',
  'function b() {',
  'x = 1',
  'end',
  '  });',
  'long line of words',
)
const someFile = fc.array(someLine, { minLength: 1, maxLength: 60 })

test('in a file that did not change every range is where it was, however much its lines are alike', () => {
  fc.assert(
    fc.property(someFile, fc.nat(), fc.nat(), (lines, a, b) => {
      const [from = 1, to = 1] = [(a % lines.length) + 1, (b % lines.length) + 1].sort((x, y) => x - y)
      const file = `${lines.join('\n')}\n`
      expect(follow(file, [from, to], file)).toEqual([from, to])
    }),
    { numRuns: 2_000 },
  )
})

test('lines that are put in above move a range of distinct lines by their number', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 0, max: 90 }),
      fc.integer({ min: 0, max: 300 }),
      (from, length, above) => {
        const lines = Array.from({ length: 200 }, (_, at) => `line number ${at} of the file`)
        const after = [...Array.from({ length: above }, (_, at) => `new ${at}`), ...lines]
        expect(follow(lines.join('\n'), [from, from + length], after.join('\n'))).toEqual([from + above, from + length + above])
      },
    ),
    { numRuns: 100 },
  )
})

test('marks come back from the comment as they were, and a file has one comment', () => {
  const marks = markLines(Array.from({ length: 200 }, (_, at) => (at % 5 === 0 ? '}' : `line ${at}`)).join('\n'))
  const all = new Map([
    ['src/a.ts:2-4', citedLines(marks, 2, 4)],
    ['src/b c%|.ts:1', citedLines(marks, 1, 1)],
    ['src/日本-->.ts:10-190', citedLines(marks, 10, 190)],
    ['end.ts:200', citedLines(marks, 200, 200)],
    ['whole.ts:1-200', citedLines(marks, 1, 200)],
  ])
  const text = '# Guide\n\nWords.\n'
  const marked = withLineMarks(text, all)
  expect(lineMarksIn(marked)).toEqual(all)
  expect(marked.split('-->').length).toBe(2)
  expect(withLineMarks(marked, all)).toBe(marked)
  expect([withoutLineMarks(marked), withLineMarks(marked, new Map())]).toEqual([text, text])
  expect(lineMarksIn(text)).toEqual(new Map())
  expect(lineMarksIn(marked.replace('src/a.ts:2-4 ', 'src/a.ts:2-4 no marks '))).toEqual(new Map([...all].slice(1)))
})
