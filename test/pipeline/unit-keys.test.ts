import { expect, test } from 'vitest'
import { hashOf, unitKey } from '../../src/pipeline/unit-keys.ts'
import type { JobSettings } from '../../src/store/jobs.ts'

const settings: JobSettings = {
  audiences: ['beginner'],
  language: 'en',
  detail: 'standard',
  include: [],
  exclude: [],
  guidePath: 'docs/guide',
  promptVersions: { 'file-summaries': 'file-1', sections: 'section-1' },
}
const key = (changed: Partial<JobSettings>, content = ['h']) => unitKey({ ...settings, ...changed }, 'file-summaries', content)

test('content, prompt version, language, detail and stage make a key', () => {
  const keys = [
    key({}),
    key({}, ['h2']),
    key({}, ['h', '']),
    key({ language: 'de' }),
    key({ detail: 'fine' }),
    key({ promptVersions: { ...settings.promptVersions, 'file-summaries': 'file-2' } }),
    unitKey({ ...settings, promptVersions: { sections: 'file-1' } }, 'sections', ['h']),
  ]
  expect(new Set(keys).size).toBe(keys.length)
})

test('what is read, for whom, where the guide goes and the version of another prompt do not', () => {
  const other = { audiences: ['senior', 'architect'] as const, include: ['x'], exclude: ['y'], guidePath: 'elsewhere' }
  expect(key(other)).toBe(key({}))
  expect(key({ promptVersions: { ...settings.promptVersions, sections: 'section-9' } })).toBe(key({}))
})

test('no two lists run together', () => {
  expect(hashOf(['ab', 'c'])).not.toBe(hashOf(['a', 'bc']))
  expect(hashOf(['a,b'])).not.toBe(hashOf(['a', 'b']))
  expect(hashOf([])).not.toBe(hashOf(['']))
})

// Keys lie in users' state files: one that changes by accident would make them pay again.
test('a key of today is the key of tomorrow', () => {
  expect(key({})).toBe('24c089f8e535562768b4fdb593505127')
})
