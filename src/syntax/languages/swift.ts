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

export const SWIFT: LanguageReader = {
  comments: ['comment', 'multiline_comment'],
  decorations: ['attribute'],
  read: {
    class_declaration: readType,
    protocol_declaration: (node) => named('type', node, field(node, 'body')),
    typealias_declaration: (node) => named('type', node),
    function_declaration: (node) => named('function', node),
    protocol_function_declaration: (node) => named('method', node),
    init_declaration: (node) => [{ kind: 'method', name: 'init', node, until: field(node, 'body'), isPublic: isShown(node) }],
    subscript_declaration: (node) => [
      { kind: 'method', name: 'subscript', node, until: childOf(node, 'computed_property'), isPublic: isShown(node) },
    ],
    property_declaration: readProperty,
  },
  imports: { import_declaration: (node) => [textOf(childOf(node, 'identifier'))] },
}

const isShown = (node: Node): boolean => !/\b(?:private|fileprivate)\b(?!\(set\))/.test(textOf(childOf(node, 'modifiers')))

function named(kind: Declared['kind'], node: Node, members: Node | null = null): Reading {
  return [{ kind, name: textOf(field(node, 'name')), node, until: field(node, 'body'), members, isPublic: isShown(node) }]
}

/** Classes, structs, actors, enums and extensions are one kind of node. */
function readType(node: Node): Reading {
  const body = field(node, 'body')
  const addsMembers = hasToken(node, 'extension')
  const kind = addsMembers || hasToken(node, 'enum') ? 'type' : 'class'
  const name = textOf(field(node, 'name')).replace(/<[\s\S]*$/, '')
  return [{ kind, name, node, until: body, members: body, isPublic: !addsMembers && isShown(node), addsMembers }]
}

/** Constants at the top of a file, and `static let` in types. */
function readProperty(node: Node, { owner }: Place): Reading | null {
  const isStatic = /\bstatic\b/.test(textOf(childOf(node, 'modifiers')))
  if (owner !== null && !(isStatic && /^let\b/.test(textOf(childOf(node, 'value_binding_pattern'))))) return null
  const name = field(node, 'name')?.descendantsOfType('simple_identifier')[0]
  if (name === undefined) return null
  const until = field(node, 'computed_value') ?? longValue(field(node, 'value'))
  return [{ kind: 'constant', name: name.text, node, until, isPublic: isShown(node) }]
}
