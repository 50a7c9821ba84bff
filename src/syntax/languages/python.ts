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
  unquoted,
} from '../declared.ts'

const enter = (node: Node): Reading => ({ enter: node })

export const PYTHON: LanguageReader = {
  comments: ['comment'],
  decorations: ['decorator'],
  read: {
    decorated_definition: (node) => ({ enter: node, wraps: true }),
    class_definition: (node) => definition('class', node, false),
    function_definition: (node, { wrapper }) => definition('function', node, wrapper !== null && isOverload(wrapper)),
    expression_statement: (node, place) => readAssignment(node, place),
    type_alias_statement: (node) => {
      const name = textOf(node.namedChildren[0])
      return [{ kind: 'type', name, node, isPublic: isPublic(name) }]
    },
    if_statement: enter,
    else_clause: enter,
    elif_clause: enter,
    try_statement: enter,
    except_clause: enter,
    with_statement: enter,
    block: enter,
  },
  imports: {
    import_statement: (node) => node.childrenForFieldName('name').map(moduleName),
    future_import_statement: () => ['__future__'],
    import_from_statement: (node) => {
      const module = textOf(field(node, 'module_name'))
      if (!/^\.+$/.test(module)) return [module]
      return node.childrenForFieldName('name').map((name) => module + moduleName(name))
    },
  },
  importWords: /(?<=(?:^|[;:])[ \t]{0,80})(?:import|from)\b/gm,
  fileDocumentation: (root) => docstringOf(root),
  exports: exportsOf,
}

const isPublic = (name: string): boolean => !name.startsWith('_') || (name.startsWith('__') && name.endsWith('__'))
const isOverload = (decorated: Node): boolean =>
  decorated.namedChildren.some((child) => child.type === 'decorator' && /^@(?:\w+\.)?overload\b/.test(child.text))
const moduleName = (name: Node): string => textOf(name.type === 'aliased_import' ? field(name, 'name') : name)

function definition(kind: Declared['kind'], node: Node, isHead: boolean): Reading {
  const name = textOf(field(node, 'name'))
  const body = field(node, 'body')
  const documentation = body === null ? null : docstringOf(body)
  const own = documentation === null ? {} : { documentation }
  return [
    {
      kind,
      name,
      node,
      until: body,
      members: kind === 'class' ? body : null,
      isPublic: isPublic(name),
      ...(isHead ? { repeats: 'head' as const } : {}),
      ...own,
    },
  ]
}

const ALIAS =
  /^(?:t\.|typing\.)?(?:Union|Optional|NewType|Callable|Literal|NamedTuple|TypeVar|TypedDict|Annotated)\b|^namedtuple\b/

/** Constants, and other names for types. */
function readAssignment(node: Node, { owner }: Place): Reading | null {
  const assignment = node.namedChildren[0]
  if (assignment?.type !== 'assignment' || owner !== null) return null
  const left = field(assignment, 'left')
  const name = textOf(left)
  const right = field(assignment, 'right')
  if (left?.type !== 'identifier' || right === null) return null
  const isType = /^[A-Z]/.test(name) && (ALIAS.test(right.text) || /TypeAlias\b/.test(textOf(field(assignment, 'type'))))
  if (!isType && !/^[A-Z][A-Z0-9_]*$/.test(name)) return null
  return [{ kind: isType ? 'type' : 'constant', name, node, until: longValue(right), isPublic: isPublic(name) }]
}

/** A string literal that is the first statement, dedented. */
function docstringOf(body: Node): string | null {
  const first = body.namedChildren.find(({ type }) => type !== 'comment')
  const string = first?.type === 'expression_statement' ? first.namedChildren[0] : undefined
  if (string?.type !== 'string' || /^[bfBF]/.test(string.text)) return null
  const [head = '', ...lines] = (childOf(string, 'string_content')?.text ?? '').split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  const indent = indents.reduce((least, one) => Math.min(least, one), 200)
  const text = [head.trim(), ...lines.map((line) => line.slice(indent).trimEnd())].join('\n').trim()
  return text === '' ? null : text
}

/** What `__all__` names, else what a package's `__init__.py` takes in by name: that is how it offers it. */
function exportsOf(root: Node, path: string): Exports {
  const all = root.namedChildren
    .map((node) => (node.type === 'expression_statement' ? node.namedChildren[0] : undefined))
    .find((node) => node?.type === 'assignment' && textOf(field(node, 'left')) === '__all__')
  const imported = importedNames(root)
  if (all == null) return { listed: /(?:^|\/)__init__\.pyi?$/.test(path) ? imported : [], isComplete: false }
  const origins = new Map(imported.map(({ name, from }) => [name, from]))
  const listed = (field(all, 'right')?.namedChildren ?? [])
    .filter(({ type }) => type === 'string')
    .map((string) => ({ name: unquoted(string.text), line: lineOf(string), from: origins.get(unquoted(string.text)) ?? null }))
  return { listed, isComplete: true }
}

function importedNames(root: Node): readonly ListedExport[] {
  return root.namedChildren
    .filter(({ type }) => type === 'import_from_statement')
    .flatMap((node) => {
      const from = textOf(field(node, 'module_name'))
      return node.childrenForFieldName('name').map((name) => {
        const own = textOf(name.type === 'aliased_import' ? field(name, 'alias') : name)
        return { name: own, line: lineOf(name), from }
      })
    })
}
