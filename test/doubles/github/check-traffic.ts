// Holds what is asked and what is answered against GitHub's description. null: nothing is wrong.
import type { Incoming, Outgoing } from '../loopback.ts'
import { component, dereference, type Found, whatIsWrong } from './description.ts'
import type { Json } from './json.ts'

export function wrongWithRequest({ operation, params }: Found, incoming: Incoming, body: unknown): string | null {
  const where = `${incoming.method} ${incoming.path}`
  for (const [name, text] of Object.entries(params)) {
    const known = operation.parameters.find((one) => one.in === 'path' && one.name === name)
    const wrong = known && whatIsWrong(known.schema, coerce(known.schema, text))
    if (wrong) return `${where}: {${name}} = ${text}: ${wrong}`
  }
  for (const [name, text] of incoming.query) {
    const known = operation.parameters.find((one) => one.in === 'query' && one.name === name)
    if (!known) return `${where}: there is no parameter ${name}`
    const wrong = whatIsWrong(known.schema, coerce(known.schema, text))
    if (wrong) return `${where}: ?${name}=${text}: ${wrong}`
  }
  if (operation.body === null) return body === undefined ? null : `${where}: takes no body, but got ${JSON.stringify(body)}`
  const wrong = whatIsWrong(operation.body, body ?? {}) ?? unknownField(operation.body, body, 'body')
  return wrong ? `${where}: ${wrong}` : null
}

function coerce(schema: Json, text: string): unknown {
  const kinds = [schema, ...(schema.oneOf ?? schema.anyOf ?? [])].map((one: Json) => dereference(one).type)
  if (kinds.some((kind) => kind === 'integer' || kind === 'number') && /^-?\d+$/.test(text)) return Number(text)
  if (kinds.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true'
  return text
}

/** GitHub ignores what it does not know, which hides a misspelt field: here it is an error. */
function unknownField(schema: Json, value: unknown, at: string): string | null {
  const parts = flatten(schema)
  if (Array.isArray(value)) {
    const items = parts.find((part) => part.items)?.items
    return items ? firstOf(value.map((item, index) => unknownField(items, item, `${at}[${index}]`))) : null
  }
  if (typeof value !== 'object' || value === null) return null
  const properties = Object.assign({}, ...parts.map((part) => part.properties ?? {}))
  const isOpen = parts.some((part) => part.additionalProperties) || Object.keys(properties).length === 0
  return firstOf(
    Object.entries(value).map(([name, item]) => {
      if (properties[name]) return unknownField(properties[name], item, `${at}.${name}`)
      return isOpen ? null : `there is no field ${at}.${name}`
    }),
  )
}

const firstOf = (found: readonly (string | null)[]): string | null => found.find((one) => one !== null) ?? null

function flatten(schema: Json): Json[] {
  const own = dereference(schema)
  return [own, ...[...(own.allOf ?? []), ...(own.oneOf ?? []), ...(own.anyOf ?? [])].flatMap(flatten)]
}

export function wrongWithAnswer({ operation }: Found, { status, body }: Outgoing): string | null {
  const where = `answer ${status} of ${operation.id}`
  if (Buffer.isBuffer(body)) return null
  const described = operation.answers[status]
  if (described === undefined && status < 400) return `${where}: not described`
  const schema = described ?? (status >= 400 ? component('basic-error') : null)
  if (schema === null) return body === undefined ? null : `${where}: has a body`
  const wrong = whatIsWrong(schema, body)
  return wrong ? `${where}: ${wrong}` : null
}
