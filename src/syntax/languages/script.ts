import type { Node } from 'web-tree-sitter'
import {
  childOf,
  type Declared,
  field,
  hasToken,
  type LanguageReader,
  type ListedExport,
  lineOf,
  longValue,
  type Place,
  type Reading,
  textOf,
  unquoted,
} from '../declared.ts'

const FUNCTIONS = ['arrow_function', 'function_expression', 'generator_function']
const isFunction = (node: Node | null): boolean => node !== null && FUNCTIONS.includes(node.type)

/** JavaScript and TypeScript, with JSX. */
export const SCRIPT: LanguageReader = {
  comments: ['comment'],
  decorations: ['decorator'],
  read: {
    export_statement: readExport,
    ambient_declaration: (node) => ({ enter: node, wraps: true }),
    module: enterBody,
    internal_module: readNamespace,
    expression_statement: readExpression,
    class_declaration: (node, place) => named('class', node, place, field(node, 'body')),
    abstract_class_declaration: (node, place) => named('class', node, place, field(node, 'body')),
    interface_declaration: (node, place) => named('type', node, place, field(node, 'body')),
    enum_declaration: (node, place) => named('type', node, place, null),
    type_alias_declaration: readAlias,
    function_declaration: (node, place) => named('function', node, place, null),
    generator_function_declaration: (node, place) => named('function', node, place, null),
    function_signature: (node, place) => named('function', node, place, null).map((one) => ({ ...one, repeats: 'head' })),
    lexical_declaration: readVariables,
    variable_declaration: readVariables,
    method_definition: (node) => readMethod(node),
    method_signature: (node) => readMethod(node).map((one) => ({ ...one, repeats: 'head' })),
    abstract_method_signature: (node) => readMethod(node),
    public_field_definition: readField,
    field_definition: readField,
  },
  imports: {
    import_statement: (node) => sourceOf(node),
    export_statement: (node) => sourceOf(node),
    import_require_clause: (node) => sourceOf(node),
    call_expression: (node) => {
      const called = field(node, 'function')
      const [argument, second] = field(node, 'arguments')?.namedChildren ?? []
      const isImport = called?.type === 'import' || (called?.type === 'identifier' && called.text === 'require')
      return isImport && argument?.type === 'string' && (second === undefined || called?.type === 'import')
        ? [unquoted(argument.text)]
        : []
    },
  },
  importWords: /\b(?:import|require)\b|(?<=[\s}*])from\b/g,
  exports: (root) => ({ listed: root.namedChildren.flatMap(exportsIn), isComplete: false }),
}

const sourceOf = (node: Node): readonly string[] => {
  const source = field(node, 'source')
  return source === null ? [] : [unquoted(source.text)]
}

function enterBody(node: Node): Reading | null {
  const body = field(node, 'body')
  return body === null ? null : { enter: body }
}

function readNamespace(node: Node, place: Place): Reading | null {
  const body = field(node, 'body')
  return [{ kind: 'type', name: textOf(field(node, 'name')), node, until: body, members: body, isPublic: place.isExported }]
}

function readExport(node: Node): Reading | null {
  const value = field(node, 'value')
  if (value === null) return { enter: node, wraps: true, isExported: true }
  const kind = isFunction(value) ? 'function' : value.type === 'class' ? 'class' : null
  if (kind === null) return null
  const members = kind === 'class' ? field(value, 'body') : null
  return [{ kind, name: textOf(field(value, 'name')) || 'default', node, until: field(value, 'body'), members, isPublic: true }]
}

function named(kind: Declared['kind'], node: Node, place: Place, members: Node | null): Declared[] {
  const name = textOf(field(node, 'name')) || (place.isExported ? 'default' : '')
  return [{ kind, name, node, until: field(node, 'body'), members, isPublic: place.isExported }]
}

function readAlias(node: Node, place: Place): Reading {
  const until = longValue(field(node, 'value'))
  return [{ kind: 'type', name: textOf(field(node, 'name')), node, until, isPublic: place.isExported }]
}

function readVariables(node: Node, place: Place): Reading {
  const declarators = node.namedChildren.filter(({ type }) => type === 'variable_declarator')
  return declarators.flatMap((declarator) => {
    const name = field(declarator, 'name')
    const value = field(declarator, 'value')
    const names =
      name?.type === 'identifier'
        ? [name.text]
        : place.isExported
          ? (name?.descendantsOfType(BOUND).map(({ text }) => text) ?? [])
          : []
    if (value !== null && isRequire(value) && !place.isExported) return []
    const isClass = value?.type === 'class'
    const worth = wrappedFunction(value)
    const until = isClass || worth !== null ? (field(worth ?? (value as Node), 'body') ?? value) : longValue(value)
    return names.map(
      (one): Declared => ({
        kind: worth !== null ? 'function' : isClass ? 'class' : 'constant',
        name: one,
        node: declarators.length === 1 ? node : declarator,
        until,
        members: isClass ? field(value, 'body') : null,
        isPublic: place.isExported,
      }),
    )
  })
}

const BOUND = ['shorthand_property_identifier_pattern', 'identifier']

