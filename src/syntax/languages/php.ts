import type { Node } from 'web-tree-sitter'
import { childOf, type Declared, field, type LanguageReader, longValue, type Reading, textOf, unquoted } from '../declared.ts'

export const PHP: LanguageReader = {
  comments: ['comment'],
  decorations: ['attribute_list'],
  read: {
    namespace_definition: (node) => {
      const body = field(node, 'body')
      return body === null ? null : { enter: body }
    },
    class_declaration: (node) => named('class', node),
    interface_declaration: (node) => named('type', node),
    trait_declaration: (node) => named('type', node),
    enum_declaration: (node) => named('type', node),
    function_definition: (node) => named('function', node),
    method_declaration: (node) => named('method', node),
    const_declaration: (node) =>
      node.namedChildren
        .filter(({ type }) => type === 'const_element')
        .map(
          (element): Declared => ({
            kind: 'constant',
            name: textOf(childOf(element, 'name')),
            node,
            until: longValue(element.namedChildren.at(-1) ?? null),
            isPublic: isShown(node),
          }),
        ),
    expression_statement: readDefine,
    if_statement: (node) => {
      const body = field(node, 'body')
      return body === null ? null : { enter: body }
    },
  },
  imports: {
    namespace_use_declaration: usedNames,
    require_expression: (node) => requiredFile(node),
    require_once_expression: (node) => requiredFile(node),
    include_expression: (node) => requiredFile(node),
    include_once_expression: (node) => requiredFile(node),
  },
  importWords: /\b(?:use|require|require_once|include|include_once)\b/g,
}

const isShown = (node: Node): boolean => !/^(?:private|protected)/.test(textOf(childOf(node, 'visibility_modifier')))

function named(kind: Declared['kind'], node: Node): Reading {
  const body = field(node, 'body')
  const members = kind === 'class' || kind === 'type' ? body : null
  return [{ kind, name: textOf(field(node, 'name')), node, until: body, members, isPublic: isShown(node) }]
}

/** `define('NAME', 1)` */
function readDefine(node: Node): Reading | null {
  const call = node.namedChildren[0]
  if (call?.type !== 'function_call_expression' || textOf(field(call, 'function')) !== 'define') return null
  const name = field(call, 'arguments')?.namedChildren[0]?.text ?? ''
  return [{ kind: 'constant', name: unquoted(name), node, isPublic: true }]
}

/** `use A\{B, C\D as E}` -> `A\B`, `A\C\D`. */
function usedNames(node: Node): readonly string[] {
  const group = field(node, 'body')
  const before = group === null ? '' : `${textOf(childOf(node, 'namespace_name'))}\\`
  return (group ?? node).namedChildren
    .filter(({ type }) => type === 'namespace_use_clause')
    .map((clause) => before + textOf(clause.namedChildren[0]))
    .map((name) => name.replace(/^\\/, ''))
}

/** The string within what is required: `__DIR__ . '/a.php'` names `/a.php` beside the file. */
function requiredFile(node: Node): readonly string[] {
  const string = node.descendantsOfType(['string', 'encapsed_string'])[0]
  return string === undefined ? [] : [unquoted(string.text)]
}
