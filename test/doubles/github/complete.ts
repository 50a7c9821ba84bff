// An answer says what matters; whatever else GitHub's description requires (some ninety addresses of a repository) is filled in from it.
import { dereference, whatIsWrong } from './description.ts'
import type { Json } from './json.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** `given`, with every required field that it lacks. */
export function complete(schema: Json, given: unknown): unknown {
  const own = dereference(schema)
  const choices: Json[] | undefined = own.oneOf ?? own.anyOf
  if (choices) return completeOneOf(choices, given, own)
  if (own.allOf) return own.allOf.reduce((value: unknown, part: Json) => complete(part, value), given)
  if (given === undefined) return invent(own)
  if (Array.isArray(given)) return own.items ? given.map((item) => complete(own.items, item)) : given
  return isRecord(given) ? completeRecord(own, given) : given
}

function completeRecord(schema: Json, given: Record<string, unknown>): Record<string, unknown> {
  const properties: Json = schema.properties ?? {}
  const missing = (schema.required ?? []).filter((name: string) => given[name] === undefined)
  const filled = missing.map((name: string) => [name, complete(properties[name] ?? {}, undefined)])
  const kept = Object.entries(given).map(([name, value]) => [name, properties[name] ? complete(properties[name], value) : value])
  return Object.fromEntries([...kept, ...filled])
}

function completeOneOf(choices: readonly Json[], given: unknown, schema: Json): unknown {
  if (given === undefined && schema.nullable) return null
  if (given === null) return null
  for (const choice of choices) {
    const value = complete(choice, given)
    if (whatIsWrong(choice, value) === null) return value
  }
  return given
}

function invent(schema: Json): unknown {
  if (schema.nullable) return null
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'string') return inventText(schema.format)
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0
  if (schema.type === 'boolean') return false
  if (schema.type === 'array') return []
  return completeRecord(schema, {})
}

function inventText(format: string | undefined): string {
  if (format === 'uri') return 'https://api.github.com/'
  if (format === 'date-time') return '2026-01-01T00:00:00Z'
  return ''
}
