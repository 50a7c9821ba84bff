// Without any hosting: the workflow hears comments itself, and GitHub's own parser and evaluator say which of its jobs runs, and with what.
import { expect, test } from 'vitest'
import { type Conversation, EXAMPLE, openConversation, type WayIn } from './conversation.ts'
import { liveThroughFourUses } from './four-uses.ts'

test('through the workflow: run, approve, switch after a quota, a guide as a pull request, and a rerun for nothing', async () => {
  const conversation = await openConversation(EXAMPLE, router)
  await liveThroughFourUses(conversation, 'github-actions[bot]')

  const { github, pull } = conversation
  const chat = github.comment(pull, 'octocat', 'Thank you, that helps.')
  const started = await conversation.start({ name: 'issue_comment', payload: github.eventOf(chat), actor: 'octocat' })
  expect([...started.keys()]).toEqual([])
}, 120_000)

async function router({ github, start }: Conversation): Promise<WayIn> {
  return {
    hear: async (comment) => {
      const jobs = await start({ name: 'issue_comment', payload: github.eventOf(comment), actor: comment.author })
      expect([...jobs.keys()]).toEqual(['answer'])
    },
    ran: async () => undefined,
  }
}
