// What is said between the program and the process that parses for it.
import type { Outline } from '../outline/shape.ts'
import type { Grammar } from './grammars.ts'

export interface Question {
  readonly path: string
  readonly text: string
  readonly grammar: Grammar
  readonly mostCpuMs: number
}

/** Answers come in the order of the questions. `too much`: it would have taken too long. `broken`: the parser is of no use any more. `missing`: a grammar can't be loaded. */
export type Answer =
  | { readonly kind: 'read'; readonly outline: Omit<Outline, 'language' | 'headings'> }
  | { readonly kind: 'too much' }
  | { readonly kind: 'broken' | 'missing'; readonly why: string }
