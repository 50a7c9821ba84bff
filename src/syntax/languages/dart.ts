import type { Node } from 'web-tree-sitter'
import {
  childOf,
  type Declared,
  type Exports,
  field,
  type LanguageReader,
  lineOf,
  longValue,
  type Place,
  type Reading,
  textOf,
  unquoted,
} from '../declared.ts'

/** What stands before the name of a constant. */
const LEADS = [
  'const_builtin',
  'final_builtin',
  'late_builtin',
  'type_identifier',
  'type_arguments',
  'nullable_type',
  'function_type',
  'void_type',
]

export const DART: LanguageReader = {
  comments: ['comment', 'documentation_comment'],
  decorations: ['annotation'],
  leads: LEADS,
  read: {
    class_definition: (node) => named('class', node, field(node, 'body')),
    mixin_declaration: (node) => named('type', node, childOf(node, 'class_body')),
    extension_declaration: (node) => named('type', node, field(node, 'body')),
    extension_type_declaration: (node) => named('class', node, childOf(node, 'extension_body', 'class_body')),
    enum_declaration: (node) => named('type', node, null),
    type_alias: (node) => named('type', node, null),
    function_signature: (node) => callable('function', node),
    getter_signature: (node) => callable('function', node),
    setter_signature: (node) => callable('function', node),
    method_signature: (node) => callable('method', node),
    declaration: readDeclaration,
    static_final_declaration_list: readConstants,
  },
  imports: {
    import_or_export: (node) => uris(node),
    part_directive: (node) => uris(node),
    part_of_directive: (node) => uris(node),
  },
  exports: exportsOf,
}

const isShown = (name: string): boolean => !name.startsWith('_')
const uris = (node: Node): readonly string[] =>
  node
    .descendantsOfType('uri')
    .slice(0, 1)
    .map(({ text }) => unquoted(text))

function named(kind: Declared['kind'], node: Node, members: Node | null): Reading {
  const name = textOf(field(node, 'name') ?? childOf(node, 'identifier', 'type_identifier'))
  return [{ kind, name, node, until: members ?? childOf(node, 'enum_body'), members, isPublic: isShown(name) }]
}

/** A function's body is not a part of its signature's node, but the next one. */
function callable(kind: Declared['kind'], node: Node): Reading {
  const signature = node.type === 'method_signature' ? (node.namedChildren[0] ?? node) : node
  const body = node.nextNamedSibling?.type === 'function_body' ? node.nextNamedSibling : null
  const name = nameOf(signature)
  return [{ kind, name, node, end: body ?? node, isPublic: isShown(name.split('.').at(-1) ?? name) }]
}

/** Of a named constructor both parts: `Store.of`. */
function nameOf(signature: Node): string {
  if (signature.type === 'operator_signature')
    return `operator ${textOf(childOf(signature, 'binary_operator', 'tilde_operator') ?? signature.namedChildren.at(1))}`
  const names = signature.childrenForFieldName('name').filter(({ type }) => type === 'identifier')
  if (names.length > 0) return names.map(({ text }) => text).join('.')
  return signature.namedChildren
    .filter(({ type }) => type === 'identifier')
    .map(({ text }) => text)
    .join('.')
}

/** In a class: abstract methods, constructors without a body, and constants. */
function readDeclaration(node: Node): Reading | null {
  const signature = node.namedChildren.find(({ type }) => /_signature$/.test(type))
  if (signature !== undefined) {
    const name = nameOf(signature)
    return [
      { kind: 'method', name, node, until: childOf(node, 'initializers'), isPublic: isShown(name.split('.').at(-1) ?? name) },
    ]
  }
  const list = childOf(node, 'static_final_declaration_list')
  return list === null ? null : constantsIn(list, node)
}

function readConstants(node: Node, { owner }: Place): Reading | null {
  return owner === null ? constantsIn(node, null) : null
}

/** `const int limit = 100;` stands in a class as one node, at the top of a file as several beside each other. */
function constantsIn(list: Node, whole: Node | null): Reading {
  let begin: Node = whole ?? list
  for (
    let before = list.previousNamedSibling;
    whole === null && before !== null && LEADS.includes(before.type) && before.endPosition.row === list.startPosition.row;
    before = before.previousNamedSibling
  )
    begin = before
  return list.namedChildren
    .filter(({ type }) => type === 'static_final_declaration')
    .map((one): Declared => {
      const name = textOf(one.namedChildren[0])
      return {
        kind: 'constant',
        name,
        node: begin,
        end: whole ?? list,
        until: longValue(one.namedChildren[1] ?? null) ?? list.nextSibling,
        isPublic: isShown(name),
      }
    })
}

function exportsOf(root: Node): Exports {
  const listed = root
    .descendantsOfType('library_export')
    .map((node) => ({ name: '*', line: lineOf(node), from: uris(node)[0] ?? null }))
  return { listed, isComplete: false }
}
