// The stand-in of GitHub against the real client.
import { createAppAuth } from '@octokit/auth-app'
import { Octokit } from '@octokit/rest'
import { expect, test } from 'vitest'
import { begin, clientOf, HERE, QUIET, refusal } from './begin.ts'

test('writes a commit on a new branch and opens a pull request, as git has it too', async () => {
  const { github, octokit } = await begin({ files: { 'README.md': '# parcel\n', 'docs/old.md': 'old\n' } })
  const { data: main } = await octokit.rest.git.getRef({ ...HERE, ref: 'heads/main' })
  const { data: blob } = await octokit.rest.git.createBlob({
    ...HERE,
    content: Buffer.from('# guide\n').toString('base64'),
    encoding: 'base64',
  })
  const { data: tree } = await octokit.rest.git.createTree({
    ...HERE,
    base_tree: main.object.sha,
    tree: [
      { path: 'docs/guide/README.md', mode: '100644', type: 'blob', sha: blob.sha },
      { path: 'docs/guide/senior.md', mode: '100644', type: 'blob', content: 'senior\n' },
      { path: 'docs/old.md', mode: '100644', type: 'blob', sha: null },
    ],
  })
  const { data: commit } = await octokit.rest.git.createCommit({
    ...HERE,
    message: 'The guide',
    tree: tree.sha,
    parents: [main.object.sha],
  })
  expect(commit.verification.verified).toBe(true)
  await octokit.rest.git.createRef({ ...HERE, ref: 'refs/heads/nehemvix/guide', sha: commit.sha })
  const { data: pull } = await octokit.rest.pulls.create({
    ...HERE,
    head: 'nehemvix/guide',
    base: 'main',
    title: 'Guide',
    draft: true,
  })
  expect(pull).toMatchObject({ number: 1, draft: true, user: { login: 'github-actions[bot]' }, head: { sha: commit.sha } })
  expect(github.world.git.git(['ls-tree', '-r', '--name-only', 'nehemvix/guide']).split('\n')).toEqual([
    '.github/workflows/nehemvix.yml',
    'README.md',
    'docs/guide/README.md',
    'docs/guide/senior.md',
  ])
  expect(github.world.git.git(['show', 'refs/pull/1/head:docs/guide/README.md'])).toBe('# guide')
  const again = octokit.rest.pulls.create({ ...HERE, head: 'octo-org:nehemvix/guide', base: 'main', title: 'Guide' })
  expect((await again.catch((error) => error)).response.data.errors[0].message).toBe(
    'A pull request already exists for octo-org:nehemvix/guide.',
  )
})

test('deleting what is not there breaks a tree, as on GitHub', async () => {
  const { octokit } = await begin()
  const asked = octokit.rest.git.createTree({
    ...HERE,
    base_tree: 'main',
    tree: [{ path: 'nowhere.md', mode: '100644', type: 'blob', sha: null }],
  })
  expect(await refusal(asked)).toEqual([422, 'GitRPC::BadObjectState'])
})

test('a ref outside of branches is made once and moved by compare and swap', async () => {
  const { octokit } = await begin()
  const record = async (parent: string[], text: string) => {
    const { data: tree } = await octokit.rest.git.createTree({
      ...HERE,
      tree: [{ path: 'record.json', mode: '100644', type: 'blob', content: text }],
    })
    return (await octokit.rest.git.createCommit({ ...HERE, message: 'record', tree: tree.sha, parents: parent })).data.sha
  }
  const first = await record([], '{"sequence":1}')
  expect(await refusal(octokit.rest.git.getRef({ ...HERE, ref: 'nehemvix/state' }))).toEqual([404, 'Not Found'])
  await octokit.rest.git.createRef({ ...HERE, ref: 'refs/nehemvix/state', sha: first })
  expect(await refusal(octokit.rest.git.createRef({ ...HERE, ref: 'refs/nehemvix/state', sha: first }))).toEqual([
    422,
    'Reference already exists',
  ])
  const [mine, theirs] = [await record([first], '{"sequence":2}'), await record([first], '{"sequence":3}')]
  await octokit.rest.git.updateRef({ ...HERE, ref: 'nehemvix/state', sha: theirs, force: false })
  expect(await refusal(octokit.rest.git.updateRef({ ...HERE, ref: 'nehemvix/state', sha: mine, force: false }))).toEqual([
    422,
    'Update is not a fast forward',
  ])
  const { data } = await octokit.rest.git.listMatchingRefs({ ...HERE, ref: 'nehemvix/' })
  expect(data.map(({ ref, object }) => [ref, object.sha])).toEqual([['refs/nehemvix/state', theirs]])
  await octokit.rest.git.updateRef({ ...HERE, ref: 'nehemvix/state', sha: mine, force: true })
  await octokit.rest.git.deleteRef({ ...HERE, ref: 'nehemvix/state' })
})

