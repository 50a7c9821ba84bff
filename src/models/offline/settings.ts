import { fieldsOf } from './fields.ts'
import { findLines, symbolAt } from './find-in-code.ts'
import { cite, citeSymbol, code, escapeProse, listed } from './markdown-text.ts'
import { type Material, publicSymbols } from './material.ts'
import { fullName } from './surface.ts'

const ENVIRONMENT =
  /(?:os\.environ(?:\.get)?[[(]\s*|process\.env(?:\.|\[\s*)|\benv::var(?:_os)?\(\s*|\bos\.(?:Getenv|LookupEnv)\(\s*|\bENV(?:\.fetch\(|\[)\s*|\$_ENV\[\s*|\b(?:secure_)?getenv\(\s*|GetEnvironmentVariable\(\s*|System\.get_env\(\s*)["']?([A-Z][A-Z0-9_]+)/
/** What stands right behind the name, where another value takes its place. */
const DEFAULT = /^["']?\]?(?:\s*,|\)?\s*(?:\|\||\?\?))\s*(["'])([^"'`]{1,40})\1/

/** Environment variables: who reads them, and what holds without them. */
export function variablesTold(material: Material, most: number): readonly string[] {
  const files = material.files.filter(({ prose, manifest, kind }) => prose === null && manifest === null && kind !== 'test')
  const byName = Map.groupBy(findLines(files, ENVIRONMENT, { most: 60 }), ({ match }) => match[1] ?? '')
  return [...byName].slice(0, most).map(([name, hits]) => {
    const places = hits.map(({ file, line }) => {
      const owner = symbolAt(file, line)
      return owner === null ? cite(file, line) : `${code(fullName(owner))} at ${cite(file, line)}`
    })
    const fallback = hits
      .map(({ text, match }) => DEFAULT.exec(text.slice(text.indexOf(match[0]) + match[0].length))?.[2])
      .find(Boolean)
    return `the environment variable ${escapeProse(name)}, read in ${listed(places, 2)}${fallback === undefined ? '' : `; without it, ${code(fallback)}`}`
  })
}

/** Types whose fields or constants are settings, by their name, and builders that are told what to build. */
export function optionTypesTold(material: Material): readonly string[] {
  const types = publicSymbols(material).filter(({ symbol }) => symbol.kind === 'class' || symbol.kind === 'type')
  return types
    .flatMap((placed) => {
      const { name } = placed.symbol
      const names = /(?:Options|Config|Configuration|Settings|Params|Opts)$/.test(name)
        ? [...new Set([...fieldsOf(placed).map((field) => field.name), ...membersOf(placed, 'constant').map((one) => one.name)])]
        : []
      const setters = /Builder$/.test(name) ? settersOf(placed) : []
      if (names.length > 0) return [`${code(name)} holds ${listed(names.map(code), 12)} (${citeSymbol(placed)})`]
      if (setters.length > 1) return [`${code(name)} is set up with ${listed(setters.map(code), 12)} (${citeSymbol(placed)})`]
      return []
    })
    .slice(0, 4)
}

type Owned = Parameters<typeof citeSymbol>[0]

const membersOf = ({ file, symbol }: Owned, kind: string): Owned['symbol'][] =>
  file.outline.symbols.filter((member) => member.parent === symbol.name && member.isPublic && member.kind === kind)

/** Methods that hand the builder itself back. */
function settersOf(placed: Owned): readonly string[] {
  const { name } = placed.symbol
  const itself = new RegExp(`\\b(?:${name}|Self)\\b`)
  return [
    ...new Set(
      membersOf(placed, 'method')
        .filter((method) => method.name !== name && itself.test(method.signature.replace(/\([^)]*\)/, '')))
        .map((method) => method.name),
    ),
  ]
}
