import type { LineRules } from './line-rules.ts'

const LONGEST_COMMENT = 200
/** Comments that name a part of the file and say nothing of it. */
const EMPTY_WORDS =
  /^(?:module (?:dependencies|exports|variables|prototypes?)|expose|constants?|imports?|exports?|variables|private|public|helpers?)\b[^\n]{0,30}$/i

/** Takes comment marks off; what is left keeps its paragraphs. null where nothing is left. */
export function withoutMarks(lines: readonly string[]): string | null {
  const kept = lines.map((line) =>
    line
      .trim()
      .replace(/^(?:\/\*[*!]?|\*\/|\/\/[/!]*|\*(?!\*)|--+\[\[|\]\]|--+(?: ?[|^])?|<#|#>|\{-\|?|-\}|#+['|:]?(?!\[))/, '')
      .replace(/(?:\*\/|#>|-\})$/, '')
      .replace(/<\/?(?:summary|remarks|para|see|c|code|p|pre)\b[^>]{0,80}>/g, '')
      .replace(/^ ?(?:\.(?:SYNOPSIS|DESCRIPTION)$)?/, '')
      .trimEnd(),
  )
  const end = kept.findIndex((line) => /^\s*(?:@\w|\.(?:PARAMETER|EXAMPLE|INPUTS|OUTPUTS|NOTES|LINK)\b)/.test(line))
  const text = kept
    .slice(0, end < 0 ? kept.length : end)
    .join('\n')
    .trim()
  return text === '' || EMPTY_WORDS.test(text) ? null : text
}

/** The comment that ends right above `index`, decorators and attributes between them skipped. */
export function commentAbove(lines: readonly string[], index: number, rules: LineRules): string | null {
  let at = index - 1
  while (at >= 0 && index - at < 20 && rules.between?.test(lines[at]?.trim() ?? '') === true) at--
  // Some leave a blank line between a block comment and what it speaks of.
  if (lines[at]?.trim() === '' && /\*\/\s*$/.test(lines[at - 1] ?? '')) at--
  const last = lines[at]?.trim() ?? ''
  const block = rules.marks.blocks[0]
  if (block !== undefined && last.endsWith(block[1])) {
    for (let start = at; start >= 0 && at - start < LONGEST_COMMENT; start--) {
      if (lines[start]?.includes(block[0]))
        return lines[start]?.trim().startsWith(block[0]) ? withoutMarks(lines.slice(start, at + 1)) : null
    }
    return null
  }
  let start = at
  while (start >= 0 && at - start < LONGEST_COMMENT && rules.documentation.test(lines[start]?.trim() ?? '')) start--
  return start === at ? null : withoutMarks(lines.slice(start + 1, at + 1))
}

/** Whether a comment speaks of rights, or to tools, and not of the code. */
export const isLicence = (text: string): boolean => LICENCE.test(text)

const LICENCE =
  /copyright|licen[sc]e|SPDX|all rights reserved|eslint-|@ts-|prettier|frozen_string_literal|coding[:=]|vim:|go:build|\+build|^region\b|^eslint/i
const SKIPPED = /^(?:#!|'use |"use |<\?php|#pragma|#ifndef|#define|package\b(?!.*\/\/)|declare\(|\{)/

/** The comment at the head of a file that speaks of the whole file, not of a licence and not of the first symbol. */
export function fileComment(lines: readonly string[], rules: LineRules): string | null {
  let at = 0
  for (let blocks = 0; blocks < 3; blocks++) {
    while (at < lines.length && at < 200 && (lines[at]?.trim() === '' || SKIPPED.test(lines[at]?.trim() ?? ''))) at++
    const end = endOfComment(lines, at, rules)
    if (end === at) return null
    const text = withoutMarks(lines.slice(at, end))
    const next = lines[end]?.trim() ?? ''
    const speaksOfFile =
      next === '' ||
      rules.imports.some((pattern) => pattern.test(next)) ||
      /^(?:package|namespace|import|use|from|#include|module)\b/.test(next)
    if (text !== null && !isLicence(text)) return speaksOfFile ? text : null
    at = end
  }
  return null
}

function endOfComment(lines: readonly string[], from: number, rules: LineRules): number {
  const first = lines[from]?.trim() ?? ''
  const block = rules.marks.blocks[0]
  if (block !== undefined && first.startsWith(block[0])) {
    for (let at = from; at < lines.length && at - from < LONGEST_COMMENT; at++) {
      const line = lines[at] ?? ''
      if (line.indexOf(block[1], at === from ? line.indexOf(block[0]) + 2 : 0) >= 0) return at + 1
    }
    return from
  }
  let at = from
  while (at < lines.length && rules.documentation.test(lines[at]?.trim() ?? '') && !lines[at]?.startsWith('#!')) at++
  return at
}
