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

export const CSHARP: LanguageReader = {
  comments: ['comment'],
  decorations: ['attribute_list'],
  read: {
    namespace_declaration: (node) => {
      const body = field(node, 'body')
      return body === null ? null : { enter: body }
    },
    file_scoped_namespace_declaration: (node) => ({ enter: node }),
    class_declaration: (node, place) => named('class', node, place),
    struct_declaration: (node, place) => named('class', node, place),
    record_declaration: (node, place) => named('class', node, place),
    interface_declaration: (node, place) => named('type', node, place),
    enum_declaration: (node, place) => named('type', node, place, null),
    delegate_declaration: (node, place) => named('type', node, place, null),
    method_declaration: (node, place) => named('method', node, place),
    constructor_declaration: (node, place) => named('method', node, place),
    operator_declaration: (node, place) => [
      { ...member('method', node, place), name: `operator ${textOf(field(node, 'operator'))}` },
    ],
    property_declaration: (node, place) => named('constant', node, place),
    field_declaration: readConstants,
    preproc_if: (node) => ({ enter: node }),
    preproc_region: (node) => ({ enter: node }),
  },
  imports: { using_directive: (node) => [textOf(node.namedChildren.at(-1))] },
}

const modifiersOf = (node: Node): readonly string[] =>
  node.namedChildren.filter(({ type }) => type === 'modifier').map(({ text }) => text)

function isShown(node: Node, { owner }: Place): boolean {
  const modifiers = modifiersOf(node)
  const isOfInterface = owner?.kind === 'type' && node.parent?.parent?.type === 'interface_declaration'
  return modifiers.includes('public') || (isOfInterface && modifiers.length === 0)
}

function member(kind: Declared['kind'], node: Node, place: Place, members: Node | null = field(node, 'body')): Declared {
  const isContainer = kind === 'class' || kind === 'type'
  const until = field(node, 'body') ?? field(node, 'accessors') ?? childOf(node, 'arrow_expression_clause')
  return {
    kind,
    name: textOf(field(node, 'name')),
    node,
    until,
    members: isContainer ? members : null,
    isPublic: isShown(node, place),
  }
}

const named = (kind: Declared['kind'], node: Node, place: Place, members?: Node | null): Reading => [
  member(kind, node, place, members),
]

function readConstants(node: Node, place: Place): Reading | null {
  const modifiers = modifiersOf(node)
  if (!modifiers.includes('const') && !(modifiers.includes('static') && modifiers.includes('readonly'))) return null
  return node.descendantsOfType('variable_declarator').map(
    (declarator): Declared => ({
      kind: 'constant',
      name: textOf(field(declarator, 'name')),
      node,
      until: hasToken(declarator, '=') ? longValue(declarator.namedChildren.at(-1) ?? null) : null,
      isPublic: isShown(node, place),
    }),
  )
}
