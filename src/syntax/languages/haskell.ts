import type { Node } from 'web-tree-sitter'
import { documentationOf } from '../comments.ts'
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

const enter = (node: Node): Reading => ({ enter: node })

export const HASKELL: LanguageReader = {
  comments: ['comment', 'haddock'],
  decorations: [],
  read: {
    declarations: enter,
    class_declarations: enter,
    instance_declarations: enter,
    signature: readSignature,
    function: (node) => equation(node, field(node, 'match')),
    bind: (node) => equation(node, field(node, 'match')),
    data_type: (node) => named('class', node, field(node, 'constructors')),
    newtype: (node) => named('class', node, field(node, 'constructor')),
    type_synomym: (node) => named('type', node, longValue(field(node, 'type'))),
    type_family: (node) => named('type', node, null),
    class: (node) => [
      {
        kind: 'type',
        name: textOf(field(node, 'name')),
        node,
        until: field(node, 'declarations'),
        members: node,
        isPublic: true,
      },
    ],
    instance: (node) => {
      const name = textOf(field(node, 'patterns')?.namedChildren[0] ?? field(node, 'name')).replace(/^\((\w+).*$/s, '$1')
      return [{ kind: 'type', name, node, until: field(node, 'declarations'), members: node, isPublic: false, addsMembers: true }]
    },
  },
  imports: {
    imports: (node) => node.namedChildren.filter(({ type }) => type === 'import').map((one) => textOf(field(one, 'module'))),
  },
  fileDocumentation: (root) => {
    const head = root.namedChildren.slice(0, 10).find(({ type }) => type === 'haddock')
    return head !== undefined && childOf(root, 'header') !== null && head.startIndex < (childOf(root, 'header')?.startIndex ?? 0)
      ? documentationOf([head])
      : null
  },
  exports: exportsOf,
}

function named(kind: Declared['kind'], node: Node, until: Node | null): Reading {
  return [{ kind, name: textOf(field(node, 'name')), node, until, isPublic: true }]
}

/** A signature speaks for the equations below it, whose last line is the symbol's. */
function readSignature(node: Node, { owner }: Place): Reading {
  const names = node.childrenForFieldName('name').filter(({ type }) => type === 'variable')
  return names.map(({ text }): Declared => {
    let end = node
    for (
      let next = node.nextNamedSibling;
      next !== null && /^(?:function|bind)$/.test(next.type) && textOf(field(next, 'name')) === text;
      next = next.nextNamedSibling
    )
      end = next
    const type = field(node, 'type')
    const isFunction =
      type?.type === 'function' ||
      type?.type === 'context' ||
      type?.type === 'forall' ||
      owner !== null ||
      end.type === 'function'
    return { kind: isFunction ? 'function' : 'constant', name: text, node, end, isPublic: true }
  })
}

/** An equation without a signature is a declaration; of several the first. */
function equation(node: Node, until: Node | null): Reading {
  const name = textOf(field(node, 'name'))
  return [{ kind: node.type === 'bind' ? 'constant' : 'function', name, node, until, isPublic: true, repeats: 'clause' }]
}

function exportsOf(root: Node): Exports {
  const exports = childOf(root, 'header')?.childForFieldName('exports') ?? null
  if (exports === null) return { listed: [], isComplete: false }
  const listed = exports.namedChildren.flatMap((one): ListedExport[] => {
    if (one.type === 'module_export') return [{ name: '*', line: lineOf(one), from: textOf(field(one, 'module')) }]
    const name = textOf(field(one, 'variable') ?? field(one, 'type') ?? field(one, 'operator'))
    return name === '' ? [] : [{ name, line: lineOf(one), from: null }]
  })
  return { listed, isComplete: true }
}
