import { describe, expect, it } from 'vitest'
import { readGivenManifest, readGivenProse } from '../../../src/models/offline/given-lines.ts'

const run = (from: number, to: number, isToEnd = false) => ({ from, to, isToEnd })

describe('readGivenProse', () => {
  const lines = ['One ends. Two is', '', '```js', 'a()', 'b()', '```', '', 'Three goes on', 'to its end.']

  it('tells a paragraph that was cut off as far as its last whole sentence', () => {
    expect(readGivenProse(lines, [run(1, 1)], 'Markdown').paragraphs).toEqual([
      { text: 'One ends.', firstLine: 1, lastLine: 1, isItem: false },
    ])
    expect(readGivenProse(lines, [run(8, 8)], 'Markdown').paragraphs).toEqual([])
    expect(readGivenProse(lines, [run(8, 9, true)], 'Markdown').paragraphs).toMatchObject([{ firstLine: 8, lastLine: 9 }])
  })

  it('leaves out a block of code whose end was not given, and lets it swallow nothing', () => {
    const prose = readGivenProse(lines, [run(3, 4), run(8, 9, true)], 'Markdown')
    expect(prose.codeBlocks).toEqual([])
    expect(prose.paragraphs.map(({ text }) => text)).toEqual(['Three goes on to its end.'])
    expect(readGivenProse(lines, [run(3, 7)], 'Markdown').codeBlocks).toMatchObject([{ firstLine: 4, lastLine: 5 }])
  })
})

describe('readGivenManifest', () => {
  it('tells no dependency whose group was not given', () => {
    const lines = ['{', '  "name": "box",', '  "dependencies": {', '    "a": "1",', '', '', '    "mocha": "11"', '  }', '}']
    const manifest = readGivenManifest('package.json', lines, [run(1, 4), run(7, 9, true)])
    expect(manifest?.dependencies.map(({ name }) => name)).toEqual(['a'])
    expect(readGivenManifest('package.json', lines, [run(1, 9, true)])?.dependencies).toHaveLength(2)
  })

  it('goes on at the next heading of a TOML file', () => {
    const lines = ['[package]', 'name = "box"', '', 'hidden = 1', '[dependencies]', 'a = "1"']
    const manifest = readGivenManifest('Cargo.toml', lines, [run(1, 2), run(4, 6, true)])
    expect(manifest?.dependencies.map(({ name, line }) => [name, line])).toEqual([['a', 6]])
  })
})
