import type { Node } from 'web-tree-sitter'
import { type Declared, field, type LanguageReader, longValue, type Place, type Reading, textOf, unquoted } from '../declared.ts'

export const RUBY: LanguageReader = {
  comments: ['comment'],
  decorations: [],
  read: {
    class: (node) => container('class', node),
    module: (node) => container('type', node),
    singleton_class: (node) => {
      const body = field(node, 'body')
      return body === null ? null : { enter: body }
    },
    method: (node, place) => method(node, place.memory.access !== 'private'),
    singleton_method: (node) => method(node, true),
    assignment: readConstant,
    identifier: (node, { memory }) => {
      if (ACCESS.test(node.text)) memory.access = node.text === 'public' ? 'public' : 'private'
      return null
    },
    call: readCall,
    body_statement: (node) => ({ enter: node }),
  },
  imports: {
    call: (node) => {
      const name = field(node, 'receiver') === null ? textOf(field(node, 'method')) : ''
      const first = field(node, 'arguments')?.namedChildren[0]
      if (first?.type !== 'string' || !/^(?:require|require_relative|load|autoload)$/.test(name)) return []
      return [name === 'require_relative' ? relative(unquoted(first.text)) : unquoted(first.text)]
    },
  },
  importWords: /\b(?:require|require_relative|load)\b/g,
}

const ACCESS = /^(?:private|protected|public|private_class_method)$/
/** So that it is told from a library: `errors` beside the file, not the gem of that name. */
const relative = (module: string): string => (/^\.{0,2}\//.test(module) ? module : `./${module}`)

function container(kind: Declared['kind'], node: Node): Reading {
  const name = field(node, 'name')
  const own = textOf(name?.type === 'scope_resolution' ? field(name, 'name') : name)
  const until = field(node, 'body') ?? node.children.find(({ type }) => type === ';' || type === 'end') ?? null
  // Comments before the first member stand beside the body, not in it.
  return [{ kind, name: own, node, until, members: node, isPublic: true }]
}

function method(node: Node, isShown: boolean): Reading {
  const name = textOf(field(node, 'name'))
  const parameters = field(node, 'parameters')
  const until =
    field(node, 'body') ??
    node.children.find(
      ({ type, startIndex }) => (type === ';' || type === 'end') && startIndex > (parameters?.startIndex ?? 0),
    ) ??
    null
  return [{ kind: 'function', name, node, until, isPublic: isShown && !name.startsWith('_') }]
}

function readConstant(node: Node): Reading | null {
  const left = field(node, 'left')
  if (left?.type !== 'constant') return null
  const right = field(node, 'right')
  const isClass = right?.type === 'call' && /^(?:Struct|Class|Data|Module)$/.test(textOf(field(right, 'receiver')))
  return [{ kind: isClass ? 'class' : 'constant', name: left.text, node, until: longValue(right), isPublic: true }]
}

/** `private def a; end`, `attr_reader` has no symbol of its own. */
function readCall(node: Node, place: Place): Reading | null {
  const access = textOf(field(node, 'method'))
  const first = field(node, 'arguments')?.namedChildren[0]
  if (!ACCESS.test(access) || (first?.type !== 'method' && first?.type !== 'singleton_method')) return null
  const [declared] = method(first, access === 'public' && place.owner !== null) as readonly Declared[]
  return declared === undefined ? null : [{ ...declared, node }]
}
