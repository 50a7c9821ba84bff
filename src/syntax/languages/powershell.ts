import type { Node } from 'web-tree-sitter'
import { documentationOf } from '../comments.ts'
import {
  childOf,
  type Declared,
  type Exports,
  type LanguageReader,
  lineOf,
  longValue,
  type Place,
  type Reading,
  textOf,
} from '../declared.ts'

const enter = (node: Node): Reading => ({ enter: node })

export const POWERSHELL: LanguageReader = {
  comments: ['comment'],
  decorations: ['attribute_list'],
  read: {
    statement_list: enter,
    function_statement: readFunction,
    class_statement: (node) => [
      { kind: 'class', name: firstName(node), node, until: brace(node), members: node, isPublic: true },
    ],
    enum_statement: (node) => [{ kind: 'type', name: firstName(node), node, until: brace(node), isPublic: true }],
    class_method_definition: (node) => [
      { kind: 'method', name: firstName(node), node, until: brace(node), isPublic: !isHidden(node) },
    ],
    pipeline: readAssignment,
  },
  imports: { command: importedModules },
  importWords: /\b(?:Import-Module|using)\b|(?<=^|[\n;{]\s*)\.(?=\s)/gi,
  exports: exportsOf,
}

const firstName = (node: Node): string => textOf(childOf(node, 'simple_name'))
const brace = (node: Node): Node | null => node.children.find(({ type }) => type === '{') ?? null
const isHidden = (node: Node): boolean =>
  node.namedChildren.some(({ type, text }) => type === 'class_attribute' && /^hidden$/i.test(text))

function readFunction(node: Node): Reading {
  const block = childOf(node, 'script_block')
  const inside = node.namedChildren.find(({ type }) => type === 'comment')
  const own = inside === undefined ? {} : { documentation: documentationOf([inside]) }
  const name = textOf(childOf(node, 'function_name'))
  // Parameters stand in the body as well as behind the name.
  const parameters = block === null ? null : childOf(childOf(block, 'param_block') ?? block, 'parameter_list')
  const signature =
    parameters === null ? {} : { signature: `function ${name}(${parameters.text.replace(/\s+/g, ' ').slice(0, 150)})` }
  return [{ kind: 'function', name, node, until: brace(node), isPublic: true, ...signature, ...own }]
}

/** `$Limit = 100` at the top of a file. */
function readAssignment(node: Node, { owner }: Place): Reading | null {
  const assignment = childOf(node, 'assignment_expression')
  const name =
    assignment === null
      ? undefined
      : /^(?:\[[\w.[\]]+\]\s*)?\$(?:script:|global:)?(\w+)$/i.exec(textOf(childOf(assignment, 'left_assignment_expression')))?.[1]
  if (owner !== null || name === undefined) return null
  return [
    {
      kind: 'constant',
      name,
      node,
      until: longValue(assignment?.childForFieldName('value') ?? null),
      isPublic: /^[A-Z]/.test(name),
    } satisfies Declared,
  ]
}

/** `Import-Module A`, `using module .\B.psm1`, `. $PSScriptRoot/c.ps1` */
function importedModules(node: Node): readonly string[] {
  const name = textOf(childOf(node, 'command_name', 'command_name_expr'))
  const rest = textOf(childOf(node, 'command_elements')).trim()
  if (/^import-module$/i.test(name)) return [/^(?:-Name\s+)?["']?([^\s"']+)/i.exec(rest)?.[1] ?? '']
  if (/^using$/i.test(name)) return [/^(?:module|namespace|assembly)\s+["']?([^\s"']+)/i.exec(rest)?.[1] ?? '']
  return /^\.\s/.test(node.text) ? [name.replace(/^["']|["']$/g, '').replace(/^\$PSScriptRoot[\\/]/i, './')] : []
}

/** `Export-ModuleMember -Function A, B`: read from the text, as the grammar trips over the comma. */
function exportsOf(root: Node): Exports {
  const match = /^Export-ModuleMember\s+(?:-Function\s+)?((?:[\w*-]+\s*,\s*)*[\w*-]+)/im.exec(root.text)
  if (match === null) return { listed: [], isComplete: false }
  const line = root.text.slice(0, match.index).split('\n').length
  const names = (match[1] ?? '').split(',').map((name) => name.trim())
  if (names.includes('*')) return { listed: [], isComplete: false }
  return { listed: names.map((name) => ({ name, line: Math.max(line, lineOf(root)), from: null })), isComplete: false }
}
