export type SymbolKind = 'class' | 'type' | 'function' | 'method' | 'constant' | 'target'

/** A named thing that a file declares. Lines count from 1 and include the whole body. */
export interface OutlineSymbol {
  readonly kind: SymbolKind
  readonly name: string
  /** The declaration on one line, without its body, at most 200 characters. */
  readonly signature: string
  readonly firstLine: number
  readonly lastLine: number
  /** Its own comment or docstring, without comment marks. */
  readonly docstring: string | null
  readonly isPublic: boolean
  /** The class or type that it is a member of. */
  readonly parent: string | null
}

/** A name that a file hands on without declaring it: a re-export, or an export under another name. `*` is everything of `from`. */
export interface OutlineExport {
  readonly name: string
  readonly line: number
  /** The module it comes from, as written; null where it comes from the file itself. */
  readonly from: string | null
}

export interface Heading {
  readonly level: number
  readonly title: string
  readonly line: number
}

/** What can be told of a file from its text alone. */
export interface Outline {
  readonly language: string
  /** The file's own leading comment or docstring; of prose its first paragraph. */
  readonly docstring: string | null
  readonly symbols: readonly OutlineSymbol[]
  /** Module strings as written, in order, each once. */
  readonly imports: readonly string[]
  /** In order. What is declared here and public is told by its symbol. */
  readonly exports: readonly OutlineExport[]
  /** Of Markdown and reStructuredText. */
  readonly headings: readonly Heading[]
}
