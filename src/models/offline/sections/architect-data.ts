import { fieldsOf } from '../fields.ts'
import { findLines, findSayings, type Hit, sayingTold, standsAlone, symbolAt } from '../find-in-code.ts'
import { bullets, capital, cite, citeSymbol, code, counted, describe, joinParts, listed } from '../markdown-text.ts'
import { type Material, publicSymbols, type ReadFile } from '../material.ts'
import { offeredIn } from '../names.ts'

const FORMATS: readonly (readonly [string, RegExp])[] = [
  ['JSON', /\bjson\b|JSON\./i],
  ['Base64', /base64|\bb64/i],
  ['compressed bytes', /\b(?:zlib|gzip|deflate|inflate|brotli)\b/i],
  ['YAML', /\byaml\b/i],
  ['TOML', /\btoml\b/i],
  ['CSV', /\bcsv\b/i],
  ['XML', /\bxml\b|\betree\b/i],
  ['SQL', /\b(?:sqlite|postgres|mysql|INSERT INTO|CREATE TABLE|sqlalchemy)\b|\.sql\(/i],
  ['Protocol Buffers', /\bprotobuf\b|\.proto\b/i],
  ['pickled objects', /\bpickle\b/i],
  ['integers as bytes', /int\.from_bytes|\.to_bytes\(|struct\.pack|readUInt|binary\.(?:Big|Little)Endian/],
]
const COMPATIBILITY =
  /\b(?:compatib\w+|upgrad\w*|migrat\w*|backwards?|schema version|old(?:er)? (?:tokens|data|versions|files|formats?)|interoperab\w*|deprecat\w*|previous versions?)\b/i
const STORES =
  /\b(?:writeFile(?:Sync)?|fs\.write|f?open\([^)]*["'][wax]b?\+?["']|os\.Create|File\.write|INSERT INTO|\.commit\(|\.save\(|localStorage|shelve|sqlite3?\.connect|new Database\()/

/** What is stored or sent, in which form? */
export function writeDataAndPersistence(material: Material): string {
  const formats = FORMATS.map(([name, pattern]) => ({
    name,
    hits: findLines(material.sources, pattern, { most: 3, perFile: 2 }),
  })).filter(({ hits }) => hits.length > 0)
  const stores = findLines(material.sources, STORES, { most: 5, perFile: 2 })
  const codecs = publicSymbols(material)
    .filter(
      ({ symbol }) =>
        /(?:dump|load|encode|decode|serial|parse|write|read|marshal|compress|to_bytes|from_bytes|save|store|insert)/i.test(
          symbol.name,
        ) && symbol.kind !== 'constant',
    )
    .slice(0, 7)
  const compatibility = findSayings(material, COMPATIBILITY, { most: 4, perFile: 2, accepts: standsAlone })
  const tables = material.files.filter(({ kind, path }) => kind === 'source' || path.endsWith('.sql')).flatMap(tablesTold)
  const shapes = offeredIn(material)
    .filter(({ symbol }) => symbol.kind === 'type')
    .map((placed) => ({ placed, fields: fieldsOf(placed) }))
    .filter(({ fields }) => fields.length > 1)
    .slice(0, 3)
  return joinParts([
    tables.length + stores.length > 0 && `### What is stored\n\n${bullets([...tables, ...stores.map(placeTold)])}`,
    formats.length > 0 &&
      `### Forms that data takes\n\n${bullets(formats.slice(0, 6).map(({ name, hits }) => `${name}: ${listed(hits.map(({ file, line }) => cite(file, line)))}`))}`,
    codecs.length > 0 && `### Where it changes form\n\n${bullets(codecs.map((placed) => describe(placed, 170)))}`,
    shapes.length > 0 &&
      `### Shapes\n\n${bullets(
        shapes.map(
          ({ placed, fields }) =>
            `${code(placed.symbol.name)} (${citeSymbol(placed)}) holds ${listed(
              fields.map(({ name }) => code(name)),
              8,
            )}`,
        ),
      )}`,
    compatibility.length > 0 ? `### Compatibility\n\n${bullets(compatibility.map((saying) => sayingTold(saying, 260)))}` : null,
  ])
}

const TABLE = /\bCREATE\s+(?:VIRTUAL\s+|TEMP(?:ORARY)?\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?["`[]?([A-Za-z_][\w.]*)/i

/** All tables that the shown lines of a file create, in one sentence. */
function tablesTold(file: ReadFile): readonly string[] {
  const found = file.lines.flatMap((text, index) => {
    const name = TABLE.exec(text)?.[1]
    return name === undefined ? [] : [{ name, line: index + 1 }]
  })
  const [first, last] = [found[0], found.at(-1)]
  if (first === undefined || last === undefined) return []
  const names = [...new Set(found.map(({ name }) => code(name)))]
  const what = names.length === 1 ? 'The table' : `${capital(counted(names.length, 'table'))}:`
  return [`${what} ${listed(names, 60)} (${cite(file, first.line, last.line)})`]
}

function placeTold({ file, line, text }: Hit): string {
  const owner = symbolAt(file, line)
  return `${owner === null ? 'The code' : code(owner.symbol.name)} writes at ${cite(file, line)}${text.length <= 80 && !text.includes('`') ? `: ${code(text.replace(/\s*[{;]$/, ''))}` : ''}`
}