/** `require('a')`, `require('a').b` and `require('a')('b')` */
function isRequire(value: Node): boolean {
  let call: Node | null = value
  for (let depth = 0; depth < 3 && call !== null; depth++) {
    if (call.type === 'call_expression' && textOf(field(call, 'function')) === 'require') return true
    call =
      call.type === 'member_expression' ? field(call, 'object') : call.type === 'call_expression' ? field(call, 'function') : null
  }
  return false
}

/** The function that a value is: itself, or the first argument of a call around it, as `memo(() => …)` has it. */
function wrappedFunction(value: Node | null): Node | null {
  if (isFunction(value)) return value
  if (
    value?.type !== 'call_expression' ||
    !/^(?:React\.)?(?:memo|forwardRef|useCallback)$/.test(textOf(field(value, 'function')))
  )
    return null
  const first = field(value, 'arguments')?.namedChildren[0] ?? null
  return isFunction(first) ? first : null
}

/** CommonJS, and functions hung on an object: `exports.a = …`, `app.use = function …`, `Box.prototype.open = function …`. */
function readExpression(node: Node): Reading | null {
  const inner = node.namedChildren[0]
  if (inner?.type === 'internal_module') return { enter: node, wraps: true }
  if (inner?.type !== 'assignment_expression') return null
  const left = field(inner, 'left')
  const right = lastAssigned(field(inner, 'right'))
  if (left?.type !== 'member_expression') return null
  const object = textOf(field(left, 'object'))
  const name = textOf(field(left, 'property'))
  const isExport = object === 'exports' || object === 'module.exports'
  if (object === 'module' || (!isExport && !isFunction(right)) || !/^[\w$.]+$/.test(object)) return null
  const until = isFunction(right) ? field(right as Node, 'body') : longValue(right)
  const kind = isFunction(right) ? 'function' : 'constant'
  const owner = isExport
    ? null
    : (object
        .replace(/\.prototype$/, '')
        .split('.')
        .at(-1) ?? null)
  if (isExport && right?.type === 'identifier') return null
  return [{ kind, name, node, until, owner, isPublic: !name.startsWith('_') }]
}

const lastAssigned = (value: Node | null): Node | null =>
  value?.type === 'assignment_expression' ? lastAssigned(field(value, 'right')) : value

function readMethod(node: Node): Declared[] {
  const name = field(node, 'name')
  if (name === null || name.type === 'computed_property_name') return []
  return [{ kind: 'method', name: unquoted(name.text), node, until: field(node, 'body'), isPublic: isShown(node, name.text) }]
}

function readField(node: Node): Reading | null {
  const value = field(node, 'value')
  const name = field(node, 'name') ?? field(node, 'property')
  if (!isFunction(value) || name === null) return null
  return [{ kind: 'method', name: name.text, node, until: field(value as Node, 'body'), isPublic: isShown(node, name.text) }]
}

const isShown = (node: Node, name: string): boolean =>
  !/^[#_]/.test(name) && !/^(?:private|protected)$/.test(textOf(childOf(node, 'accessibility_modifier')))

/** `export { a, b as c }`, `export * from`, `export default a`, `module.exports = { a }`, `exports.a = a`. */
function exportsIn(node: Node): readonly ListedExport[] {
  if (node.type === 'expression_statement') return commonExports(node)
  if (node.type !== 'export_statement') return []
  const from = sourceOf(node)[0] ?? null
  const value = field(node, 'value')
  if (value?.type === 'identifier') return [{ name: 'default', of: value.text, line: lineOf(node), from }]
  const clause = childOf(node, 'export_clause')
  if (clause === null) {
    const space = childOf(node, 'namespace_export')
    return from === null || (!hasToken(node, '*') && space === null)
      ? []
      : [{ name: textOf(space?.namedChildren[0]) || '*', line: lineOf(node), from }]
  }
  return clause.namedChildren
    .filter(({ type }) => type === 'export_specifier')
    .map((one) => {
      const name = textOf(field(one, 'name'))
      return { name: textOf(field(one, 'alias')) || name, of: name, line: lineOf(one), from }
    })
}

function commonExports(node: Node): readonly ListedExport[] {
  const assignment = node.namedChildren[0]
  if (assignment?.type !== 'assignment_expression') return []
  const left = textOf(field(assignment, 'left'))
  const right = lastAssigned(field(assignment, 'right'))
  const line = lineOf(node)
  const single = /^(?:module\.)?exports\.([\w$]+)$/.exec(left)?.[1]
  if (single !== undefined) return right?.type === 'identifier' ? [{ name: single, of: right.text, line, from: null }] : []
  if (!/^(?:module\.)?exports$/.test(left)) return []
  if (right?.type === 'identifier') return [{ name: right.text, line, from: null }]
  if (right?.type !== 'object') return []
  return right.namedChildren.flatMap((one) => {
    const of = one.type === 'shorthand_property_identifier' ? one.text : textOf(field(one, 'value'))
    const name =
      one.type === 'shorthand_property_identifier' ? one.text : unquoted(textOf(field(one, 'key') ?? field(one, 'name')))
    return /^[\w$]+$/.test(name) ? [{ name, of, line: lineOf(one), from: null }] : []
  })
}
