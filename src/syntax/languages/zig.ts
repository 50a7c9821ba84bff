import type { Node } from 'web-tree-sitter'
import {
  childOf,
  type Exports,
  field,
  hasToken,
  type LanguageReader,
  type ListedExport,
  lineOf,
  longValue,
  type Reading,
  textOf,
  unquoted,
} from '../declared.ts'

const TYPES = /^(?:struct|enum|union|opaque|error_set)_declaration$/

export const ZIG: LanguageReader = {
  comments: ['comment'],
  decorations: [],
  read: {
    variable_declaration: readVariable,
    function_declaration: (node) => {
      const body = field(node, 'body')
      const returned = body === null ? undefined : typeReturned(body)
      const name = textOf(field(node, 'name'))
      const isPublic = hasToken(node, 'pub') || hasToken(node, 'export')
      return [
        { kind: returned === undefined ? 'function' : 'class', name, node, until: body, members: returned ?? null, isPublic },
      ]
    },
  },
  imports: {
    builtin_function: (node) => {
      const argument = childOf(node, 'arguments')?.namedChildren[0]
      return textOf(node.namedChildren[0]) === '@import' && argument?.type === 'string' ? [unquoted(argument.text)] : []
    },
  },
  importWords: /@import\b/g,
  exports: (root): Exports => ({ listed: root.namedChildren.flatMap(reExports), isComplete: false }),
}

const importIn = (node: Node): string | undefined =>
  /@import\("([^"]+)"\)/.exec(childOf(node, 'builtin_function', 'field_expression')?.text ?? '')?.[1]

/** Types have no statement of their own: they are the values of constants. What is imported is none of this file's. */
function readVariable(node: Node): Reading | null {
  const [name, ...rest] = node.namedChildren
  const value = rest.at(-1) ?? null
  if (name === undefined || name.text === '_' || importIn(node) !== undefined || value?.text === '@This()') return null
  const isType = value !== null && TYPES.test(value.type)
  const kind = !isType
    ? 'constant'
    : value.type === 'struct_declaration' || value.type === 'opaque_declaration'
      ? 'class'
      : 'type'
  const until = isType
    ? (value.children.find(({ type }) => type === '{') ?? value)
    : hasToken(node, '=')
      ? longValue(value)
      : null
  const members = isType && value.type !== 'error_set_declaration' ? value : null
  return [{ kind, name: name.text, node, until, members, isPublic: hasToken(node, 'pub') || hasToken(node, 'export') }]
}

/** A function that makes a type: what it returns holds the members. */
function typeReturned(body: Node): Node | undefined {
  const last = body.namedChildren.at(-1)?.descendantsOfType('return_expression')[0]?.namedChildren[0]
  return last !== undefined && TYPES.test(last.type) ? last : undefined
}

function reExports(node: Node): readonly ListedExport[] {
  const from = node.type === 'variable_declaration' && hasToken(node, 'pub') ? importIn(node) : undefined
  return from === undefined ? [] : [{ name: textOf(node.namedChildren[0]), line: lineOf(node), from }]
}
