import type { Node } from 'web-tree-sitter'
import {
  childOf,
  type Declared,
  field,
  hasToken,
  type LanguageReader,
  longValue,
  type Place,
  type Reading,
  textOf,
} from '../declared.ts'

export const KOTLIN: LanguageReader = {
  comments: ['line_comment', 'block_comment'],
  decorations: ['annotation'],
  read: {
    class_declaration: (node) => named(isType(node) ? 'type' : 'class', node, childOf(node, 'class_body', 'enum_class_body')),
    object_declaration: (node) => named('class', node, childOf(node, 'class_body')),
    companion_object: (node) => {
      const body = childOf(node, 'class_body')
      return body === null ? null : { enter: body }
    },
    function_declaration: (node) => named('function', node, null),
    secondary_constructor: (node) => [
      { kind: 'method', name: 'constructor', node, until: childOf(node, 'block'), isPublic: isShown(node) },
    ],
    type_alias: (node) => [{ kind: 'type', name: textOf(field(node, 'type')), node, isPublic: isShown(node) }],
    property_declaration: readProperty,
  },
  imports: {
    import: (node) => [textOf(childOf(node, 'qualified_identifier')) + (node.text.endsWith('.*') ? '.*' : '')].map(withoutStar),
  },
}

const withoutStar = (module: string): string => module.replace(/\.\*$/, '')
const isShown = (node: Node): boolean => !/\b(?:private|internal|protected)\b/.test(textOf(childOf(node, 'modifiers')))
const isType = (node: Node): boolean =>
  hasToken(node, 'interface') || childOf(node, 'enum_class_body') !== null || /\benum\b/.test(textOf(childOf(node, 'modifiers')))

function named(kind: Declared['kind'], node: Node, members: Node | null): Reading {
  const body = members ?? childOf(node, 'function_body')
  return [{ kind, name: textOf(field(node, 'name')), node, until: body, members, isPublic: isShown(node) }]
}

/** Properties at the top of a file and `const val`; those of a class are told by their class. */
function readProperty(node: Node, { owner }: Place): Reading | null {
  if (owner !== null && !/\bconst\b/.test(textOf(childOf(node, 'modifiers')))) return null
  const name = childOf(node, 'variable_declaration')?.namedChildren[0]
  if (name === undefined) return null
  const value = node.namedChildren.at(-1) ?? null
  const until = value !== null && hasToken(node, '=') ? longValue(value) : childOf(node, 'getter', 'property_delegate')
  return [{ kind: 'constant', name: name.text, node, until, isPublic: isShown(node) }]
}
