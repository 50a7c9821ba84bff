import { endOfBracket } from './brackets.ts'
import { isCaughtWithin } from './caught.ts'
import { findLines, type Hit, symbolAt } from './find-in-code.ts'
import { cite, code, escapeProse } from './markdown-text.ts'
import type { Placed, ReadFile } from './material.ts'

const FIELD =
  /^\s*(?:(?:public|private|protected|readonly|static|final|var|val|let|pub)\s+)*(?:self\.|this\.)?([A-Za-z_]\w*)\??\s*(?::|=(?!=))/
const C_FIELD =
  /^\s+(?:(?:const|unsigned|signed|struct|union|enum|static|volatile|mutable)\s+)*[A-Za-z_][\w:<>]*[\s*&]+(\w+)(?:\[[^\]]*\])*(?:\s*:\s*\d+)?;/
const GO_FIELD = /^\s+([A-Z]\w*)\s+[*[\]\w.]+/

/** Names of the fields that a class or type holds, in order, with their lines. */
export function fieldsOf({ file, symbol }: Placed): readonly { name: string; line: number }[] {
  const fields = new Map<string, number>()
  const pattern = file.path.endsWith('.go') ? GO_FIELD : /\.(?:c|h|cc|cpp|hpp)$/.test(file.path) ? C_FIELD : FIELD
  const isRuby = file.path.endsWith('.rb')
  let brackets = 0
  for (let line = symbol.firstLine + 1; line <= Math.min(symbol.lastLine, symbol.firstLine + 250); line++) {
    const masked = file.masked[line - 1]
    const text = file.lines[line - 1] ?? ''
    if (masked === undefined || masked.startsInside || masked.code.trim() === '') continue
    // Within brackets stand parameters and arguments, not fields.
    const isWithin = brackets > 0
    brackets += (masked.code.match(/[([]/g)?.length ?? 0) - (masked.code.match(/[)\]]/g)?.length ?? 0)
    if (isWithin) continue
    const inMember = file.outline.symbols.some(
      (other) => other.parent === symbol.name && other.firstLine <= line && other.lastLine >= line,
    )
    if (inMember && !/^\s*(?:(?:self|this)\.|@)\w+\s*(?::|=(?!=))/.test(text)) continue
    const name = pattern.exec(text)?.[1]
    if (isRuby) for (const one of rubyFields(masked.code)) if (!fields.has(one)) fields.set(one, line)
    if (
      !isRuby &&
      name !== undefined &&
      name.length > 1 &&
      !/^(?:return|case|default|if|else|for|while|kind|def|class|raise|throw|import|from|self|this|const|let|var|type)$/.test(
        name,
      ) &&
      !fields.has(name)
    )
      fields.set(name, line)
  }
  return [...fields].map(([name, line]) => ({ name, line }))
}

