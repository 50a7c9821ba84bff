import type { Node } from 'web-tree-sitter'
import { childOf, type Declared, field, type LanguageReader, longValue, type Place, type Reading, textOf } from '../declared.ts'

export const SCALA: LanguageReader = {
  comments: ['comment', 'block_comment'],
  decorations: ['annotation'],
  read: {
    class_definition: (node) => named('class', node, field(node, 'body')),
    object_definition: (node) => named('class', node, field(node, 'body')),
    package_object: (node) => named('class', node, field(node, 'body')),
    trait_definition: (node) => named('type', node, field(node, 'body')),
    enum_definition: (node) => named('type', node, field(node, 'body')),
    type_definition: (node) => named('type', node, null),
    given_definition: (node) => named('constant', node, null),
    function_definition: (node) => named('function', node, null),
    function_declaration: (node) => named('function', node, null),
    extension_definition: (node) => ({ enter: node }),
    val_definition: readValue,
    package_clause: (node) => {
      const body = field(node, 'body')
      return body === null ? null : { enter: body }
    },
  },
  imports: { import_declaration: importedModules },
  importWords: /\bimport\b/g,
}

const isShown = (node: Node): boolean => !/\b(?:private|protected)\b/.test(textOf(childOf(node, 'modifiers')))

function named(kind: Declared['kind'], node: Node, members: Node | null): Reading {
  return [{ kind, name: textOf(field(node, 'name')), node, until: field(node, 'body'), members, isPublic: isShown(node) }]
}

/** Values at the top, and those that are written like constants. */
function readValue(node: Node, { owner }: Place): Reading | null {
  const pattern = field(node, 'pattern')
  if (pattern?.type !== 'identifier' || (owner !== null && !/^[A-Z]/.test(pattern.text))) return null
  return [{ kind: 'constant', name: pattern.text, node, until: longValue(field(node, 'value')), isPublic: isShown(node) }]
}

/** `a.b.{C, d => e}` -> `a.b.C`, `a.b.d`; of `a.b._` the package. */
function importedModules(node: Node): readonly string[] {
  const path = node
    .childrenForFieldName('path')
    .map(({ text }) => text)
    .filter((text) => text !== '.')
    .join('.')
  const selectors = childOf(node, 'namespace_selectors')
  if (selectors === null) return [path]
  return selectors.namedChildren.map((one) =>
    one.type === 'namespace_wildcard' ? path : `${path}.${textOf(field(one, 'name') ?? one)}`,
  )
}
