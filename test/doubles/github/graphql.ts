// REST can't take a pull request out of draft: two mutations, and no more of GraphQL.
import type { Outgoing } from '../loopback.ts'
import type { Json } from './json.ts'
import { has } from './permissions.ts'
import type { Identity, World } from './world.ts'

const MUTATIONS = { markPullRequestReadyForReview: false, convertPullRequestToDraft: true } as const

export const nodeIdOf = (number: number): string => `PR_kwDO${number}`

export function answerGraphql(world: World, who: Identity, body: Json): Outgoing {
  const name = (Object.keys(MUTATIONS) as (keyof typeof MUTATIONS)[]).find((one) => String(body?.query).includes(one))
  const id = JSON.stringify(body ?? {}).match(/PR_kwDO(\d+)/)?.[1]
  const issue = world.issues.get(Number(id))
  if (!name || !issue?.pull) return failed('NOT_FOUND', `Could not resolve to a node with the global id of '${id}'`)
  const isAllowed = has(world, who, 'pull_requests', 'write') && has(world, who, 'contents', 'write')
  if (!isAllowed) return failed('FORBIDDEN', 'Resource not accessible by integration')
  issue.pull.isDraft = MUTATIONS[name]
  return {
    status: 200,
    body: {
      data: { [name]: { pullRequest: { id: nodeIdOf(issue.number), isDraft: issue.pull.isDraft, number: issue.number } } },
    },
  }
}

const failed = (type: string, message: string): Outgoing => ({ status: 200, body: { data: null, errors: [{ type, message }] } })
