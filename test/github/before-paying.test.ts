import { expect, test } from 'vitest'
import { checkBeforePaying, type PublishingPlan } from '../../src/github/before-paying.ts'
import { createGitHub } from '../../src/github/client.ts'
import { startStandIn } from './stand-in.ts'

type Answers = Readonly<Record<string, unknown>>

const REPOSITORY = { full_name: 'o/r', archived: false, disabled: false, permissions: { pull: true, push: true } }
const refs = (...names: string[]) => names.map((name) => ({ ref: `refs/heads/${name}`, object: { sha: 'a', type: 'commit' } }))
const FINE: Answers = {
  '/repos/o/r': REPOSITORY,
  '/repos/o/r/git/matching-refs/heads%2Fmain': refs('main', 'main-2'),
  '/repos/o/r/git/matching-refs/heads%2Fnehemvix': [],
  '/repos/o/r/rules/branches/nehemvix%2Fguide': [],
  '/repos/o/r/pulls': [{ user: { login: 'github-actions[bot]', type: 'Bot' } }],
}
const THERE = {
  '/repos/o/r/git/matching-refs/heads%2Fnehemvix': refs('nehemvix/guide'),
  '/repos/o/r/branches/nehemvix%2Fguide': { protected: false },
}
const rule = (type: string, parameters: unknown = {}): Answers => ({
  '/repos/o/r/rules/branches/nehemvix%2Fguide': [{ type, parameters, ruleset_id: 5, ruleset_source: 'o/r' }],
})
const bypass = (may: string): Answers => ({ '/repos/o/r/rulesets/5': { id: 5, current_user_can_bypass: may } })

/** What is found where GitHub answers so, and 403 to everything else. */
async function check(answers: Answers, plan: Partial<PublishingPlan> = {}): Promise<string[]> {
  const send: typeof fetch = async (input) => {
    const path = new URL(String(input)).pathname
    const found = { ...FINE, ...answers }[path]
    const body = JSON.stringify(found ?? { message: 'Resource not accessible by integration' })
    return new Response(body, { status: found ? 200 : 403, headers: { 'content-type': 'application/json' } })
  }
  const github = createGitHub({ token: 't', apiUrl: 'http://127.0.0.1', fetch: send, wait: async () => undefined })
  const found = await checkBeforePaying(github, { owner: 'o', repo: 'r' }, { branch: 'nehemvix/guide', base: 'main', ...plan })
  for (const { next } of found) expect(next).not.toBe('')
  return found.map(({ kind, message }) => `${kind}: ${message}`)
}

test('nothing stands in the way', async () => {
  expect(await check({})).toEqual([])
  expect(await check(THERE)).toEqual([])
})

test.each<[name: string, answers: Answers, found: RegExp]>([
  ['archived', { '/repos/o/r': { ...REPOSITORY, archived: true } }, /^refuse: o\/r is archived/],
  ['disabled', { '/repos/o/r': { ...REPOSITORY, disabled: true } }, /^refuse: o\/r is disabled/],
  ['no pull requests', { '/repos/o/r': { ...REPOSITORY, has_pull_requests: false } }, /^refuse: o\/r takes no pull requests/],
  [
    "a person's token without the right to push",
    { '/repos/o/r': { ...REPOSITORY, permissions: { push: false } } },
    /^refuse: The token may not push/,
  ],
  ['no base', { '/repos/o/r/git/matching-refs/heads%2Fmain': refs('main-2') }, /^refuse: There is no branch main/],
  [
    'a branch above',
    { '/repos/o/r/git/matching-refs/heads%2Fnehemvix': refs('nehemvix') },
    /^refuse: .*beside the branch nehemvix\.$/,
  ],
  [
    'a branch below',
    { '/repos/o/r/git/matching-refs/heads%2Fnehemvix': refs('nehemvix/guide/x') },
    /^refuse: .*beside the branch nehemvix\/guide\/x/,
  ],
  [
    'creation',
    { ...rule('creation'), ...bypass('never') },
    /^refuse: A rule \(creation\) of o\/r forbids to make the branch nehemvix\/guide/,
  ],
  ['creation, bypass unknown', rule('creation'), /^warn: A rule \(creation\)/],
  ['update', { ...THERE, ...rule('update'), ...bypass('never') }, /^refuse: A rule \(update\)/],
  [
    'pull requests only',
    { ...THERE, ...rule('pull_request'), ...bypass('pull_requests_only') },
    /^refuse: A rule \(pull_request\)/,
  ],
  ['checks', { ...rule('required_status_checks'), ...bypass('never') }, /^warn: .*asks for checks/],
  ['signatures', { ...rule('required_signatures'), ...bypass('never') }, /^warn: .*signed commits/],
  [
    'a name',
    { ...rule('branch_name_pattern', { operator: 'starts_with', pattern: 'feature/' }), ...bypass('never') },
    /^refuse: .*does not allow the name/,
  ],
  [
    'a path',
    { ...rule('file_path_restriction', { restricted_file_paths: ['docs/**'] }), ...bypass('never') },
    /^warn: .*docs\/\*\*/,
  ],
  [
    'an extension',
    { ...rule('file_extension_restriction', { restricted_file_extensions: ['*.md'] }), ...bypass('never') },
    /^refuse: .*Markdown/,
  ],
  [
    'classic protection',
    { ...THERE, '/repos/o/r/branches/nehemvix%2Fguide': { protected: true } },
    /^warn: The branch nehemvix\/guide is protected/,
  ],
  ['never opened a pull request', { '/repos/o/r/pulls': [] }, /^warn: Whether the token may open pull requests/],
  [
    'may not open pull requests',
    { '/repos/o/r/actions/permissions/workflow': { can_approve_pull_request_reviews: false } },
    /^warn: GitHub Actions may not open/,
  ],
])('found: %s', async (_name, answers, found) => {
  const all = await check(answers)
  expect(all).toHaveLength(1)
  expect(all[0]).toMatch(found)
})

