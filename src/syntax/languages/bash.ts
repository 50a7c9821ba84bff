import type { Node } from 'web-tree-sitter'
import { type Declared, field, type LanguageReader, longValue, textOf, unquoted } from '../declared.ts'

export const BASH: LanguageReader = {
  comments: ['comment'],
  decorations: [],
  read: {
    function_definition: (node) => {
      const name = textOf(field(node, 'name'))
      return [{ kind: 'function', name, node, until: field(node, 'body'), isPublic: !name.startsWith('_') }]
    },
    declaration_command: (node) =>
      node.namedChildren.filter(({ type }) => type === 'variable_assignment').flatMap((one) => constant(one, node)),
    variable_assignment: (node) => constant(node, node),
    if_statement: (node) => ({ enter: node }),
  },
  imports: {
    command: (node) => {
      const [first] = node.childrenForFieldName('argument')
      return first !== undefined && /^(?:source|\.)$/.test(textOf(field(node, 'name')))
        ? [unquoted(first.text).replace(BESIDE, './')]
        : []
    },
  },
  importWords: /\bsource\b|(?<=^|[;&|\s])\.(?=\s)/gm,
}

/** How scripts name the folder that they lie in. */
const BESIDE = /^(?:\$\(dirname [^)]*\)|\$\{BASH_SOURCE%\/\*\})\//

/** Names in capitals: what others may lean on. */
function constant(assignment: Node, node: Node): Declared[] {
  const name = textOf(field(assignment, 'name'))
  return /^[A-Z][A-Z0-9_]+$/.test(name)
    ? [{ kind: 'constant', name, node, until: longValue(field(assignment, 'value')), isPublic: true }]
    : []
}
