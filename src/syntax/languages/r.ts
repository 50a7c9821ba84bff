import type { Node } from 'web-tree-sitter'
import { type Declared, field, type LanguageReader, longValue, type Reading, textOf, unquoted } from '../declared.ts'

export const R: LanguageReader = {
  comments: ['comment'],
  decorations: [],
  read: { binary_operator: readAssignment, call: readCall, argument: readMember },
  imports: {
    call: (node) => {
      const name = textOf(field(node, 'function'))
      const first = /^(?:library|require|requireNamespace|loadNamespace|source)$/.test(name) ? argumentsOf(node)[0] : undefined
      return first === undefined || !/^(?:identifier|string)$/.test(first.type) ? [] : [unquoted(first.text)]
    },
    namespace_operator: (node) => [textOf(field(node, 'lhs'))],
  },
  importWords: /\b(?:library|require|requireNamespace|loadNamespace|source)(?=\()|[A-Za-z][\w.]*(?=:::?)/g,
}

const isShown = (name: string): boolean => !name.startsWith('.')
const argumentsOf = (call: Node): readonly Node[] =>
  (field(call, 'arguments')?.namedChildren ?? [])
    .filter(({ type }) => type === 'argument')
    .map((one) => field(one, 'value') ?? one)

function readAssignment(node: Node): Reading | null {
  const left = field(node, 'lhs')
  const right = field(node, 'rhs')
  const isAssignment = node.children.some(({ type }) => /^(?:<-|<<-|=)$/.test(type))
  if (!isAssignment || right === null || !/^(?:identifier|string)$/.test(left?.type ?? '')) return null
  const name = unquoted(textOf(left))
  if (right.type === 'function_definition')
    return [{ kind: 'function', name, node, until: field(right, 'body'), isPublic: isShown(name) }]
  const isClass = right.type === 'call' && /^(?:R6::)?R6Class$|^setRefClass$/.test(textOf(field(right, 'function')))
  if (isClass)
    return [
      {
        kind: 'class',
        name,
        node,
        until: field(right, 'arguments'),
        members: field(right, 'arguments'),
        isPublic: isShown(name),
      },
    ]
  return [{ kind: 'constant', name, node, until: longValue(right), isPublic: isShown(name) }]
}

/** The lists of an R6 class: `public = list(add = function(n) …)`. */
function readMember(node: Node): Reading | null {
  const name = textOf(field(node, 'name'))
  const value = field(node, 'value')
  if (value?.type === 'function_definition') {
    return [{ kind: 'method', name, node, until: field(value, 'body'), isPublic: isShown(name) && !isPrivate(node) }]
  }
  const list = value?.type === 'call' && /^(?:public|private|active)$/.test(name) ? field(value, 'arguments') : null
  return list === null ? null : { enter: list }
}

const isPrivate = (node: Node): boolean => textOf(node.parent?.parent?.parent?.childForFieldName('name')) === 'private'

/** `setClass("Store", …)`, `setGeneric("drop", …)`, `setMethod("drop", "Store", …)` */
function readCall(node: Node): Reading | null {
  const called = textOf(field(node, 'function'))
  const [first, second] = argumentsOf(node)
  if (first?.type !== 'string') return null
  const name = unquoted(first.text)
  const declared = (kind: Declared['kind'], owner: string | null): Reading => {
    const body = node.descendantsOfType('function_definition')[0]
    return [{ kind, name, node, until: body === undefined ? null : field(body, 'body'), owner, isPublic: isShown(name) }]
  }
  if (called === 'setClass') return declared('class', null)
  if (called === 'setGeneric') return declared('function', null)
  if (called === 'setMethod') return declared('function', second?.type === 'string' ? unquoted(second.text) : null)
  return null
}
