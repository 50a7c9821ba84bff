import type { Heading } from './shape.ts'

const UNDERLINE = /^([=\-~^"'#*+`])\1{2,}\s*$/

/** The headings of Markdown or reStructuredText, outside code blocks. */
export function readHeadings(lines: readonly string[], language: string): readonly Heading[] {
  return language === 'Markdown' ? markdownHeadings(lines) : rstHeadings(lines)
}

function markdownHeadings(lines: readonly string[]): readonly Heading[] {
  const headings: Heading[] = []
  let fence: string | null = null
  for (const [index, line] of lines.entries()) {
    const mark = /^\s{0,3}(```+|~~~+)/.exec(line)?.[1]
    if (mark !== undefined) {
      if (fence === null) fence = mark
      else if (mark.startsWith(fence)) fence = null
      continue
    }
    if (fence !== null || line.length > 300) continue
    const hashes = /^(#{1,6})\s+(\S.*)$/.exec(line)
    if (hashes !== null)
      headings.push({ level: hashes[1]?.length ?? 1, title: (hashes[2] ?? '').replace(/\s+#+\s*$/, ''), line: index + 1 })
    else if (/^(?:=+|-{2,})\s*$/.test(line) && isTitle(lines[index - 1]) && !/^[-*|>]/.test(lines[index - 1] ?? '')) {
      headings.push({ level: line.startsWith('=') ? 1 : 2, title: lines[index - 1]?.trim() ?? '', line: index })
    }
  }
  return headings
}

function rstHeadings(lines: readonly string[]): readonly Heading[] {
  const headings: Heading[] = []
  const marks: string[] = []
  for (const [index, line] of lines.entries()) {
    const mark = UNDERLINE.exec(line)?.[1]
    const title = lines[index - 1]
    if (mark === undefined || !isTitle(title) || line.trimEnd().length + 1 < (title?.trim().length ?? 0)) continue
    if (!marks.includes(mark)) marks.push(mark)
    headings.push({ level: marks.indexOf(mark) + 1, title: title?.trim() ?? '', line: index })
  }
  return headings
}

function isTitle(line: string | undefined): boolean {
  return line !== undefined && line.length <= 200 && /^\s{0,3}[\p{L}\p{N}`:*"'(]/u.test(line) && !UNDERLINE.test(line)
}
