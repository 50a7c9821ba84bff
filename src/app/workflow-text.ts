// What a workflow file says about us, read from its text. Pure.
import { parse } from 'yaml'
import { z } from 'zod'

/** The file that the documentation tells to make: ours by its name alone. */
export const USUAL_WORKFLOW = 'nehemvix.yml'

export interface WorkflowFacts {
  /** A step of it is this action. */
  readonly isOurs: boolean
  readonly canBeDispatched: boolean
  /** It answers comments itself. */
  readonly hearsComments: boolean
  /** `comments: app` stands in it, as that very word: an expression can't be evaluated from outside. */
  readonly leavesCommentsToApp: boolean
}

const given = z.record(z.string(), z.unknown()).nullish().catch(null)
const step = z.looseObject({ uses: z.string().optional(), with: given }).catch({})
const job = z.looseObject({ uses: z.string().optional(), with: given, steps: z.array(step).nullish().catch(null) }).catch({})
const workflow = z.looseObject({ on: z.unknown(), jobs: z.record(z.string(), job).nullish().catch(null) })

const NOTHING: WorkflowFacts = { isOurs: false, canBeDispatched: false, hearsComments: false, leavesCommentsToApp: false }
/** `owner/nehemvix@v1`, or a copy in the repository itself. */
const OURS = /(^|\/)nehemvix(\/[^@]*)?(@|$)/i
/** Of a local action only its inputs tell whose it is. */
const LOCAL = /^\.\.?(\/|$)/

/** A file that is no YAML, or no workflow, is none of ours. */
export function readWorkflowText(name: string, text: string): WorkflowFacts {
  const read = workflow.safeParse(parseYaml(text))
  if (!read.success) return NOTHING
  const jobs = Object.values(read.data.jobs ?? {})
  const steps = jobs.flatMap((one) => [one, ...(one.steps ?? [])])
  const ours = steps.filter(
    ({ uses = '', with: inputs }) => OURS.test(uses) || (LOCAL.test(uses) && inputs != null && 'comment-id' in inputs),
  )
  const isUsual = name === USUAL_WORKFLOW
  return {
    isOurs: isUsual || ours.length > 0,
    canBeDispatched: hasTrigger(read.data.on, 'workflow_dispatch'),
    hearsComments: hasTrigger(read.data.on, 'issue_comment'),
    leavesCommentsToApp: (isUsual ? steps : ours).some((one) => one.with?.comments === 'app'),
  }
}

/** `on` is a word, a list of words, or a map. */
function hasTrigger(on: unknown, name: string): boolean {
  if (Array.isArray(on)) return on.includes(name)
  return on === name || (typeof on === 'object' && on !== null && name in on)
}

function parseYaml(text: string): unknown {
  try {
    return parse(text)
  } catch {
    return null
  }
}
