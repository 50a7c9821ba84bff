import { type GitHub, ONCE } from './client.ts'
import { messageOf, readFailure } from './failure.ts'

const MUTATIONS = { draft: 'convertPullRequestToDraft', ready: 'markPullRequestReadyForReview' } as const

/** REST can't change it. Answers null, or what went wrong. */
export async function setDraft(github: GitHub, nodeId: string, isDraft: boolean): Promise<string | null> {
  const name = MUTATIONS[isDraft ? 'draft' : 'ready']
  const query = `mutation ($id: ID!) { ${name}(input: {pullRequestId: $id}) { pullRequest { isDraft } } }`
  try {
    const { data } = await github.request(`POST ${graphqlAddress(github)}`, { query, variables: { id: nodeId }, ...ONCE })
    const errors: unknown[] = Array.isArray(data?.errors) ? data.errors : []
    return errors.length === 0 ? null : messageOf((errors[0] as { message?: unknown }).message ?? 'GitHub refused it')
  } catch (error) {
    return readFailure(error).message
  }
}

/** GitHub Enterprise Server has it beside `/api/v3`, not below. */
function graphqlAddress(github: GitHub): string {
  const { baseUrl } = github.request.endpoint.DEFAULTS
  return /\/api\/v3\/?$/.test(baseUrl) ? baseUrl.replace(/\/v3\/?$/, '/graphql') : '/graphql'
}
