import { expect, it } from 'vitest'
import { readNotebook } from '../../src/repository/read-notebook.ts'

const PICTURE = `iVBOR${'A'.repeat(3_000_000)}`

const cells = [
  { cell_type: 'markdown', id: 'a', metadata: {}, source: ['# Sales\n', '\n', 'By "region" \\ year.'] },
  {
    cell_type: 'code',
    execution_count: 1,
    metadata: { tags: ['source', 'cells'], '': 'source' },
    outputs: [{ data: { 'image/png': PICTURE, 'text/plain': ['an output\n', 'of two lines'] }, output_type: 'display_data' }],
    source: ['import pandas\n', 'print(1)\n'],
  },
  { cell_type: 'code', metadata: {}, outputs: [], source: [] },
]
const notebook = { cells, metadata: { kernelspec: { name: 'python3' } }, nbformat: 4, nbformat_minor: 5 }

const SOURCE = ['# Sales', 'By "region" \\ year.', 'import pandas', 'print(1)']

it('keeps each line of a cell on its line of the file, and nothing else', () => {
  const json = `${JSON.stringify(notebook, null, 1)}\n`
  const inFile = json.split('\n')
  const text = readNotebook(json) ?? ''
  expect(text.split('\n').length).toBe(inFile.length)
  const told = text.split('\n').flatMap((line, at) => (line === '' ? [] : [{ line, at }]))
  expect(told.map(({ line }) => line)).toEqual([
    '# %% [markdown]',
    ...SOURCE.slice(0, 2),
    '# %% [code]',
    ...SOURCE.slice(2),
    '# %% [code]',
  ])
  for (const { line, at } of told.filter(({ line }) => SOURCE.includes(line))) {
    expect(inFile[at]).toContain(JSON.stringify(line).slice(1, -1))
  }
})

it.each([
  ['minified', JSON.stringify(notebook)],
  [
    'with a cell as one string',
    JSON.stringify({ ...notebook, cells: cells.map((cell) => ({ ...cell, source: cell.source.join('') })) }, null, 1),
  ],
])('one that is %s has its cells one after another', (_, json) => {
  expect(readNotebook(json)).toBe(
    '# %% [markdown]\n# Sales\n\nBy "region" \\ year.\n\n# %% [code]\nimport pandas\nprint(1)\n\n# %% [code]\n\n',
  )
})

it('reads format 3', () => {
  const old = { worksheets: [{ cells: [{ cell_type: 'code', input: ['x = 1\n'], outputs: [{ text: ['no\n'] }] }] }], nbformat: 3 }
  expect(
    readNotebook(JSON.stringify(old, null, 1))
      ?.split('\n')
      .filter(Boolean),
  ).toEqual(['# %% [code]', 'x = 1'])
})

it.each(['', '{', '[]', 'null', '{"nbformat": 4}', '<html>'])('%j is no notebook', (text) => {
  expect(readNotebook(text)).toBeNull()
})
