// Issues, their comments, and reactions to comments.

import type { Json } from './json.ts'
import { has } from './permissions.ts'
import { commentShape, issueShape, userShape } from './shapes.ts'
import {
  ApiError,
  type Asked,
  type Comment,
  type Handlers,
  type Identity,
  type Issue,
  notFound,
  page,
  repositoryPath,
  stamp,
  type World,
} from './world.ts'

const MOST_CHARACTERS = 65_536

export function findIssue({ world, params }: Asked): Issue {
  const issue = world.issues.get(Number(params.issue_number ?? params.pull_number))
  if (!issue) throw notFound()
  return issue
}

function findComment({ world, params }: Asked): Comment {
  const comment = world.comments.get(Number(params.comment_id))
  if (!comment) throw notFound()
  return comment
}

function demandText(body: unknown): string {
  if (typeof body !== 'string' || body.trim() === '') throw invalid('IssueComment', 'body', 'missing_field')
  if (body.length > MOST_CHARACTERS) {
    const message = `Body is too long (maximum is ${MOST_CHARACTERS} characters)`
    throw new ApiError(422, 'Validation Failed', [{ resource: 'IssueComment', code: 'unprocessable', field: 'data', message }])
  }
  return body
}

export const invalid = (resource: string, field: string, code: string): ApiError =>
  new ApiError(422, 'Validation Failed', [{ resource, field, code }])

/** GitHub's times have whole seconds: an edit shows from the next one on, so that a test can tell it. */
export function stampLater(world: World, comment: Comment): void {
  const later = Math.max(world.now().getTime(), Date.parse(comment.createdAt) + 1_000)
  comment.updatedAt = stamp(new Date(later))
}

export function addComment(world: World, issue: Issue, who: Pick<Identity, 'login' | 'app'>, body: string): Comment {
  const at = stamp(world.now())
  const comment = { id: world.nextId(), issue: issue.number, author: who.login, app: who.app, body, createdAt: at, updatedAt: at }
  world.comments.set(comment.id, comment)
  issue.updatedAt = at
  return comment
}

export const conversationHandlers: Handlers = {
  'issues/get': (asked) => ({ status: 200, body: issueShape(asked.world, findIssue(asked)) }),
  'issues/create-comment': (asked) => {
    const { world, body, who } = asked
    const issue = findIssue(asked)
    if (issue.isLocked && !has(world, who, 'contents', 'write'))
      throw new ApiError(403, 'Unable to create comment because issue is locked.')
    return { status: 201, body: commentShape(world, addComment(world, issue, who, demandText(body.body))) }
  },
  'issues/get-comment': (asked) => ({ status: 200, body: commentShape(asked.world, findComment(asked)) }),
  'issues/update-comment': (asked) => {
    const comment = findComment(asked)
    if (comment.author !== asked.who.login && !has(asked.world, asked.who, 'contents', 'write')) throw notFound()
    comment.body = demandText(asked.body.body)
    stampLater(asked.world, comment)
    return { status: 200, body: commentShape(asked.world, comment) }
  },
  'issues/delete-comment': (asked) => {
    asked.world.comments.delete(findComment(asked).id)
    return { status: 204 }
  },
  'issues/list-comments': (asked) => {
    const issue = findIssue(asked)
    const since = asked.query.get('since') ?? ''
    const all = [...asked.world.comments.values()].filter(
      (comment) => comment.issue === issue.number && comment.updatedAt >= since,
    )
    const { items, headers } = page(asked, `${repositoryPath(asked.world)}/issues/${issue.number}/comments`, all)
    return { status: 200, headers, body: items.map((comment) => commentShape(asked.world, comment)) }
  },
  'reactions/list-for-issue-comment': (asked) => {
    const comment = findComment(asked)
    const content = asked.query.get('content')
    const all = [...asked.world.reactions.values()].filter(
      (one) => one.comment === comment.id && (!content || one.content === content),
    )
    const { items, headers } = page(asked, `${repositoryPath(asked.world)}/issues/comments/${comment.id}/reactions`, all)
    return { status: 200, headers, body: items.map((one) => reactionShape(asked.world, one)) }
  },
  'reactions/create-for-issue-comment': (asked) => {
    const { world, body, who } = asked
    const comment = findComment(asked)
    const mine = [...world.reactions.values()].find(
      (one) => one.comment === comment.id && one.author === who.login && one.content === body.content,
    )
    if (mine) return { status: 200, body: reactionShape(world, mine) }
    const made = {
      id: world.nextId(),
      comment: comment.id,
      author: who.login,
      content: body.content,
      createdAt: stamp(world.now()),
    }
    world.reactions.set(made.id, made)
    return { status: 201, body: reactionShape(world, made) }
  },
  'reactions/delete-for-issue-comment': (asked) => {
    const reaction = asked.world.reactions.get(Number(asked.params.reaction_id))
    if (reaction?.comment !== findComment(asked).id) throw notFound()
    if (reaction.author !== asked.who.login) throw new ApiError(403, 'You cannot delete reactions of others.')
    asked.world.reactions.delete(reaction.id)
    return { status: 204 }
  },
}

const reactionShape = (world: World, one: { id: number; author: string; content: string; createdAt: string }): Json => ({
  id: one.id,
  user: userShape(world, one.author),
  content: one.content,
  created_at: one.createdAt,
})
