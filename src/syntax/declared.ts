import type { Node } from 'web-tree-sitter'
import type { OutlineExport, SymbolKind } from '../outline/shape.ts'

/** A declaration as a language's reader found it in the tree. */
export interface Declared {
  readonly kind: SymbolKind
  readonly name: string
  /** Its lines are those of the symbol. */
  readonly node: Node
  /** The symbol's last line is that of this node, where its parts stand beside each other in the tree. */
  readonly end?: Node
  /** The signature ends before it: the body, or a value that is too long to show. */
  readonly until?: Node | null
  /** Given where the text of the declaration makes none. */
  readonly signature?: string
  /** Where the members of a class or type stand. */
  readonly members?: Node | null
  readonly isPublic: boolean
  /** Given only where the language has a place of its own for documentation; else the comment right above counts. */
  readonly documentation?: string | null
  /** The type that the declaration itself names as its owner, as Go's receivers do. */
  readonly owner?: string | null
  /** Adds members to a type that is declared elsewhere: its members may be public although it is not. */
  readonly addsMembers?: boolean
  /**
   * Of several declarations of the same name in one place one is the symbol. A `head` has no body: an overload, a prototype. A
   * `clause` is one of several bodies.
   */
  readonly repeats?: 'head' | 'clause'
}

/** What one node of the tree is to the reader: declarations, or something around some that is looked into. */
export type Reading = readonly Declared[] | Enter

export interface Enter {
  readonly enter: Node
  /** One declaration with what stands in it, as `export` and `template <…>` are: comment and first line are those of the whole. */
  readonly wraps?: boolean
  readonly isExported?: boolean
}

/** A name that is exported by a list: `of` is what it is called in this file, where that differs. */
export type ListedExport = OutlineExport & { readonly of?: string }

export interface Place {
  /** The class or type around; null at the top of the file. */
  readonly owner: { readonly name: string; readonly kind: SymbolKind } | null
  /** The node that the declaration is wrapped in, as in `export` or `template <…>`: its start is the declaration's. */
  readonly wrapper: Node | null
  /** Within something that is exported as a whole. */
  readonly isExported: boolean
  /** Kept between the members of one container: Ruby's `private`, C++'s `public:`. */
  readonly memory: { access?: string; documentation?: string | null }
}

export interface Exports {
  /** Names that the file hands on apart from declaring them; also those that are declared here and exported by a list. */
  readonly listed: readonly ListedExport[]
  /** The list is all there is: what stands not in it is not public. */
  readonly isComplete: boolean
}

/** Knows one language's tree. */
export interface LanguageReader {
  readonly comments: readonly string[]
  /** Attributes and decorators: neither part of the signature nor of what lies between a comment and its declaration. */
  readonly decorations: readonly string[]
  /** Nodes at the top of a file that begin a declaration whose name stands in a later one beside them. */
  readonly leads?: readonly string[]
  /** By type of node. null: nothing to be told of it. */
  readonly read: Readonly<Record<string, (node: Node, place: Place) => Reading | null>>
  /** By type of node: the modules that it imports, as written. */
  readonly imports: Readonly<Record<string, (node: Node) => readonly string[]>>
  /** Words that may begin an import anywhere, in functions too. Without it only what is walked through is looked at. */
  readonly importWords?: RegExp
  /** The documentation of the whole file, where it is not a comment at its head. */
  readonly fileDocumentation?: (root: Node) => string | null
  readonly exports?: (root: Node, path: string) => Exports
}

export const textOf = (node: Node | null | undefined): string => node?.text ?? ''
export const field = (node: Node, name: string): Node | null => node.childForFieldName(name)
export const childOf = (node: Node, ...types: readonly string[]): Node | null =>
  node.namedChildren.find((child) => types.includes(child.type)) ?? null
/** The line that a node begins on, from 1. */
export const lineOf = (node: Node): number => node.startPosition.row + 1
/** Whether one of the node's own tokens, such as a keyword, reads so. */
export const hasToken = (node: Node, token: string): boolean => node.children.some((child) => child.type === token)

/** A string literal without its quotes. */
export const unquoted = (text: string): string => text.replace(/^[a-zA-Z]{0,2}(["'`])([\s\S]*)\1$/, '$2')

const LONGEST_VALUE = 80

/** The value of a constant where it is too long for a signature; null where it may be shown. */
export function longValue(value: Node | null): Node | null {
  if (value === null) return null
  const isShort = value.endIndex - value.startIndex <= LONGEST_VALUE && value.startPosition.row === value.endPosition.row
  return isShort && !/^[{[]/.test(value.text) ? null : value
}
