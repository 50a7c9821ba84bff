// The language a file is written in, by the data of GitHub Linguist: modeline, file name, first line, extension, and a look into
// the text where an extension belongs to several languages.
import linguist from './linguist.json' with { type: 'json' }

export interface Language {
  /** As Linguist names it: `Python`, `C++`. */
  readonly name: string
  readonly type: 'programming' | 'markup' | 'prose' | 'data'
}

/** A row of `linguist.json`: name, type, then lists of what it goes by. */
type Row = readonly string[]

const ROWS: readonly Row[] = linguist.languages.map((line) => line.split('|'))
const [BY_EXTENSION, BY_NAME, BY_INTERPRETER, BY_ALIAS] = [2, 3, 4, 5].map((column) => indexOf(column)) as [
  Index,
  Index,
  Index,
  Index,
]
type Index = ReadonlyMap<string, readonly Row[]>

/** Of languages that share an extension the one that is likelier by far, where none has it as its first. */
const LIKELY: Readonly<Record<string, string>> = {
  h: 'C',
  inc: 'PHP',
  t: 'Perl',
  sc: 'Scala',
  i: 'SWIG',
  cgi: 'Perl',
  fcgi: 'Perl',
}
const POPULAR =
  `C C++ C# Markdown HTML JavaScript TypeScript TSX JSON YAML SQL PHP Perl Python Ruby Rust R Text TeX OCaml Objective-C Verilog
  Elixir Erlang F# Fortran Scheme Starlark Pascal Solidity Lex Yacc Smarty Roff XML INI Eiffel`.split(/\s+/)

/** Signs by which languages of one extension are told apart, the first that is found counts. */
const SIGNS: Readonly<Record<string, readonly (readonly [string, RegExp])[]>> = {
  h: [
    ['Objective-C', /^\s*(?:@(?:interface|protocol|class|end|property)\b|#import\s)/m],
    [
      'C++',
      /^\s*(?:template\s*<|namespace\b|class\s+\w|using\s+\w|(?:public|private|protected):|#include\s+<(?:string|vector|memory|map|cstd\w+|iostream|utility)>)|\bstd::/m,
    ],
  ],
  m: [
    ['Objective-C', /^\s*(?:@(?:interface|implementation|protocol|class|end|import)\b|#(?:import|include)\s|\/\/|\/\*)/m],
    ['Mercury', /:- module\b/],
    ['Wolfram Language', /\(\*[\s\S]*\*\)/],
    ['MATLAB', /^\s*(?:%|function\b|classdef\b|end\b)/m],
  ],
  pl: [
    ['Raku', /^\s*use v6\b/m],
    ['Prolog', /^[^#\n]*:-|^\s*%/m],
  ],
  pm: [
    ['Raku', /^\s*(?:use v6\b|(?:unit )?(?:module|class) \w+;)/m],
    ['X PixMap', /^\/\* XPM \*\//],
  ],
  v: [
    ['Rocq Prover', /^\s*(?:Proof|Theorem|Lemma|Require|Definition|Fixpoint|Inductive)\b/m],
    ['V', /^\s*(?:pub )?fn \w+/m],
  ],
  fs: [
    ['GLSL', /^\s*(?:#version|precision|uniform|varying|void main)\b/m],
    ['Forth', /^: \S/m],
  ],
  php: [['Hack', /^<\?hh/]],
  l: [['Common Lisp', /^\s*\((?:def|in-package)/m]],
  asc: [['Public Key', /^-----BEGIN PGP/m]],
  r: [['Rebol', /^\s*rebol\b/im]],
}

/** `start` and `end` are some kilobytes of the text from its front and its back. null: nothing tells. */
export function detectLanguage(path: string, start: string, end: string): Language | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const row =
    byModeline(start, end) ?? BY_NAME.get(name)?.[0] ?? byInterpreter(start) ?? byExtension(name.toLowerCase(), start) ?? null
  return row === null ? null : { name: row[0] ?? '', type: row[1] as Language['type'] }
}

function byModeline(start: string, end: string): Row | undefined {
  const head = start.split('\n', 5).join('\n')
  const lines = `${head}\n${end.split('\n').slice(-6).join('\n')}`
  const emacs = /-\*-\s*(?:(?:[^*\n]*;)?\s*mode\s*:\s*([\w+#-]+)|([\w+#-]+)\s*-\*-)/i.exec(head)
  const vim = /(?:^|\s)(?:vi|vim|ex):\s*(?:set? )?[^\n]*?\b(?:ft|filetype|syntax)=([\w+#-]+)/m.exec(lines)
  const name = (emacs?.[1] ?? emacs?.[2] ?? vim?.[1])?.toLowerCase()
  return name === undefined ? undefined : (BY_ALIAS.get(name)?.[0] ?? BY_INTERPRETER.get(name)?.[0])
}

function byInterpreter(start: string): Row | undefined {
  const [, command = ''] = /^#!\s*([^\n]+)/.exec(start) ?? []
  const words = command.split(/\s+/).filter((word) => !/^(?:-|\w+=)/.test(word))
  const program = baseOf(words[0] ?? '') === 'env' ? words[1] : words[0]
  const name = baseOf(program ?? '')
  return (BY_INTERPRETER.get(name) ?? BY_INTERPRETER.get(name.replace(/[\d.]+$/, '')))?.[0]
}

function byExtension(name: string, start: string): Row | undefined {
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const extension = name.slice(dot + 1)
    const rows = BY_EXTENSION.get(extension)
    if (rows !== undefined) return rows.length === 1 ? rows[0] : oneOf(rows, extension, start)
  }
  return undefined
}

function oneOf(rows: readonly Row[], extension: string, start: string): Row | undefined {
  const named = (name: string | undefined) => rows.find((row) => name !== undefined && row[0] === name)
  if (start.startsWith('<?xml') && named('XML')) return named('XML')
  const told = named(SIGNS[extension]?.find(([, sign]) => sign.test(start))?.[0]) ?? named(LIKELY[extension])
  if (told) return told
  const own = rows.filter((row) => row[2]?.split(' ', 1)[0] === extension)
  const among = own.length > 0 ? own : rows
  return among.find((row) => POPULAR.includes(row[0] ?? '')) ?? among[0]
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function indexOf(column: number): Index {
  const separator = column === 3 ? '/' : ' '
  const index = new Map<string, Row[]>()
  for (const row of ROWS) {
    for (const word of (row[column] ?? '').split(separator)) if (word !== '') index.set(word, [...(index.get(word) ?? []), row])
  }
  return index
}