test('protected branches refuse, and say so among the rules', async () => {
  const { github, octokit } = await begin()
  const sha = github.commit('guide', { 'a.md': 'a' })
  github.protect('guide', 'GH013')
  const next = github.commit('other', { 'b.md': 'b' }, { from: sha })
  const [status, message] = await refusal(octokit.rest.git.updateRef({ ...HERE, ref: 'heads/guide', sha: next }))
  expect([status, message.split('\n')[0]]).toEqual([422, 'Repository rule violations found'])
  expect((await octokit.rest.repos.getBranchRules({ ...HERE, branch: 'guide' })).data.map(({ type }) => type)).toEqual([
    'non_fast_forward',
  ])
  expect(await refusal(octokit.rest.repos.getBranchProtection({ ...HERE, branch: 'main' }))).toEqual([
    403,
    'Resource not accessible by integration',
  ])
  expect((await octokit.rest.repos.getBranch({ ...HERE, branch: 'guide' })).data).toMatchObject({
    protected: true,
    commit: { sha },
  })
})

test('reads files, folders, raw content and comparisons', async () => {
  const { github, octokit } = await begin({ files: { 'a/b.md': 'é\n' } })
  const { data: file } = await octokit.rest.repos.getContent({ ...HERE, path: 'a/b.md' })
  expect(Buffer.from((file as { content: string }).content, 'base64').toString()).toBe('é\n')
  const { data: folder } = await octokit.rest.repos.getContent({ ...HERE, path: 'a', ref: 'main' })
  expect((folder as { path: string }[]).map(({ path }) => path)).toEqual(['a/b.md'])
  const { data: raw } = await octokit.rest.repos.getContent({ ...HERE, path: 'a/b.md', mediaType: { format: 'raw' } })
  expect(String(raw)).toBe('é\n')
  expect(await refusal(octokit.rest.repos.getContent({ ...HERE, path: 'a/c.md' }))).toEqual([404, 'Not Found'])
  const base = github.world.git.resolve('main') as string
  github.commit('branch/of/mine', { 'a/b.md': null, 'a/c.md': 'c' }, { from: base })
  github.commit('main', { 'd.md': 'd' })
  const { data: compared } = await octokit.rest.repos.compareCommitsWithBasehead({ ...HERE, basehead: 'main...branch/of/mine' })
  expect(compared).toMatchObject({ status: 'diverged', ahead_by: 1, behind_by: 1, merge_base_commit: { sha: base } })
  expect(compared.files?.map(({ filename, status }) => `${status} ${filename}`)).toEqual(['removed a/b.md', 'added a/c.md'])
  const { data: commit } = await octokit.rest.repos.getCommit({ ...HERE, ref: 'branch/of/mine' })
  expect(commit).toMatchObject({ commit: { author: { name: 'octocat' } }, parents: [{ sha: base }] })
  expect((await octokit.rest.repos.get(HERE)).data).toMatchObject({
    default_branch: 'main',
    permissions: { push: true, admin: false },
  })
})

test('an app signs in with its key and acts with its token', async () => {
  const { github } = await begin()
  const app = github.addApp()
  const auth = { appId: app.id, privateKey: app.privateKey }
  const asApp = new Octokit({ baseUrl: github.url, authStrategy: createAppAuth, auth, log: QUIET })
  expect((await asApp.rest.apps.getAuthenticated()).data?.slug).toBe('nehemvix')
  const { data: installation } = await asApp.rest.apps.getRepoInstallation(HERE)
  const { data } = await asApp.rest.apps.createInstallationAccessToken({ installation_id: installation.id })
  expect(data.token).toMatch(/^ghs_[0-9A-Za-z._-]{500,}$/)
  const octokit = clientOf(github, data.token)
  const pull = github.openPullRequest({ branch: 'feature' })
  const { data: comment } = await octokit.rest.issues.createComment({ ...HERE, issue_number: pull.number, body: 'hello' })
  expect(comment).toMatchObject({ user: { login: 'nehemvix[bot]', type: 'Bot' }, performed_via_github_app: { slug: 'nehemvix' } })
  const head = pull.pull?.head as string
  const { data: check } = await octokit.rest.checks.create({ ...HERE, name: 'guide', head_sha: head, status: 'in_progress' })
  await octokit.rest.checks.update({
    ...HERE,
    check_run_id: check.id,
    conclusion: 'success',
    output: { title: 'Done', summary: 'All of it' },
  })
  const { data: checks } = await octokit.rest.checks.listForRef({ ...HERE, ref: 'feature', check_name: 'guide' })
  expect(checks.check_runs.map(({ conclusion, output }) => [conclusion, output.title])).toEqual([['success', 'Done']])
  expect(github.eventOfButton(check.id, 'approve', 'octocat')).toMatchObject({
    installation: { id: 77 },
    check_run: { pull_requests: [{ number: 1 }] },
  })
  github.expire(data.token)
  expect(await refusal(octokit.rest.repos.get(HERE))).toEqual([401, 'Bad credentials'])
})
