// People who talk to Nehemvix on a pull request: they comment, whoever hears comments answers and dispatches, and the workflow does what it
// was dispatched for. Through the hosted app or through the workflow alone, it is the same conversation.
import { readFileSync } from 'node:fs'
import { expect, onTestFinished } from 'vitest'
import type { Comment, WorkflowRun } from '../doubles/github/world.ts'
import { type GithubServer, startGithubServer } from '../doubles/github-server.ts'
import { startResultsServer } from '../doubles/results-server.ts'
import type { ActionEnded } from './action.ts'
import { fixtureFiles } from './fixture.ts'
import { type ModelServer, startModelServer } from './model-server.ts'
import { runWorkflow, type Started, type WorkflowPlace } from './workflow.ts'

/** The example, for a repository whose first model is another: nothing else of it is changed. */
export const EXAMPLE = readFileSync(new URL('../../examples/nehemvix.yml', import.meta.url), 'utf8').replace(
  "inputs.models || 'gpt-6-luna'",
  "inputs.models || 'gemini-3.8-flash'",
)

/** Two models that may see the code; the workflow names the one that is used first. */
export const CONFIGURATION = `connections:
  - model: gemini-3.8-flash
  - model: gpt-6-luna
consent: [gemini, openai]
`

/** The free tier of a day, after two calls. */
const QUOTA_RULE = {
  model: 'gemini',
  from: 3,
  do: {
    status: 429,
    body: [
      {
        error: {
          code: 429,
          message: 'You exceeded your current quota, please check your plan and billing details.',
          status: 'RESOURCE_EXHAUSTED',
          details: [
            {
              '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
              violations: [
                {
                  quotaMetric: 'generativelanguage.googleapis.com/generate_content_free_tier_requests',
                  quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier',
                  quotaDimensions: { location: 'global', model: 'gemini-3.8-flash' },
                  quotaValue: '20',
                },
              ],
            },
            { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '38s' },
          ],
        },
      },
    ],
  },
}

/** How a way in hears of things. */
export interface WayIn {
  /** A comment was made, by whomever. */
  hear(comment: Comment): Promise<void>
  /** A run of the workflow has ended. */
  ran(run: WorkflowRun): Promise<void>
}

export interface Conversation {
  readonly github: GithubServer
  readonly models: ModelServer
  readonly pull: number
  /** Starts the jobs of the workflow that an event starts; they must end well. */
  start(event: Started): Promise<ReadonlyMap<string, ActionEnded>>
  /** A person comments. The run that this dispatches, to its end; null: nothing was dispatched. */
  type(body: string): Promise<ActionEnded | null>
  /** A person starts the workflow by hand. */
  startByHand(inputs: Readonly<Record<string, string>>): Promise<ActionEnded>
  /** As if the event of a comment came once more. */
  hear(comment: Comment): Promise<void>
}

export async function openConversation(
  workflow: string,
  wayIn: (conversation: Conversation) => Promise<WayIn>,
): Promise<Conversation> {
  const github = await startGithubServer({
    files: { ...fixtureFiles(), '.github/nehemvix.yml': CONFIGURATION, '.github/workflows/nehemvix.yml': workflow },
  })
  const results = await startResultsServer()
  github.connect(results)
  const models = await startModelServer({ rules: [QUOTA_RULE] })
  const { number: pull } = github.openPullRequest({
    branch: 'feature',
    files: { 'docs/notes.md': '# Notes\n\nOf the feature.\n' },
  })
  onTestFinished(async () => {
    await models.stop()
    await results.stop()
    await github.stop()
    expect(github.violations).toEqual([])
  })
  const { world } = github
  const place: WorkflowPlace = { file: 'nehemvix.yml', github, results, models }
  let way: WayIn | null = null
  let heard = 0

  /** Every comment is an event, ours too, but for those of a workflow's own token. */
  const spread = async (): Promise<void> => {
    for (const comment of [...world.comments.values()].slice(heard)) {
      heard++
      if (comment.author !== 'github-actions[bot]') await way?.hear(comment)
    }
  }
  const carryOut = async (runId: number, actor: string): Promise<ActionEnded> => {
    const jobs = await conversation.start({ name: 'workflow_dispatch', payload: github.eventOfDispatch(runId), runId, actor })
    expect([...jobs.keys()]).toEqual(['guide'])
    await way?.ran(world.runs.get(runId) as WorkflowRun)
    await spread()
    return jobs.get('guide') as ActionEnded
  }
  const conversation: Conversation = {
    github,
    models,
    pull,
    start: async (event) => {
      const jobs = await runWorkflow(place, event)
      for (const ended of jobs.values()) {
        onTestFinished(() => ended.remove())
        expect([ended.code, ended.postCode], ended.log).toEqual([0, 0])
      }
      return jobs
    },
    type: async (body) => {
      const before = world.dispatches.length
      github.comment(pull, 'octocat', body)
      await spread()
      const [dispatch, ...more] = world.dispatches.slice(before)
      expect(more).toEqual([])
      return dispatch === undefined ? null : await carryOut(dispatch.runId, dispatch.by)
    },
    startByHand: (inputs) => carryOut(github.startRun({ inputs, actor: 'octocat' }).id, 'octocat'),
    hear: async (comment) => await way?.hear(comment),
  }
  way = await wayIn(conversation)
  return conversation
}
