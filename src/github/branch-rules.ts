// Rulesets, read before a push: GH013 would come only after everything is paid for.
import type { GitHub, Repository } from './client.ts'
import { readFailure } from './failure.ts'

export interface Finding {
  readonly kind: 'refuse' | 'warn'
  readonly message: string
  readonly next: string
}

interface Rule {
  readonly type: string
  readonly ruleset_id?: number
  readonly ruleset_source?: string
  readonly parameters?: unknown
}

interface Plan {
  readonly branch: string
  readonly isThere: boolean
  readonly message?: string
  readonly paths?: readonly string[]
}

interface Pattern {
  readonly operator: 'starts_with' | 'ends_with' | 'contains' | 'regex'
  readonly pattern: string
  readonly negate?: boolean
}

/** What a rule means for our push. null: nothing. `certain` is overridden by a right to bypass. */
type Meaning = { readonly certainty: 'certain' | 'perhaps'; readonly what: string } | null

export async function branchRuleFindings(github: GitHub, repository: Repository, plan: Plan): Promise<Finding[]> {
  const rules: Rule[] = await github.paginate(github.rest.repos.getBranchRules, {
    ...repository,
    branch: plan.branch,
    per_page: 100,
  })
  const findings: Finding[] = []
  const bypasses = new Map<number, Promise<'may' | 'may not' | 'unknown'>>()
  for (const rule of rules) {
    const meaning = meaningOf(rule, plan)
    if (meaning === null) continue
    const id = rule.ruleset_id ?? 0
    const bypass = bypasses.get(id) ?? readBypass(github, repository, id)
    bypasses.set(id, bypass)
    const may = await bypass
    if (may === 'may') continue
    findings.push({
      kind: meaning.certainty === 'certain' && may === 'may not' ? 'refuse' : 'warn',
      message: `A rule (${rule.type}) of ${rule.ruleset_source ?? 'the repository'} ${meaning.what} ${plan.branch}.`,
      next: `Let the token bypass it or leave ${plan.branch} out (Settings > Rules > Rulesets), or set another guide-branch.`,
    })
  }
  return findings
}

function meaningOf({ type, parameters }: Rule, plan: Plan): Meaning {
  const value = (parameters ?? {}) as Record<string, unknown>
  const perhaps = (what: string): Meaning => ({ certainty: 'perhaps', what })
  switch (type) {
    case 'creation':
      return plan.isThere ? null : { certainty: 'certain', what: 'forbids to make the branch' }
    case 'update':
      return plan.isThere ? { certainty: 'certain', what: 'forbids pushes to' } : null
    case 'pull_request':
    case 'merge_queue':
      return plan.isThere
        ? { certainty: 'certain', what: 'lets changes come only by pull requests to' }
        : perhaps('lets changes come only by pull requests to')
    case 'required_status_checks':
    case 'required_deployments':
    case 'workflows':
    case 'code_scanning':
      return perhaps('asks for checks before a push to')
    case 'required_signatures':
      return perhaps('asks for signed commits (those of GITHUB_TOKEN and apps are, those of a personal token are not) on')
    case 'required_linear_history':
      return perhaps('forbids merge commits, of which one is needed once the base has moved, on')
    case 'branch_name_pattern':
      return byPattern(value, [plan.branch], 'does not allow the name')
    case 'commit_message_pattern':
      return plan.message === undefined
        ? perhaps('asks for commit messages of a certain shape on')
        : byPattern(value, [plan.message], 'does not allow our commit message on')
    case 'commit_author_email_pattern':
    case 'committer_email_pattern':
      return perhaps('asks for certain e-mail addresses of committers on')
    case 'file_path_restriction':
    case 'file_extension_restriction':
      return restricted(value, plan.paths)
    default:
      // Deletion, forced pushes and tags are nothing that we do.
      return null
  }
}

/** GitHub's expressions are RE2's: one that JavaScript reads in another way, or not at all, settles nothing. */
function byPattern(parameters: Record<string, unknown>, texts: readonly string[], what: string): Meaning {
  const { operator, pattern, negate = false } = parameters as unknown as Pattern
  if (typeof pattern !== 'string') return null
  try {
    const isFine = texts.every((text) => matches(text, operator, pattern) !== negate)
    return isFine ? null : { certainty: operator === 'regex' ? 'perhaps' : 'certain', what }
  } catch {
    return { certainty: 'perhaps', what }
  }
}

function matches(text: string, operator: Pattern['operator'], pattern: string): boolean {
  if (operator === 'starts_with') return text.startsWith(pattern)
  if (operator === 'ends_with') return text.endsWith(pattern)
  return operator === 'contains' ? text.includes(pattern) : new RegExp(pattern, 'm').test(text)
}

/** Restricted paths may hold wildcards, so only extensions and whole paths are told for certain. */
function restricted(parameters: Record<string, unknown>, paths: readonly string[] | undefined): Meaning {
  const extensions = listOf(parameters.restricted_file_extensions)
  const places = listOf(parameters.restricted_file_paths)
  const isHit = paths?.some(
    (path) => places.includes(path) || extensions.some((extension) => path.endsWith(extension.replace(/^\*?\.?/, '.'))),
  )
  if (isHit) return { certainty: 'certain', what: "forbids files of the guide's names on" }
  if (places.length > 0)
    return { certainty: 'perhaps', what: `restricts pushes to certain paths (${places.slice(0, 5).join(', ')}) on` }
  return extensions.includes('*.md') || extensions.includes('md')
    ? { certainty: 'certain', what: 'forbids Markdown files on' }
    : null
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

async function readBypass(github: GitHub, repository: Repository, id: number): Promise<'may' | 'may not' | 'unknown'> {
  try {
    const { data } = await github.rest.repos.getRepoRuleset({ ...repository, ruleset_id: id, includes_parents: true })
    const may = data.current_user_can_bypass as string | undefined
    if (may === undefined) return 'unknown'
    return may === 'always' || may === 'exempt' ? 'may' : 'may not'
  } catch (error) {
    readFailure(error)
    return 'unknown'
  }
}