/** `attr_reader :a, :b` and `@a = …`. */
function rubyFields(code: string): readonly string[] {
  const list = /^\s*attr_(?:accessor|reader|writer)\s+(.*)$/.exec(code)?.[1]
  if (list !== undefined) return [...list.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
  const own = /^\s*@(\w+)\s*=(?![=~])/.exec(code)?.[1]
  return own === undefined ? [] : [own]
}

const REFUSES =
  /^\s*(?:raise\s+([A-Z][\w.]*)|(?:if\s*\(.{1,120}\)\s*)?throw\s+(?:new\s+)?([A-Z][\w.]*)|panic!?\(|return\s+(?:nil,\s*)?(?:errors\.New|fmt\.Errorf|Err)\(|(?:assert|invariant)\b(?!\.)|die\b)/

/** Places where the code refuses to go on, with the condition right before, where it stands on its own line. */
export function refusals(
  files: readonly ReadFile[],
  most: number,
): readonly { hit: Hit; error: string | null; condition: string | null; conditionLine: number }[] {
  const perFile = Math.max(2, Math.ceil(most / 2))
  const hits = files.flatMap((file) =>
    findLines([file], REFUSES, { most: 10 * perFile })
      .filter((hit) => !isCaughtAtOnce(hit))
      .slice(0, perFile),
  )
  return hits.slice(0, most).map((hit) => {
    const above = [1, 2, 3]
      .map((back) => ({ line: hit.line - back, raw: hit.file.lines[hit.line - 1 - back] ?? '' }))
      .map(({ line, raw }) => ({ line, text: raw.trim(), indent: raw.search(/\S/) }))
      .find(({ text }) => text !== '')
    const indent = (hit.file.lines[hit.line - 1] ?? '').search(/\S/)
    const onLine = conditionIn(hit.text.replace(/\s*(?:throw|raise)\b.*$/, ''))
    const condition =
      onLine ?? (hit.text.startsWith('if') || above === undefined || above.indent >= indent ? null : conditionIn(above.text))
    return {
      hit,
      error: hit.match[1] ?? hit.match[2] ?? null,
      condition,
      conditionLine: condition === null || onLine !== null ? hit.line : (above?.line ?? hit.line),
    }
  })
}

/** Raised for the same function to catch: it does go on. */
function isCaughtAtOnce({ file, line }: Hit): boolean {
  const owner = symbolAt(file, line)
  return owner !== null && isCaughtWithin(owner, line)
}

/** What an `if` asks for. null for what is none, and where the code returns instead: that is the opposite of what is meant. */
function conditionIn(line: string): string | null {
  const asked = /^(?:\}?\s*(?:else )?if|elif|elsif|unless|guard)\b\s*(.{3,100}?)\s*[:{]?$/.exec(line)?.[1]
  if (asked === undefined || /\b(?:return|continue|break|throw|raise)\b/.test(asked)) return null
  const isWrapped = asked.startsWith('(') && asked.endsWith(')') && endOfBracket(asked, 1) === asked.length - 1
  return isWrapped ? asked.slice(1, -1) : asked
}

/** A class or a constant does nothing itself: something within it does. */
const isRun = ({ symbol }: Placed): boolean => symbol.kind === 'function' || symbol.kind === 'method'

/** A refusal in one sentence. */
export function refusalTold(refusal: ReturnType<typeof refusals>[number]): string {
  const { hit, error, condition, conditionLine } = refusal
  const owner = symbolAt(hit.file, hit.line)
  const who = owner === null || !isRun(owner) ? 'The code' : code(owner.symbol.name)
  const message = messageAt(hit)
  const why = message === null ? '' : `, saying “${escapeProse(message)}”`
  // What an assertion demands stands in it, where it ends on its line.
  const demanded = /^\s*assert\w*!?\s*\((.{2,90})\)\s*;?$/.exec(hit.text)?.[1]
  if (demanded !== undefined && !demanded.includes('`')) return `${who} demands ${code(demanded)} (${cite(hit.file, hit.line)})`
  const when = condition === null ? '' : ` when ${condition.includes('`') ? 'its condition holds' : code(condition)}`
  return `${who} ${error === null ? 'gives up' : `fails with ${code(error)}`}${when}${why} (${cite(hit.file, Math.min(conditionLine, hit.line), hit.line)})`
}

const MESSAGE = /^\s*[fru]?(["'])((?:(?!\1)[^\\{}]){6,110})\1\s*(?:[,)]|$)/

/** The text that is the first argument of what is thrown; null where anything else stands there. */
function messageAt(hit: Hit): string | null {
  const first = /\b(?:raise|throw|panic|errors\.New|fmt\.Errorf|Err|die)\b[^("'`]*\((.*)$/.exec(hit.text)?.[1]
  if (first === undefined) return null
  const line = first.trim() === '' ? hit.line + 1 : hit.line
  const said = MESSAGE.exec(line === hit.line ? first : (hit.file.lines[hit.line] ?? ''))
  if (said?.[2] === undefined) return null
  // The next line adds to it: what was read is its beginning.
  const isCut = !/[,)]$/.test(said[0]) && /^\s*(?:[+.%&|]|[fru]?["'])/.test(hit.file.lines[line] ?? '')
  return `${said[2].trim()}${isCut ? ' …' : ''}`
}
