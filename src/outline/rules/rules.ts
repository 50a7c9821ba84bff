import type { SymbolKind } from '../shape.ts'

/** How a language writes comments and strings. */
export interface Syntax {
  readonly lines: readonly string[]
  readonly blocks: readonly (readonly [string, string])[]
  /** Strings that may run over lines. */
  readonly multiline: readonly (readonly [string, string])[]
  /** Quotes of strings that end with their line at the latest. */
  readonly quotes: readonly string[]
  /** A single quote encloses one character only. */
  readonly characters?: boolean
  readonly heredocs?: boolean
  readonly templates?: boolean
  readonly regularExpressions?: boolean
}

export interface SymbolRule {
  readonly kind: SymbolKind
  /** Matched on a line from its first non-blank character; the group `name` is the symbol. */
  readonly pattern: RegExp
  readonly where: 'top' | 'member' | 'any'
  /** Adds members to a type that is declared elsewhere, as Rust's `impl` does. */
  readonly addsMembers?: boolean
}

/** What a language looks like to a reader of lines. */
export interface LanguageRules {
  readonly blocks: 'braces' | 'indents'
  readonly syntax: Syntax
  readonly symbols: readonly SymbolRule[]
  /** Matched on a whole line, trimmed; the last group that matched is the module, or a comma list of them. */
  readonly imports: readonly RegExp[]
  /** Lines between a doc comment and what it documents: decorators, attributes. */
  readonly between: RegExp | null
  /** Line comments that document; null: every line comment does. */
  readonly documentation: RegExp
  readonly isPublic: (declaration: string, name: string) => boolean
  /** Braces enclose values, not bodies. */
  readonly bracesAreBrackets?: boolean
  /** A declaration without a body ends with `;` or `,`: a line that ends otherwise goes on. */
  readonly terminated?: boolean
  /** Names may be exported apart from their declaration. */
  readonly exportsByList?: boolean
}
