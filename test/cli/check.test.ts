import { expect, test } from 'vitest'
import { textLines } from '../../src/cli/check.ts'
import type { Finding } from '../../src/job/check-guide.ts'

const finding = (change: Partial<Finding>): Finding => ({
  state: 'moved',
  file: 'docs/guide/senior.md',
  line: 7,
  section: 'senior/purpose-and-scope',
  reference: 'src/a.ts:3-5',
  now: 'src/a.ts:4-6',
  isRewritten: false,
  isMended: false,
  ...change,
})

const said = (findings: readonly Finding[], directory: string) =>
  textLines({ references: 9, grounded: 8, findings, handEdited: [] }, directory)

test('what is to be typed next names the folder that was named', () => {
  const findings = [finding({}), finding({ state: 'broken', now: null })]
  expect(said(findings, '.').at(-1)).toBe('Next: nehemvix check --fix, then nehemvix run')
  expect(said(findings, '../my project').at(-1)).toBe(
    "Next: nehemvix check --fix '../my project', then nehemvix run '../my project'",
  )
})

test('where hardly anything holds it is asked whether the guide belongs here', () => {
  const lines = textLines({ references: 9, grounded: 2, findings: [finding({ state: 'broken' })], handEdited: [] }, '/a/guide')
  expect(lines.slice(-3)).toEqual([
    '2 of 9 references exist.',
    'Most of what it refers to is not here: it looks like the guide of another repository.',
    'Next: cd REPOSITORY && nehemvix check /a/guide, with the repository it belongs to',
  ])
})

test('after --fix it is said that the text is as old as before', () => {
  expect(said([finding({ isMended: true })], '.')).toEqual([
    'docs/guide/senior.md:7: src/a.ts:3-5 moved to src/a.ts:4-6, mended',
    '8 of 9 references exist; 1 mended.',
    'Only references were mended: what the guide says is as old as before, and nehemvix run writes it anew.',
  ])
})
