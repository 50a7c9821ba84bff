import { callChains } from '../call-chain.ts'
import { sequenceDiagram } from '../diagrams.ts'
import { isDoor } from '../exports.ts'
import { refusals, refusalTold } from '../fields.ts'
import { findLines, symbolAt } from '../find-in-code.ts'
import { cite, citeSymbol, code, joinParts, listed, steps } from '../markdown-text.ts'
import type { Material } from '../material.ts'
import { errorTypes } from '../names.ts'
import { chainTold } from '../tell-chain.ts'

const STARTS = /if __name__ == |^func main\(|^fn main\(|\bint main\(|static void main|\.listen\(|process\.argv|\bsys\.argv|^#!/

/** How do the parts work together? */
export function writeRuntimeScenarios(material: Material): string {
  const start = findLines(material.sources, STARTS, { most: 2, perFile: 1 })
  const chain = callChains(material, 1, 6)[0]
  const door = material.sources.find(isDoor)
  const broad = [...material.sources].sort((a, b) => material.importsOf(b).length - material.importsOf(a).length)[0]
  const failing = refusals(material.sources, 12).filter(({ error }) => error !== 'NotImplementedError')
  const names = new Set(chain?.map(({ called }) => called.symbol.name))
  const isOnTheWay = ({ hit }: (typeof failing)[number]): boolean => names.has(symbolAt(hit.file, hit.line)?.symbol.name ?? '')
  const telling = failing.filter(({ error, condition }) => error !== null && condition !== null)
  const failure = telling.find(isOnTheWay) ?? failing.find(isOnTheWay) ?? telling[0] ?? failing[0]
  const diagram = chain === undefined ? null : sequenceDiagram(chain)
  const imported = broad === undefined ? [] : material.importsOf(broad)
  const startUp = [
    start.length > 0
      ? `Execution begins at ${listed(start.map(({ file, line }) => cite(file, line)))}.`
      : door !== undefined && `Callers import ${code(door.path)}.`,
    imported.length > 0 &&
      broad !== undefined &&
      `${/\.(?:py|rb|php|[cm]?[jt]sx?)$/.test(broad.path) ? `Loading ${code(broad.path)} first loads` : `${code(broad.path)} is built on`} ${listed(
        imported.map(({ path }) => code(path)),
        6,
      )}.`,
  ].filter((sentence) => sentence !== false)
  return joinParts([
    startUp.length > 0 && `### Start-up\n\n${startUp.join(' ')}`,
    chain !== undefined ? `### The main scenario\n\n${steps(chainTold(chain))}` : null,
    diagram,
    failure !== undefined
      ? `### One failure\n\n${`${refusalTold(failure)}. ${handlerTold(material, failure.error)}`.trim()}`
      : null,
  ])
}

function handlerTold(material: Material, error: string | null): string {
  if (error === null) return ''
  const type = errorTypes(material).find(({ symbol }) => symbol.name === error)
  const handler = findLines(material.sources, new RegExp(`(?:except|catch|rescue)\\b.*\\b${error.replace(/\W/g, '\\$&')}\\b`), {
    most: 1,
  })[0]
  const owner = handler === undefined ? null : symbolAt(handler.file, handler.line)
  const declared = type === undefined ? '' : `The error is declared at ${citeSymbol(type)}. `
  return `${declared}${handler === undefined ? '' : `${owner === null ? 'A handler' : code(owner.symbol.name)} catches errors of this type at ${cite(handler.file, handler.line)}.`}`
}
