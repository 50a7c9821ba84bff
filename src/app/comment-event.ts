// The payload of `issue_comment`, checked once at the door: from a webhook, or from the runner's event file.
import { z } from 'zod'

const user = z.looseObject({ login: z.string(), type: z.string() })

const payload = z.looseObject({
  action: z.literal('created'),
  issue: z.looseObject({
    number: z.number().int().positive(),
    state: z.string(),
    locked: z.boolean().optional(),
    pull_request: z.unknown().optional(),
  }),
  comment: z.looseObject({
    id: z.number().int().positive(),
    body: z.string().nullish(),
    created_at: z.string(),
    user: user.nullable(),
  }),
  sender: user,
  repository: z.looseObject({ default_branch: z.string() }),
})

export interface CommentEvent {
  readonly id: number
  readonly body: string
  readonly createdAt: string
  readonly author: string
  readonly sender: string
  /** Somebody of the two is a bot, or the author's account is gone: no command then, ours least of all. */
  readonly isByBot: boolean
  readonly issue: {
    readonly number: number
    readonly isPullRequest: boolean
    readonly isOpen: boolean
    readonly isLocked: boolean
  }
  readonly defaultBranch: string
}

/** null: no comment that was just made. */
export function readCommentEvent(read: unknown): CommentEvent | null {
  const { data } = payload.safeParse(read)
  if (data === undefined || data.comment.user === null) return null
  const { issue, comment, sender, repository } = data
  return {
    id: comment.id,
    body: comment.body ?? '',
    createdAt: comment.created_at,
    author: data.comment.user.login,
    sender: sender.login,
    isByBot: isBot(data.comment.user) || isBot(sender),
    issue: {
      number: issue.number,
      isPullRequest: issue.pull_request != null,
      isOpen: issue.state === 'open',
      isLocked: issue.locked ?? false,
    },
    defaultBranch: repository.default_branch,
  }
}

export const isBot = ({ login, type }: { readonly login: string; readonly type: string }): boolean =>
  type === 'Bot' || /\[bot\]$/i.test(login)
