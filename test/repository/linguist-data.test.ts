// `src/repository/linguist.json` is made here, from the package that follows Linguist: `npx vitest run test/repository/linguist-data.test.ts -u`.
import { readFileSync } from 'node:fs'
import * as languages from 'linguist-languages'
import { expect, test } from 'vitest'

interface Entry {
  readonly name: string
  readonly type: string
  readonly extensions?: readonly string[]
  readonly filenames?: readonly string[]
  readonly interpreters?: readonly string[]
  readonly aliases?: readonly string[]
}

const list = (words: readonly string[] = [], separator = ' ') => words.join(separator)

/** A string for each language: biome would break a list of lists into thousands of lines. */
const rowOf = ({ name, type, extensions, filenames, interpreters, aliases }: Entry) => {
  const spellings = [name.toLowerCase().replaceAll(' ', '-'), ...(aliases ?? [])].filter((alias) => !alias.includes(' '))
  const columns = [
    name,
    type,
    list(extensions?.map((extension) => extension.slice(1).toLowerCase())),
    list(filenames, '/'),
    list(interpreters),
    list([...new Set(spellings)]),
  ]
  expect(columns.filter((column) => column.includes('|'))).toEqual([])
  return columns.join('|')
}

test('the table of languages is what linguist-languages says', async () => {
  const { version } = JSON.parse(
    readFileSync(new URL('../../node_modules/linguist-languages/package.json', import.meta.url), 'utf8'),
  )
  const entries = (Object.values(languages) as Entry[]).filter(
    (entry) => entry.extensions || entry.filenames || entry.interpreters,
  )
  const table = {
    source: `GitHub Linguist (https://github.com/github-linguist/linguist), by way of linguist-languages ${version}`,
    licence: 'MIT, Copyright (c) 2017 GitHub, Inc.',
    columns: 'name|type|extensions|file names, with / between|interpreters|names in modelines',
    languages: entries.sort((a, b) => (a.name < b.name ? -1 : 1)).map(rowOf),
  }
  await expect(`${JSON.stringify(table, null, 2)}\n`).toMatchFileSnapshot('../../src/repository/linguist.json')
})
