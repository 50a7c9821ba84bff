import { expect, test } from 'vitest'
import { sectionsFor } from '../../src/guide/all-sections.ts'
import { sectionKey } from '../../src/guide/section.ts'

test('the 26 sections stand in the fixed order, whatever the order asked for', () => {
  expect(sectionsFor(['architect', 'beginner', 'senior']).map(sectionKey)).toEqual([
    'beginner/what-it-is',
    'beginner/before-you-start',
    'beginner/first-run',
    'beginner/lay-of-the-land',
    'beginner/key-ideas',
    'beginner/follow-one',
    'beginner/first-change',
    'senior/purpose-and-scope',
    'senior/architecture',
    'senior/entry-points-and-api',
    'senior/data-and-state',
    'senior/control-flow',
    'senior/errors-and-edges',
    'senior/build-test-release',
    'senior/configuration-and-dependencies',
    'senior/extending',
    'architect/context-and-goals',
    'architect/constraints',
    'architect/solution-strategy',
    'architect/building-blocks',
    'architect/runtime-scenarios',
    'architect/data-and-persistence',
    'architect/interfaces-and-integrations',
    'architect/deployment-and-operations',
    'architect/cross-cutting-concepts',
    'architect/risks-and-decisions',
  ])
})

test('only the audiences asked for, each once', () => {
  expect(sectionsFor(['senior', 'senior']).map(({ audience }) => audience)).toEqual(Array(9).fill('senior'))
  expect(sectionsFor([])).toEqual([])
})
