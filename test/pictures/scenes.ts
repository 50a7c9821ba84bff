// What stands on the pictures: real texts of a real job in the fixture repository. Nothing is sent: an estimate calls no model.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderJobComment } from '../../src/commands/estimate-comment.ts'
import { renderNotice } from '../../src/commands/notice-comment.ts'
import { renderPullRequest } from '../../src/commands/pull-request-body.ts'
import type { Report } from '../../src/commands/report.ts'
import type { JobResult } from '../../src/job/result.ts'
import { environmentFor, remove, run } from '../acceptance/cli.ts'
import { makeFixture } from '../acceptance/fixture.ts'
import { HEAD, NOW, QUOTA_PAUSE } from '../commands/samples.ts'
import { makeFolder, runTestGit } from '../repository/make-repository.ts'
import { commentsPage, filePage, type Theme } from './github-page.ts'

export interface Scene {
  readonly name: string
  readonly page: (theme: Theme) => string
}

interface Material {
  readonly estimated: JobResult
  readonly guidePage: string
}

export async function prepareScenes(): Promise<{ readonly shown: readonly Scene[]; readonly others: readonly Scene[] }> {
  const material = await readMaterial()
  const said = (name: string, markdown: string | null): Scene => ({
    name,
    page: (theme) =>
      commentsPage(
        [{ author: 'github-actions', isBot: true, when: '2 minutes ago', markdown: markdown ?? '(nobody must act)' }],
        theme,
      ),
  })
  const waiting = reportOf(material.estimated)
  const { estimate } = material.estimated
  return {
    shown: [
      {
        name: 'estimate',
        page: (theme) =>
          commentsPage(
            [
              { author: 'github-actions', isBot: true, when: '2 minutes ago', markdown: renderJobComment(waiting, NOW) },
              { author: 'mona', isBot: false, when: 'now', markdown: `/nehemvix approve ${estimate?.id}` },
            ],
            theme,
          ),
      },
      { name: 'guide', page: (theme) => filePage('docs/guide/senior.md', material.guidePage, theme) },
    ],
    others: [
      said('notice', renderNotice(waiting, NOW)),
      said('running', renderJobComment(reportOf({ ...material.estimated, ...RUNNING }), NOW)),
      said('paused', renderJobComment(reportOf({ ...material.estimated, ...RUNNING, ...PAUSED }), NOW)),
      said('finished', renderJobComment(finished(material.estimated), NOW)),
      said('pull-request', renderPullRequest(finished(material.estimated), FACTS, NOW).body),
    ],
  }
}

async function readMaterial(): Promise<Material> {
  return { estimated: await estimateFixture(), guidePage: await architectureHere() }
}

async function estimateFixture(): Promise<JobResult> {
  const repository = makeFixture()
  // Without the addresses of a stand-in: who would see the code is what people see of their own jobs.
  const { OPENAI_BASE_URL: _openai, GEMINI_BASE_URL: _gemini, ...env } = environmentFor('')
  try {
    const { result } = await run(['estimate', '--model', 'gemini-3.8-flash,gpt-6-luna'], { cwd: repository.root, env })
    if (result.status !== 'awaiting_approval') throw new Error(`the estimate is ${result.status}`)
    return result
  } finally {
    repository.remove()
    remove(env.HOME ?? '')
  }
}

/** Of the guide that `offline` writes of this very repository, at HEAD: one section, up to its diagram. */
async function architectureHere(): Promise<string> {
  const folder = makeFolder()
  const env = environmentFor('')
  try {
    const here = new URL('../..', import.meta.url).pathname
    runTestGit(folder, ['clone', '--quiet', '--depth', '1', `file://${here}`, 'nehemvix'])
    const cwd = join(folder, 'nehemvix')
    const { result, stderr } = await run(['run'], { cwd, env })
    if (result.status !== 'completed') throw new Error(`no guide of this repository: ${stderr}`)
    const page = readFileSync(join(cwd, 'docs/guide/senior.md'), 'utf8')
    const section = /^## Architecture$[\s\S]*?(?=^### What follows from it$|^<!-- section)/m.exec(page)?.[0]
    if (section === undefined) throw new Error('the guide has no section on the architecture')
    return section
  } finally {
    remove(folder)
    remove(env.HOME ?? '')
  }
}

function reportOf(result: JobResult, change: Partial<Report> = {}): Report {
  return {
    version: 1,
    repository: 'acme/parcel',
    talksOn: 7,
    sourceCommit: HEAD,
    result,
    publication: null,
    workflowRun: { id: 4811, url: 'https://github.com/acme/parcel/actions/runs/4811' },
    stateExpiresAt: '2026-12-06T18:30:00Z',
    askedBy: 'mona',
    commentId: 555,
    switchable: [],
    notices: [],
    ...change,
  }
}

const RUNNING: Partial<JobResult> = {
  status: 'running',
  stage: 'sections',
  units: { done: 31, total: 54 },
  spent_usd: 0.0213,
  cap_usd: 0.12,
  models: ['gemini-3.8-flash'],
  spending: [{ model: 'gemini-3.8-flash', calls: 9, spent_usd: 0.0213 }],
}

const PAUSED: Partial<JobResult> = { status: 'paused_quota', paused: QUOTA_PAUSE }

function finished(estimated: JobResult): Report {
  const result: JobResult = {
    ...estimated,
    ...RUNNING,
    status: 'completed',
    stage: 'publish',
    units: { done: 54, total: 54 },
    spent_usd: 0.0298,
    models: ['gemini-3.8-flash', 'gpt-6-luna'],
    spending: [...(RUNNING.spending ?? []), { model: 'gpt-6-luna', calls: 6, spent_usd: 0.0085 }],
    provenance: 'gemini-3.8-flash, from stage sections on gpt-6-luna',
    grounding: { score: 97, references: 412, grounded: 400, sections_written: 26, sections_planned: 26 },
    guide: ['docs/guide/README.md', 'docs/guide/senior.md'],
  }
  return reportOf(result, {
    publication: { kind: 'opened', pullRequest: 8, url: 'https://github.com/acme/parcel/pull/8', isDraft: false },
  })
}

const FACTS: Parameters<typeof renderPullRequest>[1] = {
  isDraft: false,
  guidePath: 'docs/guide',
  changes: { added: ['senior/extending'], changed: ['beginner/first-run', 'senior/architecture'], removed: [] },
  skipped: [{ path: 'logo.png', reason: 'binary' }],
}
