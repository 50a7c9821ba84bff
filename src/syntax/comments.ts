import type { Node } from 'web-tree-sitter'
import { isLicence, withoutMarks } from '../outline/doc-comment.ts'
import type { LanguageReader } from './declared.ts'

const MOST_LINES = 200
const LONGEST = 2000

const isBlock = (comment: Node): boolean => !/^(?:\/\/|#(?!>)|--(?!\[)|%)/.test(comment.text) || comment.type === 'haddock'
/** The last line that a comment stands on, from 0: some grammars count the line end in. */
export const lastRow = (node: Node): number =>
  node.endPosition.column === 0 ? Math.max(node.startPosition.row, node.endPosition.row - 1) : node.endPosition.row

/** The comment that ends right above `row` (from 0), of those collected before it, without its marks. null: none does. */
export function commentAbove(collected: readonly Node[], row: number): string | null {
  const last = collected.at(-1)
  if (last === undefined) return null
  // Some leave a blank line between a block comment and what it speaks of.
  if (row - lastRow(last) > (isBlock(last) ? 2 : 1)) return null
  const run = [last]
  if (!isBlock(last)) {
    for (let at = collected.length - 2; at >= 0 && run.length < MOST_LINES; at--) {
      const comment = collected[at] as Node
      if (isBlock(comment) || (run[0] as Node).startPosition.row - lastRow(comment) > 1) break
      run.unshift(comment)
    }
  }
  return documentationOf(run)
}

/** Comments without their marks, cut to what is worth keeping. null where nothing is left. */
export function documentationOf(comments: readonly Node[]): string | null {
  const lines = comments.flatMap((comment) => comment.text.trimEnd().split('\n')).slice(0, MOST_LINES)
  return shortened(withoutMarks(lines))
}

export function shortened(text: string | null): string | null {
  if (text === null || text.length <= LONGEST) return text
  return `${text.slice(0, text.lastIndexOf('\n', LONGEST) > LONGEST / 2 ? text.lastIndexOf('\n', LONGEST) : LONGEST)}…`
}

/** What may stand before the comment that speaks of the file. */
const SKIPPED = /^(?:php_tag|hash_bang_line|preproc_|declare_statement|pragma|file_annotation)/

/** The comment at the head of a file that speaks of the whole file, not of a licence and not of the first declaration. */
export function fileComment(root: Node, reader: LanguageReader): string | null {
  const heads: Node[][] = []
  let next: Node | null = null
  for (const child of root.namedChildren.slice(0, MOST_LINES)) {
    if (!reader.comments.includes(child.type)) {
      const isDirective = SKIPPED.test(child.type) || /^(?:'use |"use )/.test(child.text.slice(0, 5))
      if (isDirective && (next === null || heads.length === 0)) continue
      next = child
      break
    }
    if (child.text.startsWith('#!')) continue
    const run = heads.at(-1)
    const before = run?.at(-1)
    if (run !== undefined && before !== undefined && !isBlock(child) && !isBlock(before) && follows(child, before))
      run.push(child)
    else heads.push([child])
  }
  for (const [index, run] of heads.slice(0, 3).entries()) {
    const text = documentationOf(run)
    if (text === null || isLicence(text)) continue
    const below = heads[index + 1]?.[0] ?? next
    return below === null || speaksOfFile(run, below, reader) ? text : null
  }
  return null
}

const follows = (comment: Node, before: Node): boolean => comment.startPosition.row - lastRow(before) === 1

function speaksOfFile(run: readonly Node[], below: Node, reader: LanguageReader): boolean {
  const last = run.at(-1) as Node
  if (/^(?:\/\/!|--- @module|\/\/\/?\s*library)/.test(last.text)) return true
  return (
    below.startPosition.row - lastRow(last) > 1 ||
    HEADS.test(below.type) ||
    reader.imports[below.type] !== undefined ||
    HEAD_WORDS.test(below.text.slice(0, 20))
  )
}

const HEADS =
  /^(?:package_clause|package_declaration|package_header|namespace_definition|module|header|library_name|import\w*|use_declaration|using_directive|preproc_\w+|declare_statement|mod_item)$/
const HEAD_WORDS = /^(?:using|import|use|require|from|package|namespace)\b/i
