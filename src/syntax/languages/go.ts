import type { Node } from 'web-tree-sitter'
import {
  childOf,
  type Declared,
  field,
  type LanguageReader,
  longValue,
  type Place,
  type Reading,
  textOf,
  unquoted,
} from '../declared.ts'

export const GO: LanguageReader = {
  comments: ['comment'],
  decorations: [],
  read: {
    function_declaration: (node) => named('function', node),
    method_declaration: readMethod,
    type_declaration: specs,
    const_declaration: specs,
    var_declaration: specs,
    var_spec_list: (node) => ({ enter: node }),
    type_spec: readType,
    type_alias: readType,
    const_spec: readValues,
    var_spec: readValues,
    method_elem: (node) => named('method', node),
    method_spec: (node) => named('method', node),
  },
  imports: {
    import_declaration: (node) => node.descendantsOfType('import_spec').map((spec) => unquoted(textOf(field(spec, 'path')))),
  },
}

const isPublic = (name: string): boolean => /^\p{Lu}/u.test(name)

function named(kind: Declared['kind'], node: Node): Reading {
  const name = textOf(field(node, 'name'))
  return [{ kind, name, node, until: field(node, 'body'), isPublic: isPublic(name) }]
}

/** `type A …` is one declaration, `type ( A …; B … )` is a list of them. */
function specs(node: Node): Reading {
  return { enter: node, wraps: !node.children.some(({ type }) => type === '(' || type === 'var_spec_list') }
}

function readMethod(node: Node): Reading {
  const receiver = field(node, 'receiver')
  const owner = receiver?.descendantsOfType('type_identifier')[0]?.text ?? null
  const name = textOf(field(node, 'name'))
  // What stands behind the type's name is its own parameters: an exported method of a hidden type can't be named from outside.
  return [{ kind: 'method', name, node, until: field(node, 'body'), owner, isPublic: isPublic(name) && isPublic(owner ?? name) }]
}

function readType(node: Node): Reading {
  const name = textOf(field(node, 'name'))
  const type = field(node, 'type')
  const fields = type === null ? null : childOf(type, 'field_declaration_list')
  const kind = type?.type === 'struct_type' ? 'class' : 'type'
  const until = fields ?? (type?.type === 'interface_type' ? bodyOf(type) : longValue(type))
  return [{ kind, name, node, until, members: type?.type === 'interface_type' ? type : null, isPublic: isPublic(name) }]
}

/** An interface has no node for its body: the brace begins it. */
const bodyOf = (type: Node): Node | null => type.children.find((child) => child.type === '{') ?? null

function readValues(node: Node, { wrapper }: Place): Reading {
  const names = node.childrenForFieldName('name').filter(({ type }) => type === 'identifier')
  const until = longValue(field(node, 'value'))
  return names
    .filter(({ text }) => text !== '_')
    .map((name): Declared => ({ kind: 'constant', name: name.text, node: wrapper ?? node, until, isPublic: isPublic(name.text) }))
}
