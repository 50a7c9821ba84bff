// The payload of `check_run`, a button that was pressed, checked once at the door.
import { z } from 'zod'
import { type Button, readButton } from './buttons.ts'
import { isBot } from './comment-event.ts'

const payload = z.looseObject({
  action: z.literal('requested_action'),
  requested_action: z.looseObject({ identifier: z.string() }),
  check_run: z.looseObject({
    id: z.number().int().positive(),
    external_id: z.string().nullish(),
    app: z.looseObject({ id: z.number() }).nullish(),
  }),
  sender: z.looseObject({ login: z.string(), type: z.string() }),
  repository: z.looseObject({ default_branch: z.string() }),
})

export interface ButtonEvent {
  readonly checkRun: number
  readonly job: string
  readonly button: Button
  readonly sender: string
  readonly defaultBranch: string
}

/** null: not a button of ours, or nobody pressed it. */
export function readButtonEvent(read: unknown, appId: number): ButtonEvent | null {
  const { data } = payload.safeParse(read)
  if (data === undefined || data.check_run.app?.id !== appId || isBot(data.sender)) return null
  const button = readButton(data.requested_action.identifier)
  const job = data.check_run.external_id
  if (button === null || !job) return null
  return { checkRun: data.check_run.id, job, button, sender: data.sender.login, defaultBranch: data.repository.default_branch }
}
