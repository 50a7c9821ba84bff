import { describe, expect, it } from 'vitest'
import { sectionsFor } from '../../src/guide/all-sections.ts'
import { EVIDENCE_PROFILES } from '../../src/guide/evidence-profiles.ts'
import { FILE_KINDS, fileKindOf } from '../../src/outline/file-kind.ts'
import { AUDIENCES } from '../../src/vocabulary.ts'

describe('EVIDENCE_PROFILES', () => {
  it('has one profile for each section, and none besides', () => {
    expect(Object.keys(EVIDENCE_PROFILES).sort()).toEqual(
      sectionsFor(AUDIENCES)
        .map(({ id }) => id)
        .sort(),
    )
  })

  it('gives no two sections the same profile', () => {
    const profiles = Object.values(EVIDENCE_PROFILES).map((slots) =>
      JSON.stringify(slots.map((slot) => ({ ...slot, words: String(slot.words) }))),
    )
    expect(new Set(profiles).size).toBe(profiles.length)
  })

  it('has words that match some path of lower case', () => {
    for (const slot of Object.values(EVIDENCE_PROFILES).flat()) {
      expect(slot.most).toBeGreaterThan(0)
      if (slot.words !== undefined) expect(slot.words.source).toBe(slot.words.source.toLowerCase().replaceAll('\\\\b', '\\b'))
    }
  })
})

describe('fileKindOf', () => {
  it.each([
    ['README.md', 'readme'],
    ['docs/README.rst', 'readme'],
    ['package.json', 'manifest'],
    ['sub/Cargo.toml', 'manifest'],
    ['Makefile', 'commands'],
    ['.github/workflows/ci.yml', 'ci'],
    ['Dockerfile', 'container'],
    ['CONTRIBUTING.md', 'contributing'],
    ['CHANGES.rst', 'changelog'],
    ['LICENSE.txt', 'licence'],
    ['LICENSE-MIT', 'licence'],
    ['tests/test_a.py', 'test'],
    ['src/a.test.ts', 'test'],
    ['src/AbcTest.java', 'test'],
    ['src/latest.ts', 'source'],
    ['examples/a.py', 'example'],
    ['docs/concepts.rst', 'docs'],
    ['docs/conf.py', 'config'],
    ['tsconfig.json', 'config'],
    ['.devcontainer/setup.sh', 'config'],
    ['src/a.py', 'source'],
    ['logo.svg', 'data'],
  ])('%s is %s', (path, kind) => {
    expect(fileKindOf(path)).toBe(kind)
    expect(FILE_KINDS).toContain(kind)
  })
})
