// Which work an event means. Pure.
import type { RunnerEvent } from './event.ts'
import type { ActionOperation, Inputs } from './inputs.ts'

/** Who wants it: what they may decide is looked up by that, and never taken from an input. */
export type Asker =
  | { readonly kind: 'comment'; readonly id: number }
  | { readonly kind: 'actor' }
  /** A schedule, a push: may go on with what was approved, and decides nothing. */
  | { readonly kind: 'nobody' }

export type Work =
  | { readonly kind: 'pipeline'; readonly operation: ActionOperation; readonly asker: Asker }
  /** A comment is answered, and dispatched: it never runs the pipeline itself. */
  | { readonly kind: 'answer' }
  | { readonly kind: 'skip'; readonly notice: string }

/** A fork inherits workflows and configuration, but no secrets: it must not fail every day. */
export const FORK_WITHOUT_KEY =
  'This is a fork, and no key is set here: there is nothing to do. To have guides of the fork, add a key as a secret.'

export function workOf(event: RunnerEvent, inputs: Pick<Inputs, 'operation' | 'comment-id'>): Work {
  const { operation } = inputs
  switch (event.name) {
    case 'issue_comment':
      return { kind: 'answer' }
    case 'workflow_dispatch':
    case 'repository_dispatch':
      return { kind: 'pipeline', operation, asker: askerOf(inputs['comment-id']) }
    case 'push':
    case 'schedule':
      return { kind: 'pipeline', operation, asker: { kind: 'nobody' } }
    case 'pull_request':
      return {
        kind: 'skip',
        notice: event.isForkPullRequest
          ? 'Pull requests of forks get no secrets and no guide. A maintainer can comment `/nehemvix run` once the work is on a branch of this repository.'
          : 'A guide of a pull request is asked for by the comment `/nehemvix run`; the state of this event’s runs could not be read by any other.',
      }
    default:
      return {
        kind: 'skip',
        notice: `Nehemvix does nothing on the event ${event.name || '(none)'}: use workflow_dispatch, push, schedule or issue_comment.`,
      }
  }
}

const askerOf = (commentId: number | null): Asker => (commentId === null ? { kind: 'actor' } : { kind: 'comment', id: commentId })
