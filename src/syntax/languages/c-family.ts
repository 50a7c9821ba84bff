import type { Node } from 'web-tree-sitter'
import { childOf, type Declared, field, type LanguageReader, longValue, type Place, type Reading, textOf } from '../declared.ts'

const enter = (node: Node): Reading => ({ enter: node })

/** C and C++: one grammar extends the other. */
export const C_FAMILY: LanguageReader = {
  comments: ['comment'],
  decorations: ['attribute_declaration', 'attribute_specifier'],
  read: {
    preproc_if: enter,
    preproc_ifdef: enter,
    preproc_else: enter,
    preproc_elif: enter,
    linkage_specification: enterBody,
    namespace_definition: enterBody,
    declaration_list: enter,
    template_declaration: (node) => ({ enter: node, wraps: true }),
    preproc_def: (node) => (field(node, 'value') === null ? null : macro(node)),
    preproc_function_def: macro,
    class_specifier: readType,
    struct_specifier: readType,
    union_specifier: readType,
    enum_specifier: readType,
    type_definition: readTypedef,
    alias_declaration: (node, place) => [
      {
        kind: 'type',
        name: textOf(field(node, 'name')),
        node,
        until: longValue(field(node, 'type')),
        isPublic: isShown(node, place),
      },
    ],
    concept_definition: (node, place) => [
      { kind: 'type', name: textOf(field(node, 'name')), node, isPublic: isShown(node, place) },
    ],
    function_definition: (node, place) =>
      readFunction(node, place, field(node, 'body') ?? childOf(node, 'default_method_clause', 'delete_method_clause')),
    declaration: readDeclaration,
    field_declaration: readDeclaration,
    access_specifier: (node, { memory }) => {
      memory.access = node.text.replace(/\s*:$/, '')
      return null
    },
  },
  imports: { preproc_include: (node) => [textOf(field(node, 'path')).replace(/^[<"]|[>"]$/g, '')] },
}

function enterBody(node: Node): Reading | null {
  const body = field(node, 'body')
  if (body === null) return null
  return { enter: body.type === 'declaration_list' ? body : node }
}

function macro(node: Node): Reading {
  const value = field(node, 'value')
  const kind = node.type === 'preproc_function_def' ? 'function' : 'constant'
  return [
    { kind, name: textOf(field(node, 'name')), node, until: kind === 'function' ? value : longValue(value), isPublic: true },
  ]
}

/** A class hides its members until it says otherwise, a struct shows them. */
function isShown(node: Node, { owner, memory }: Place): boolean {
  if (owner !== null)
    return (memory.access ?? (node.parent?.parent?.type === 'class_specifier' ? 'private' : 'public')) === 'public'
  return !node.namedChildren.some(({ type, text }) => type === 'storage_class_specifier' && text === 'static')
}

/** A declaration without a body only names a type. */
function readType(node: Node, place: Place): Reading | null {
  const members = field(node, 'body')
  const name = field(node, 'name')
  if (members === null || name === null) return null
  const kind = node.type === 'class_specifier' || node.type === 'struct_specifier' ? 'class' : 'type'
  const own = name.type === 'template_type' ? textOf(field(name, 'name')) : (name.text.split('::').at(-1) ?? name.text)
  return [
    {
      kind,
      name: own,
      node,
      until: members,
      members: kind === 'class' || node.type === 'union_specifier' ? members : null,
      isPublic: isShown(place.wrapper ?? node, place),
    },
  ]
}

function readTypedef(node: Node): Reading {
  const type = field(node, 'type')
  const body = type === null ? null : field(type, 'body')
  const kind = type?.type === 'struct_specifier' && body !== null ? 'class' : 'type'
  const members = kind === 'class' ? body : null
  return node.childrenForFieldName('declarator').map((declarator): Declared => {
    const name = nameIn(declarator)?.text ?? ''
    const head = `typedef ${textOf(type).split(/[\s{]/, 1)[0]} ${name}`
    return { kind, name, node, members, isPublic: true, ...(body === null ? {} : { signature: head }) }
  })
}

/** Prototypes, methods without a body, types with a variable behind them, and constants. */
function readDeclaration(node: Node, place: Place): Reading | null {
  const type = field(node, 'type')
  const declarator = field(node, 'declarator')
  const inner = type !== null && /_specifier$/.test(type.type) && field(type, 'body') !== null ? readType(type, place) : null
  if (inner !== null && declarator === null) return inner
  if (functionIn(declarator) !== null) return readFunction(node, place, null).map((one) => ({ ...one, repeats: 'head' }))
  if (place.owner !== null || declarator === null) return inner
  const isConstant = node.namedChildren.some(
    ({ type: kind, text }) => kind === 'type_qualifier' && /^const(?:expr|init)?$/.test(text),
  )
  const name = nameIn(declarator)
  if (!isConstant || name === null) return inner
  const value = field(declarator, 'value')
  return [{ kind: 'constant', name: name.text, node, until: longValue(value), isPublic: isShown(node, place) }]
}

function readFunction(node: Node, place: Place, body: Node | null): Declared[] {
  const declarator = functionIn(field(node, 'declarator')) ?? field(node, 'declarator')
  const names = declarator === null ? null : nameIn(declarator)
  if (names === null) return []
  const parts = qualified(names)
  const name = parts.at(-1) ?? ''
  // Macros that look like a function without a type, as `DEFINE_TEST(x) { … }`, tell no name.
  if (field(node, 'type') === null && parts.length === 1 && place.owner === null && !/^(?:operator|~)/.test(name)) return []
  const isPublic = isShown(node, place) && !(name.startsWith('_') && place.owner === null)
  return [
    {
      kind: 'function',
      name,
      node,
      until: body,
      owner: parts.at(-2) ?? null,
      isPublic,
      ...(body?.type === 'delete_method_clause' ? { repeats: 'head' } : {}),
    },
  ]
}

/** The declarator with parameters within pointers and references; null where a pointer to a function is declared. */
function functionIn(declarator: Node | null): Node | null {
  for (let node = declarator, depth = 0; node !== null && depth < 12; depth++) {
    if (node.type === 'function_declarator') return field(node, 'declarator')?.type === 'parenthesized_declarator' ? null : node
    if (!/^(?:pointer|reference|init|attributed)_declarator$/.test(node.type)) return null
    node = field(node, 'declarator') ?? node.namedChildren.find(({ type }) => /declarator$/.test(type)) ?? null
  }
  return null
}

const NAMES = [
  'identifier',
  'field_identifier',
  'type_identifier',
  'qualified_identifier',
  'destructor_name',
  'operator_name',
  'operator_cast',
  'template_function',
]

function nameIn(declarator: Node): Node | null {
  for (let node: Node | null = declarator, depth = 0; node !== null && depth < 12; depth++) {
    if (NAMES.includes(node.type)) return node
    node =
      field(node, 'declarator') ?? node.namedChildren.find(({ type }) => /declarator$/.test(type) || NAMES.includes(type)) ?? null
  }
  return null
}

/** `a::B::c` -> its three names. */
function qualified(name: Node): readonly string[] {
  if (name.type !== 'qualified_identifier') return [plain(name)]
  const inner = field(name, 'name')
  const scope = textOf(field(name, 'scope')).replace(/<[\s\S]*$/, '')
  return [scope, ...(inner === null ? [] : qualified(inner))]
}

function plain(name: Node): string {
  if (name.type === 'template_function') return textOf(field(name, 'name'))
  if (name.type === 'operator_cast') return `operator ${textOf(field(name, 'type'))}`
  return name.text
}
