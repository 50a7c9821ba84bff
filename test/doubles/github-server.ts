// A stand-in for GitHub's REST API on a bare Git repository, on loopback. Every request and every answer is checked against GitHub's own
// description of the API: what does not fit is kept in `violations` and answered 500.
//
//   const github = await startGithubServer()
//   const octokit = new Octokit({ baseUrl: github.url, auth: github.workflowToken() })
//   const pull = github.openPullRequest({ branch: 'feature' })
//   const payload = github.eventOf(github.comment(pull, 'octocat', '/nehemvix run'))
//   github.fault({ method: 'POST', path: /\/comments$/, what: 'store-then-502' })
import { actionHandlers } from './github/actions.ts'
import { appHandlers } from './github/apps.ts'
import { wrongWithAnswer, wrongWithRequest } from './github/check-traffic.ts'
import { complete } from './github/complete.ts'
import { conversationHandlers } from './github/conversation.ts'
import { findOperation } from './github/description.ts'
import { gitObjectHandlers } from './github/git-objects.ts'
import { answerGraphql } from './github/graphql.ts'
import type { Json } from './github/json.ts'
import { type Beginning, newWorld } from './github/new-world.ts'
import { peopleHandlers } from './github/people.ts'
import { demandPermission, identify } from './github/permissions.ts'
import { pullHandlers } from './github/pulls.ts'
import { readingHandlers } from './github/reading.ts'
import { refHandlers } from './github/refs.ts'
import { type Script, scriptFor } from './github/script.ts'
import { storedHandlers } from './github/stored.ts'
import { ApiError, type Handlers, type Identity, type World } from './github/world.ts'
import { answerOrFail, type Fault, type Hold, type Incoming, listen, newFaults, type Outgoing } from './loopback.ts'
import type { ResultsServer } from './results-server.ts'

const HANDLERS: Handlers = {
  ...actionHandlers,
  ...appHandlers,
  ...conversationHandlers,
  ...gitObjectHandlers,
  ...peopleHandlers,
  ...pullHandlers,
  ...readingHandlers,
  ...refHandlers,
  ...storedHandlers,
}

export interface Logged {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly body: Json
  /** Whom the token belongs to; null: no token that is known. */
  readonly login: string | null
  /** 0: the connection was cut. */
  status: number
}

export interface GithubServer extends Script {
  /** For GITHUB_API_URL. */
  readonly url: string
  /** Everything that is kept, to be looked at and changed. */
  readonly world: World
  readonly log: Logged[]
  /** Requests and answers that GitHub's description does not know. A test ends with an empty list. */
  readonly violations: string[]
  /** The requests of a method whose path matches. */
  asked(method: string, path: RegExp): Logged[]
  fault(fault: Fault): void
  hold(match: Pick<Fault, 'method' | 'path' | 'after'>): Hold
  /** Shows the caches and artifacts of this service. */
  connect(results: Pick<ResultsServer, 'store'>): void
  /** Makes time pass for what is created from now on. */
  advance(milliseconds: number): void
  stop(): Promise<void>
}

export async function startGithubServer(beginning: Beginning = {}): Promise<GithubServer> {
  let passed = 0
  const world = newWorld(beginning, () => new Date(Date.now() + passed))
  const faults = newFaults()
  const log: Logged[] = []
  const violations: string[] = []
  const listening = await listen(async (received, response) => {
    // A GitHub Enterprise Server has its API below a prefix.
    const incoming = { ...received, path: received.path.replace(/^\/api\/v3(?=\/)/, '') }
    const { method, path, query, headers } = incoming
    const body = incoming.body.length > 0 ? JSON.parse(incoming.body.toString()) : undefined
    const who = identify(world, headers.authorization)
    const entry = { method, path, query: query.toString(), body, login: who?.login ?? null, status: 0 }
    log.push(entry)
    const handle = () => {
      const answer = serve(world, incoming, body, who, violations)
      return { ...answer, headers: { ...limits(log.length), ...answer.headers } }
    }
    entry.status = await answerOrFail(faults, incoming, response, handle)
  })
  world.url = listening.url
  return {
    ...scriptFor(world),
    url: listening.url,
    world,
    log,
    violations,
    asked: (method, path) => log.filter((entry) => entry.method === method && path.test(entry.path)),
    fault: faults.add,
    hold: faults.hold,
    connect: ({ store }) => {
      world.results = store
    },
    advance: (milliseconds) => {
      passed += milliseconds
    },
    stop: async () => {
      await listening.stop()
      world.git.remove()
    },
  }
}

function serve(world: World, incoming: Incoming, body: Json, who: Identity | null, violations: string[]): Outgoing {
  const broken = (text: string): Outgoing => {
    violations.push(text)
    return { status: 500, body: { message: text } }
  }
  if (!incoming.headers['user-agent']) return errorAnswer(new ApiError(403, 'Request forbidden by administrative rules.'))
  if (!who) return errorAnswer(new ApiError(401, incoming.headers.authorization ? 'Bad credentials' : 'Requires authentication'))
  if (incoming.path === '/graphql') return answerGraphql(world, who, body)
  const found = findOperation(incoming.method, incoming.path, (id) => id in HANDLERS)
  if (!found) return broken(`GitHub has no ${incoming.method} ${incoming.path}`)
  const handler = HANDLERS[found.operation.id]
  if (!handler) return broken(`the stand-in does not serve ${found.operation.id}`)
  const wrong = wrongWithRequest(found, incoming, body)
  if (wrong) return broken(wrong)
  const answer = attempt(() => {
    const { owner = world.owner, repo = world.repo } = found.params
    if (`${owner}/${repo}`.toLowerCase() !== `${world.owner}/${world.repo}`.toLowerCase()) throw new ApiError(404, 'Not Found')
    demandPermission(world, who, found.operation.id)
    const accept = String(incoming.headers.accept ?? '')
    const given = handler({ world, params: found.params, query: incoming.query, body, who, accept })
    const schema = found.operation.answers[given.status]
    return schema && !Buffer.isBuffer(given.body) ? { ...given, body: complete(schema, given.body) } : given
  })
  const wrongAnswer = wrongWithAnswer(found, answer)
  return wrongAnswer ? broken(wrongAnswer) : answer
}

function attempt(handle: () => Outgoing): Outgoing {
  try {
    return handle()
  } catch (error) {
    if (error instanceof ApiError) return errorAnswer(error)
    throw error
  }
}

const errorAnswer = ({ status, message, errors }: ApiError): Outgoing => ({
  status,
  body: { message, ...(errors && { errors }), documentation_url: 'https://docs.github.com/rest', status: String(status) },
})

const limits = (used: number): Record<string, string> => ({
  'x-ratelimit-limit': '5000',
  'x-ratelimit-remaining': String(Math.max(0, 5000 - used)),
  'x-ratelimit-used': String(used),
  'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 3600),
  'x-ratelimit-resource': 'core',
  'x-github-request-id': `STAND-IN:${used}`,
})
