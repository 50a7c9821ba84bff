import type { Node } from 'web-tree-sitter'
import {
  childOf,
  type Declared,
  type Exports,
  field,
  type LanguageReader,
  type ListedExport,
  lineOf,
  longValue,
  type Place,
  type Reading,
  textOf,
} from '../declared.ts'

export const RUST: LanguageReader = {
  comments: ['line_comment', 'block_comment'],
  decorations: ['attribute_item', 'inner_attribute_item'],
  read: {
    function_item: (node, place) => named('function', node, place),
    function_signature_item: (node, place) => named('function', node, place),
    struct_item: (node, place) => named('class', node, place),
    union_item: (node, place) => named('class', node, place),
    enum_item: (node, place) => named('type', node, place),
    trait_item: (node, place) => named('type', node, place, field(node, 'body')),
    type_item: (node, place) => named('type', node, place),
    const_item: (node, place) => named('constant', node, place),
    static_item: (node, place) => named('constant', node, place),
    impl_item: readImplementation,
    macro_definition: (node) => [
      {
        kind: 'function',
        name: textOf(field(node, 'name')),
        node,
        until: childOf(node, 'macro_rule'),
        isPublic: isMacroExported(node),
      },
    ],
    mod_item: enterBody,
    foreign_mod_item: enterBody,
  },
  imports: {
    use_declaration: (node) => usedPaths(field(node, 'argument'), ''),
    mod_item: (node) => (field(node, 'body') === null ? [`mod ${textOf(field(node, 'name'))}`] : []),
    extern_crate_declaration: (node) => [textOf(field(node, 'name'))],
  },
  importWords: /\b(?:use|mod|extern\s+crate)\b/g,
  exports: (root): Exports => ({ listed: root.namedChildren.flatMap(reExports), isComplete: false }),
}

const isPub = (node: Node): boolean => textOf(childOf(node, 'visibility_modifier')) === 'pub'

function enterBody(node: Node): Reading | null {
  const body = field(node, 'body')
  return body === null ? null : { enter: body }
}

function named(kind: Declared['kind'], node: Node, { owner }: Place, members: Node | null = null): Reading {
  const name = textOf(field(node, 'name'))
  const until = field(node, 'body') ?? longValue(field(node, 'value') ?? (kind === 'type' ? field(node, 'type') : null))
  // What a trait declares is as public as the trait.
  const isPublic = isPub(node) || (owner?.kind === 'type' && node.parent?.parent?.type === 'trait_item')
  return [{ kind, name, node, until, members, isPublic }]
}

/** Adds members to a type that is declared elsewhere, under that type's name. */
function readImplementation(node: Node): Reading {
  const type = field(node, 'type')
  const name = textOf(type?.type === 'generic_type' ? field(type, 'type') : type).replace(/^&?(?:\w+::)*/, '')
  const body = field(node, 'body')
  return [{ kind: 'type', name, node, until: body, members: body, isPublic: false, addsMembers: true }]
}

function isMacroExported(node: Node): boolean {
  for (let before = node.previousNamedSibling; before?.type === 'attribute_item'; before = before.previousNamedSibling) {
    if (before.text.includes('macro_export')) return true
  }
  return false
}

/** `a::{b, c::d}` -> `a::b`, `a::c::d`; of `a::*` the module. */
function usedPaths(node: Node | null, before: string): readonly string[] {
  if (node === null) return []
  if (node.type === 'use_as_clause') return usedPaths(field(node, 'path'), before)
  if (node.type === 'use_list') return node.namedChildren.flatMap((child) => usedPaths(child, before))
  if (node.type === 'use_wildcard') return [(before + node.text).replace(/::\*$/, '')]
  if (node.type === 'scoped_use_list') return usedPaths(field(node, 'list'), `${before}${textOf(field(node, 'path'))}::`)
  return [node.text === 'self' ? before.replace(/::$/, '') : before + node.text]
}

function reExports(node: Node): readonly ListedExport[] {
  if (node.type !== 'use_declaration' || !isPub(node)) return []
  return namesOf(field(node, 'argument'), '').map(({ path, name }) => ({ name, line: lineOf(node), from: path }))
}

function namesOf(node: Node | null, before: string): readonly { path: string; name: string }[] {
  if (node?.type === 'use_as_clause') return usedPaths(node, before).map((path) => ({ path, name: textOf(field(node, 'alias')) }))
  if (node?.type === 'use_list') return node.namedChildren.flatMap((child) => namesOf(child, before))
  if (node?.type === 'scoped_use_list') return namesOf(field(node, 'list'), `${before}${textOf(field(node, 'path'))}::`)
  if (node?.type === 'use_wildcard') return usedPaths(node, before).map((path) => ({ path, name: '*' }))
  return usedPaths(node, before).map((path) => ({ path, name: path.split('::').at(-1) ?? path }))
}
