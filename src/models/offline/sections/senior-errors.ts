import { refusals, refusalTold } from '../fields.ts'
import { findLines, type Hit, symbolAt } from '../find-in-code.ts'
import { bullets, bulletsOrNull, cite, code, joinParts, listed } from '../markdown-text.ts'
import type { Material } from '../material.ts'
import { errorsTold } from '../raised.ts'

const CATCHES = /^\s*(?:\}?\s*catch\b|except\b|rescue\b)|\bif err != nil\b|\.catch\(/
const LIMITS =
  /\b(?:timeout\w*|retry|retries|max_(?:age|size|length|retries|attempts|bytes|depth)|MAX_\w+|deadline|backoff|limit)\b/
const CONCURRENCY = /\b(?:async\s|await\b|asyncio|threading|Lock\(|Mutex|Promise\.all|go func|tokio|synchronized|Semaphore)/

/** How does it fail, and what is handled? */
export function writeErrorsAndEdges(material: Material): string {
  const types = errorsTold(material, 8)
  const raised = refusals(material.sources, 6)
  const caught = findLines(material.sources, CATCHES, { most: 6, perFile: 3 })
  const limits = findLines(material.sources, LIMITS, { most: 3, perFile: 1 })
  const concurrent = findLines(material.sources, CONCURRENCY, { most: 3, perFile: 1 })
  return joinParts([
    types.length > 0 && `### Error types\n\n${bullets(types)}`,
    raised.length > 0 && `### Where it gives up\n\n${bullets(raised.map(refusalTold))}`,
    caught.length > 0 && `### What is caught\n\n${bullets(caught.map(catchTold))}`,
    bulletsOrNull(
      [
        limits.length > 0 &&
          `Limits and time: ${listed(
            limits.map(({ file, line, match }) => `${code(match[0])} at ${cite(file, line)}`),
            3,
          )}.`,
        concurrent.length > 0 &&
          `Concurrent code begins at ${listed(
            concurrent.map(({ file, line }) => cite(file, line)),
            3,
          )}.`,
      ].filter((item) => item !== false),
    ),
  ])
}

function catchTold({ file, line, text }: Hit): string {
  const owner = symbolAt(file, line)
  const isRun = owner?.symbol.kind === 'function' || owner?.symbol.kind === 'method'
  const who = isRun ? code(owner.symbol.name) : 'The code'
  const next =
    file.lines
      .slice(line, line + 3)
      .map((below) => below.trim())
      .find((below) => below !== '') ?? ''
  if (text.includes('err != nil')) {
    return `${who} looks at an error${/^return\b.*\berr\b/.test(next) ? ' and hands it on to its caller' : /^return\b/.test(next) ? ' and returns early' : ''} (${cite(file, line)})`
  }
  if (/\.catch\(/.test(text)) return `${who} handles the failure of what it waits for (${cite(file, line)})`
  const caught = /except\s+\(?([\w., ]+?)\)?(?:\s+as\s+\w+)?:?$|catch\s*\(\s*([\w:.| ]+?)(?:\s+\w+)?\s*\)/.exec(text)
  // What JavaScript names in a catch is a variable, never a class.
  const what = /Script$/.test(file.outline.language) ? undefined : (caught?.[1] ?? caught?.[2])
  const then = /^pass\b/.test(next)
    ? ' and goes on without it'
    : /^(?:raise\s+[A-Z]|throw\s+new\b)/.test(next)
      ? ' and fails with another error in its place'
      : /^return\b/.test(next)
        ? ' and returns early'
        : ''
  return `${who} catches ${what === undefined || /^\w{1,3}$|^err(?:or)?$/.test(what) ? 'whatever is thrown' : code(what.trim())}${then} (${cite(file, line)})`
}