test.each<[name: string, answers: Answers]>([
  [
    "an app's token, whose `push` is always false",
    { '/repos/o/r': { ...REPOSITORY, permissions: { push: false } }, '/installation/repositories': { repositories: [] } },
  ],
  ['a rule that the token may bypass', { ...rule('creation'), ...bypass('always') }],
  ['creation where the branch is there', { ...THERE, ...rule('creation'), ...bypass('never') }],
  ['forced pushes and deletion', { ...THERE, ...rule('non_fast_forward'), ...bypass('never') }],
  ['a name that fits', { ...rule('branch_name_pattern', { operator: 'regex', pattern: '^nehemvix/' }), ...bypass('never') }],
  [
    'a setting that allows',
    { '/repos/o/r/actions/permissions/workflow': { can_approve_pull_request_reviews: true }, '/repos/o/r/pulls': [] },
  ],
])('not found: %s', async (_name, answers) => expect(await check(answers)).toEqual([]))

test('a commit message and paths are tried out where they are known', async () => {
  const answers = { ...rule('commit_message_pattern', { operator: 'regex', pattern: '^[A-Z]+-\\d+' }), ...bypass('never') }
  expect(await check(answers, { message: 'DOC-1 guide' })).toEqual([])
  expect(await check(answers, { message: 'docs: guide' })).toEqual([expect.stringContaining('does not allow our commit message')])
  const paths = { ...rule('file_path_restriction', { restricted_file_paths: ['docs/guide/README.md'] }), ...bypass('never') }
  expect(await check(paths, { paths: ['docs/guide/README.md'] })).toEqual([expect.stringMatching(/^refuse: .*names/)])
})

test.each(['main', 'a b', 'a..b', '-a', 'a/', 'a.lock', '.a', '', '@', 'a//b', 'a~1'])(
  'a branch can not be called %j',
  async (branch) => {
    expect(await check({}, { branch })).toEqual([expect.stringMatching(/^refuse: /)])
  },
)

test('looks that fail stand in nobody’s way', async () => {
  const send: typeof fetch = async () => new Response('{}', { status: 500, headers: { 'content-type': 'application/json' } })
  const github = createGitHub({ token: 't', apiUrl: 'http://127.0.0.1', fetch: send, wait: async () => undefined })
  expect(await checkBeforePaying(github, { owner: 'o', repo: 'r' }, { branch: 'g', base: 'main' })).toEqual([])
})

test('asks GitHub only what it knows', async () => {
  const { github, repository } = await startStandIn()
  const found = await checkBeforePaying(github, repository, { branch: 'nehemvix/guide', base: 'main' })
  expect(found.map(({ kind }) => kind)).toEqual(['warn'])
})
