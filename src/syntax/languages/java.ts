import type { Node } from 'web-tree-sitter'
import { type Declared, field, hasToken, type LanguageReader, longValue, type Place, type Reading, textOf } from '../declared.ts'

export const JAVA: LanguageReader = {
  comments: ['line_comment', 'block_comment'],
  decorations: ['annotation', 'marker_annotation'],
  read: {
    class_declaration: (node, place) => named('class', node, place),
    record_declaration: (node, place) => named('class', node, place),
    interface_declaration: (node, place) => named('type', node, place),
    annotation_type_declaration: (node, place) => named('type', node, place),
    enum_declaration: (node, place) => named('type', node, place),
    enum_body_declarations: (node) => ({ enter: node }),
    method_declaration: (node, place) => named('method', node, place),
    annotation_type_element_declaration: (node, place) => named('method', node, place),
    constructor_declaration: (node, place) => named('method', node, place),
    compact_constructor_declaration: (node, place) => named('method', node, place),
    field_declaration: (node, place) => readConstants(node, place),
    constant_declaration: (node, place) => readConstants(node, place),
  },
  imports: {
    import_declaration: (node) => node.namedChildren.filter(({ type }) => /identifier$/.test(type)).map(({ text }) => text),
  },
}

const CONTAINERS = ['class', 'type']

function isShown(node: Node, { owner }: Place): boolean {
  const modifiers = node.namedChildren.find(({ type }) => type === 'modifiers')
  if (modifiers !== undefined && hasToken(modifiers, 'public')) return true
  // What an interface or an annotation declares is public without a word.
  const isOfInterface = owner !== null && /^(?:interface|annotation_type)_body$/.test(node.parent?.type ?? '')
  return isOfInterface && (modifiers === undefined || !hasToken(modifiers, 'private'))
}

function named(kind: Declared['kind'], node: Node, place: Place): Reading {
  const body = field(node, 'body')
  const members = CONTAINERS.includes(kind) ? body : null
  return [{ kind, name: textOf(field(node, 'name')), node, until: body, members, isPublic: isShown(node, place) }]
}

/** `static final` fields; other fields are told by their class. */
function readConstants(node: Node, place: Place): Reading | null {
  const modifiers = textOf(node.namedChildren.find(({ type }) => type === 'modifiers'))
  const isConstant = node.type === 'constant_declaration' || (/\bstatic\b/.test(modifiers) && /\bfinal\b/.test(modifiers))
  if (!isConstant) return null
  return node.childrenForFieldName('declarator').map(
    (declarator): Declared => ({
      kind: 'constant',
      name: textOf(field(declarator, 'name')),
      node,
      until: longValue(field(declarator, 'value')),
      isPublic: isShown(node, place),
    }),
  )
}
