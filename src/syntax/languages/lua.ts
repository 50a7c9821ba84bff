import type { Node } from 'web-tree-sitter'
import {
  childOf,
  type Declared,
  field,
  hasToken,
  type LanguageReader,
  longValue,
  type Reading,
  textOf,
  unquoted,
} from '../declared.ts'

export const LUA: LanguageReader = {
  comments: ['comment'],
  decorations: [],
  read: {
    function_declaration: (node) => [named('function', field(node, 'name'), node, field(node, 'body'), hasToken(node, 'local'))],
    assignment_statement: (node) => readAssignment(node, node, false),
    variable_declaration: (node) => {
      const assignment = childOf(node, 'assignment_statement')
      return assignment === null ? null : readAssignment(assignment, node, true)
    },
  },
  imports: {
    function_call: (node) => {
      const first = field(node, 'arguments')?.namedChildren[0]
      return textOf(field(node, 'name')) === 'require' && first?.type === 'string' ? [unquoted(first.text)] : []
    },
  },
  importWords: /\brequire\b/g,
}

/** `M.get` and `M:put` belong to M. */
function named(kind: Declared['kind'], name: Node | null, node: Node, until: Node | null, isLocal: boolean): Declared {
  const parts = textOf(name).split(/[.:]/)
  const own = parts.at(-1) ?? ''
  const end = until ?? node.children.find(({ type }) => type === 'end') ?? null
  return {
    kind,
    name: own,
    node,
    until: kind === 'function' ? end : until,
    owner: parts.at(-2) ?? null,
    isPublic: !isLocal && !own.startsWith('_'),
  }
}

/** Functions, and constants that are no mere local names. */
function readAssignment(assignment: Node, node: Node, isLocal: boolean): Reading | null {
  const name = childOf(assignment, 'variable_list')?.namedChildren[0] ?? null
  const value = childOf(assignment, 'expression_list')?.namedChildren[0] ?? null
  if (name === null || !/^[\w.]+$/.test(name.text)) return null
  if (value?.type === 'function_definition')
    return [named('function', name, node, field(value, 'body') ?? value.children.at(-1) ?? null, isLocal)]
  if (isLocal && !/^[A-Z]/.test(name.text)) return null
  return [named('constant', name, node, longValue(value), isLocal)]
}
