import type { Node } from 'web-tree-sitter'
import type { SymbolKind } from '../../outline/shape.ts'
import { childOf, type Declared, field, type LanguageReader, type Place, type Reading, textOf } from '../declared.ts'

const CONTAINERS: Readonly<Record<string, SymbolKind>> = { defmodule: 'class', defprotocol: 'type', defimpl: 'type' }
const FUNCTIONS = /^(?:def|defp|defmacro|defmacrop|defguard|defguardp|defdelegate)$/
const IMPORTS = /^(?:alias|import|require|use)$/

export const ELIXIR: LanguageReader = {
  comments: ['comment'],
  decorations: [],
  read: { call: readCall, unary_operator: readAttribute },
  imports: {
    call: (node) => {
      const first = IMPORTS.test(targetOf(node)) ? childOf(node, 'arguments')?.namedChildren[0] : undefined
      return first === undefined ? [] : modulesOf(first)
    },
  },
  importWords: /\b(?:alias|import|require|use)\b/g,
  fileDocumentation: (root) => {
    const block = childOf(root.namedChildren.find(({ type }) => type === 'call') ?? root, 'do_block')
    const attribute = block?.namedChildren.find((node) => attributeOf(node)?.name === 'moduledoc')
    return attribute === undefined ? null : stringIn(attributeOf(attribute)?.value ?? null)
  },
}

const targetOf = (node: Node): string => textOf(field(node, 'target'))

/** `A.{B, C}` -> `A.B`, `A.C`. */
function modulesOf(node: Node): readonly string[] {
  const braces = /^([\w.]+)\.\{([^}]*)\}$/.exec(node.text)
  if (braces !== null) return (braces[2] ?? '').split(',').map((name) => `${braces[1]}.${name.trim()}`)
  return node.type === 'alias' ? [node.text] : []
}

function readCall(node: Node, place: Place): Reading | null {
  const target = targetOf(node)
  const head = childOf(node, 'arguments')?.namedChildren[0]
  if (head === undefined) return null
  const kind = CONTAINERS[target]
  if (kind !== undefined) return readContainer(kind, node, head)
  if (!FUNCTIONS.test(target)) return null
  // Before `when` stands the function.
  const called = head.type === 'binary_operator' ? field(head, 'left') : head
  const name = textOf(called?.type === 'call' ? field(called, 'target') : called)
  const block = childOf(node, 'do_block') ?? head.nextNamedSibling
  const documentation = takeDocumentation(place)
  const isPublic = !target.endsWith('p') && documentation !== false
  // Clauses of one function stand one after another: the first is the symbol.
  return [
    {
      kind: 'function',
      name,
      node,
      until: block,
      isPublic,
      repeats: 'clause',
      ...(typeof documentation === 'string' ? { documentation } : {}),
    },
  ]
}

function readContainer(kind: SymbolKind, node: Node, head: Node): Reading {
  const body = childOf(node, 'do_block')
  const isImplementation = targetOf(node) === 'defimpl'
  const target = isImplementation ? /\bfor:\s*([\w.]+)/.exec(textOf(childOf(node, 'arguments')))?.[1] : undefined
  const attribute = body?.namedChildren.find((child) => attributeOf(child)?.name === 'moduledoc')
  const documentation = attribute === undefined ? null : stringIn(attributeOf(attribute)?.value ?? null)
  const own = documentation === null ? {} : { documentation }
  return [
    {
      kind,
      name: target ?? head.text,
      node,
      until: body,
      members: body,
      isPublic: !isImplementation,
      addsMembers: isImplementation,
      ...own,
    },
  ]
}

/** `@doc "…"` speaks of what comes next; `@type`, `@callback` and `@limit 100` are declarations of their own. */
function readAttribute(node: Node, { memory }: Place): Reading | null {
  const attribute = attributeOf(node)
  if (attribute === null) return null
  const { name, value } = attribute
  if (name === 'doc' || name === 'typedoc') memory.documentation = value?.text === 'false' ? 'false' : stringIn(value)
  if (name === 'type' || name === 'opaque') return [declaredType('type', node, value, memory)]
  if (name === 'callback' || name === 'macrocallback') return [declaredType('method', node, value, memory)]
  return null
}

function declaredType(kind: Declared['kind'], node: Node, value: Node | null, memory: Place['memory']): Declared {
  const name = /^[\w?!]+/.exec(value?.text ?? '')?.[0] ?? ''
  const documentation = memory.documentation
  memory.documentation = null
  return { kind, name, node, isPublic: true, ...(documentation == null ? {} : { documentation }) }
}

/** The `@doc` before a function; `false` where it says that the function is nobody's business. */
function takeDocumentation({ memory }: Place): string | false | null {
  const { documentation = null } = memory
  memory.documentation = null
  return documentation === 'false' ? false : documentation
}

function attributeOf(node: Node): { name: string; value: Node | null } | null {
  const call = node.type === 'unary_operator' && node.text.startsWith('@') ? field(node, 'operand') : null
  if (call?.type !== 'call') return null
  return { name: targetOf(call), value: childOf(call, 'arguments')?.namedChildren[0] ?? null }
}

function stringIn(value: Node | null): string | null {
  const string = value?.type === 'string' ? value : (value?.descendantsOfType('string')[0] ?? null)
  if (string === null) return null
  const lines = string.text.replace(/^(?:"""|")|(?:"""|")$/g, '').split('\n')
  const indents = lines
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length)
  const indent = indents.reduce((least, one) => Math.min(least, one), 200)
  const text = lines
    .map((line, index) => (index === 0 ? line : line.slice(indent)).trimEnd())
    .join('\n')
    .trim()
  return text === '' ? null : text
}
