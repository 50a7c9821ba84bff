// GitHub's own description of its API, cut to what is asked for: operations are found by method and path, and a schema is compiled when it
// is first needed. The file is parsed once a process (0.1 s); importing the package instead would load 390 MB.
import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import type { Json } from './json.ts'

const FILE = new URL('../../../node_modules/@octokit/openapi/generated/api.github.com.json', import.meta.url)
const COMPONENT = 'https://components/'
/** Parameters that hold slashes. */
const LONG = new Set(['ref', 'path', 'basehead', 'branch'])

export interface Operation {
  /** As in `repos/get`. */
  readonly id: string
  readonly method: string
  readonly template: string
  readonly parameters: readonly Json[]
  readonly body: Json | null
  /** Status -> schema of the answer's JSON; null: no body is described. */
  readonly answers: Readonly<Record<string, Json | null>>
  readonly pattern: RegExp
  readonly names: readonly string[]
}

interface Description {
  readonly operations: readonly Operation[]
  readonly schemas: Json
}

let parsed: Description | null = null

function description(): Description {
  if (parsed) return parsed
  const { paths, components } = JSON.parse(readFileSync(FILE, 'utf8')) as Json
  const resolve = (item: Json): Json =>
    item.$ref
      ? item.$ref
          .split('/')
          .slice(2)
          .reduce((at: Json, key: string) => at[key], components)
      : item
  const operations = Object.entries(paths as Json).flatMap(([template, methods]) =>
    Object.entries(methods as Json).map(([method, one]) => readOperation(template, method, one, resolve)),
  )
  // The longest fixed text first: `…/commits/{ref}/check-runs` before `…/commits/{ref}`.
  const weight = ({ template }: Operation) => template.replaceAll(/\{[^}]+\}/g, '').length
  parsed = { operations: operations.sort((a, b) => weight(b) - weight(a)), schemas: components.schemas }
  return parsed
}

function readOperation(template: string, method: string, one: Json, resolve: (item: Json) => Json): Operation {
  const names = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name as string)
  const source = template.replaceAll(/[.]/g, '\\.').replaceAll(/\{([^}]+)\}/g, (_, name) => (LONG.has(name) ? '(.*)' : '([^/]+)'))
  const answers = Object.entries(one.responses as Json).map(([status, answer]) => [
    status,
    resolve(answer).content?.['application/json']?.schema ?? null,
  ])
  return {
    id: one.operationId,
    method: method.toUpperCase(),
    template,
    parameters: (one.parameters ?? []).map(resolve),
    body: one.requestBody?.content?.['application/json']?.schema ?? null,
    answers: Object.fromEntries(answers),
    pattern: new RegExp(`^${source}$`),
    names,
  }
}

export interface Found {
  readonly operation: Operation
  readonly params: Readonly<Record<string, string>>
}

/** `isServed` decides between descriptions of one address, as the two of `compare`. */
export function findOperation(method: string, path: string, isServed: (id: string) => boolean): Found | null {
  let other: Found | null = null
  for (const operation of description().operations) {
    if (operation.method !== method) continue
    const match = operation.pattern.exec(path)
    if (!match) continue
    const params = operation.names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')])
    const found = { operation, params: Object.fromEntries(params) }
    if (isServed(operation.id)) return found
    other ??= found
  }
  return other
}

// The description is trusted and each schema is used a few times: compiling fast matters more than code that runs fast.
const ajv = new Ajv({ strict: false, logger: false, validateSchema: false, inlineRefs: false, code: { optimize: false } })
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/)
ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/)
ajv.addFormat('uri', /^[a-z][a-z0-9+.-]*:\S*$/)
for (const free of ['uri-template', 'email', 'int64']) ajv.addFormat(free, true)

const compiled = new Map<Json, ValidateFunction>()

/** null: the value fits. Otherwise what is wrong with it. */
export function whatIsWrong(schema: Json, value: unknown): string | null {
  let validate = compiled.get(schema)
  if (!validate) {
    validate = ajv.compile(translate(schema))
    compiled.set(schema, validate)
  }
  return validate(value) ? null : ajv.errorsText(validate.errors)
}

/** The schema that a `$ref` names, or the schema itself. */
export const dereference = (schema: Json): Json => (schema.$ref ? component(schema.$ref) : schema)

export const component = (reference: string): Json => description().schemas[reference.split('/').at(-1) as string]

/** OpenAPI 3.0 -> JSON schema: components by address, `nullable` where no `type` stands beside it. */
function translate(schema: unknown): Json {
  if (Array.isArray(schema)) return schema.map(translate)
  if (schema === null || typeof schema !== 'object') return schema
  if (typeof (schema as Json).$ref === 'string') return { $ref: register((schema as Json).$ref) }
  const kept = Object.entries(schema).filter(([key, value]) => !DROPPED.has(key) || isSchema(value))
  const translated = Object.fromEntries(kept.map(([key, value]) => [key, key === 'enum' ? value : translate(value)]))
  return (schema as Json).nullable === true ? { anyOf: [{ type: 'null' }, translated] } : translated
}

/** Not words of JSON schema. A property may have such a name too. */
const DROPPED = new Set(['nullable', 'example', 'examples', 'discriminator'])

const isSchema = (value: unknown): boolean => value !== null && typeof value === 'object' && ('type' in value || '$ref' in value)

function register(reference: string): string {
  const id = COMPONENT + (reference.split('/').at(-1) as string)
  if (!known.has(id)) {
    known.add(id)
    ajv.addSchema(translate(component(reference)), id)
  }
  return id
}

const known = new Set<string>()
