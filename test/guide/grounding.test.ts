import { describe, expect, test } from 'vitest'
import { groundSections } from '../../src/guide/grounding.ts'
import type { TreeFacts } from '../../src/guide/tree-facts.ts'
import { wantedFacts } from '../../src/guide/tree-facts.ts'

const facts: TreeFacts = {
  isFile: (path) => path === 'src/a.ts' || path === 'package-lock.json',
  isFolder: (path) => path.replace(/\/$/, '') === 'src',
  lineCount: (path) => (path === 'src/a.ts' ? 24 : null),
  symbolIn: (path, symbol) => path === 'src/a.ts' && symbol === 'parse',
  symbolAnywhere: (symbol) => symbol === 'parse',
  fileWith: (symbol) => (symbol === 'elsewhere' ? 'src/b.ts' : null),
  commandStands: (command) => command === 'npm test',
  nearestPath: () => 'src/a.ts',
  nearestSymbol: () => 'parse',
  nearestCommand: () => 'npm test',
}
const scoreOf = (...texts: (string | null)[]) =>
  groundSections(
    texts.map((markdown, at) => ({ key: `beginner/s${at}`, markdown })),
    facts,
  ).score

describe('the score', () => {
  test('the share that holds times the share of sections written, rounded down', () => {
    expect(scoreOf('`src/a.ts`')).toBe(100)
    expect(scoreOf('`src/a.ts` `src/b.ts`')).toBe(50)
    expect(scoreOf('`src/a.ts`', null)).toBe(50)
    expect(scoreOf('`src/a.ts` `src/b.ts`', null, null)).toBe(16)
  })

  test('99.6 is 99: with one broken reference it is never 100', () => {
    const holding = Array.from({ length: 249 }, (_, at) => `\`src/a.ts:${(at % 24) + 1}-24\` ${at}`).join(' ')
    expect(scoreOf(...Array.from({ length: 11 }, () => holding), '`src/a.ts` `src/b.ts`')).toBe(99)
  })

  test('an empty guide scores 0, and so do sections without a reference', () => {
    expect(scoreOf()).toBe(0)
    expect(scoreOf(null, null)).toBe(0)
    expect(scoreOf('Fine words.')).toBe(0)
    expect(scoreOf('', '> **Not written yet**: `src/a.ts`')).toBe(0)
  })

  test('a reference counts once a section', () => {
    const grounding = groundSections(
      [
        { key: 'a', markdown: '`src/a.ts` `src/a.ts`' },
        { key: 'b', markdown: '`src/a.ts` `src/`' },
      ],
      facts,
    )
    expect(grounding).toEqual({
      score: 100,
      references: 3,
      grounded: 3,
      sectionsWritten: 2,
      sectionsPlanned: 2,
      broken: [],
      folders: ['src/'],
    })
  })
})

describe('what holds', () => {
  const brokenIn = (markdown: string) => groundSections([{ key: 's', markdown }], facts).broken.map(({ nearest }) => nearest)
  test.each(['src/a.ts', 'src/', 'src/a.ts:1-24', 'src/a.ts:24', 'src/a.ts#parse', 'parse()', 'npm test', 'package-lock.json'])(
    '%s',
    (code) => {
      expect(brokenIn(`\`${code}\``)).toEqual([])
    },
  )
  test.each([
    ['src/b.ts', 'src/a.ts'],
    ['src/a.ts/', 'src/a.ts'],
    ['src/a.ts:1-25', 'src/a.ts has 24 lines'],
    ['src/a.ts:5-4', 'src/a.ts has 24 lines'],
    ['src/a.ts:0', 'src/a.ts has 24 lines'],
    ['src/b.ts:1', 'src/a.ts'],
    ['package-lock.json:1', 'package-lock.json, which is not read'],
    ['src/a.ts#prase', 'parse'],
    ['src/a.ts#elsewhere', 'src/b.ts#elsewhere'],
    ['prase', 'parse'],
    ['npm tset', 'npm test'],
  ])('%s does not; nearest is %s', (code, nearest) => {
    expect(brokenIn(`\`${code}\``)).toEqual([nearest])
  })
})

test('wantedFacts names what must be looked up, each once', () => {
  expect(wantedFacts(['`src/a.ts:3` `parse` `npm test`', null, '`parse` `src/a.ts#parse` `src/b.ts`'])).toEqual({
    symbols: ['parse'],
    pathSymbols: [{ kind: 'path-symbol', path: 'src/a.ts', symbol: 'parse' }],
    commands: ['npm test'],
    linePaths: ['src/a.ts'],
  })
})
