// The comments as they are posted: some whole, byte for byte, and what must hold for all of them whatever a provider or a stranger wrote.
import { describe, expect, test } from 'vitest'
import { renderAnswer, renderHelp } from '../../src/commands/answers.ts'
import { renderJobComment } from '../../src/commands/estimate-comment.ts'
import { renderNotice } from '../../src/commands/notice-comment.ts'
import { parseComment } from '../../src/commands/parse.ts'
import { type PullRequestFacts, renderPullRequest } from '../../src/commands/pull-request-body.ts'
import type { Report } from '../../src/commands/report.ts'
import { renderSummary } from '../../src/commands/summary.ts'
import { quoteSentence } from '../../src/job/quote-others.ts'
import type { ResultStatus } from '../../src/job/result.ts'
import { JOB_STATUSES, PAUSE_KINDS } from '../../src/vocabulary.ts'
import { NOW, QUOTA_PAUSE, sampleReport, sampleResult } from './samples.ts'

const QUOTES = QUOTA_PAUSE.others.map(({ model, low_usd, high_usd }) => ({
  model,
  lowMicroUsd: low_usd * 1e6,
  highMicroUsd: high_usd * 1e6,
}))

const FACTS: PullRequestFacts = { isDraft: false, guidePath: 'docs/guide', changes: null, skipped: [] }

const paused = sampleReport(
  {
    status: 'paused_quota',
    stage: 'sections',
    units: { done: 31, total: 64 },
    spent_usd: 0.0312,
    cap_usd: 0.12,
    paused: QUOTA_PAUSE,
    models: ['gemini-3.8-flash'],
  },
  { switchable: ['gpt-6-luna'], stateExpiresAt: '2026-12-06T18:30:00Z', askedBy: 'octocat' },
)

const done = sampleReport(
  {
    status: 'completed',
    stage: 'publish',
    units: { done: 64, total: 64 },
    calls: { succeeded: 18, failed: 1, unknown: 0, undecided: 0, in_flight: 0, unusable: 0 },
    spent_usd: 0.0812,
    cap_usd: 0.12,
    models: ['gpt-6-luna', 'gemini-3.8-flash'],
    spending: [
      { model: 'gpt-6-luna', calls: 7, spent_usd: 0.05 },
      { model: 'gemini-3.8-flash', calls: 12, spent_usd: 0.0312 },
    ],
    provenance: 'gpt-6-luna (you switched from gemini-3.8-flash after its quota ran out)',
    grounding: { score: 98, references: 214, grounded: 210, sections_written: 26, sections_planned: 26 },
    guide: ['docs/guide/README.md', 'docs/guide/beginner.md'],
  },
  { publication: { kind: 'opened', pullRequest: 12, url: 'https://github.com/acme/widgets/pull/12', isDraft: false } },
)

test('the estimate, whole', () => {
  expect(renderJobComment(sampleReport(), NOW)).toBe(`<!-- nehemvix:job j1a2b3c4 -->
### Nehemvix: a guide for $0.0500 to $0.1200

**12 to 20 calls, roughly 1 to 4 minutes.** Nothing is sent before somebody with write access approves. To approve, and let \`gemini\` (\`generativelanguage.googleapis.com\`) and \`openai\` (\`api.openai.com\`) see the code:

\`\`\`text
/nehemvix approve e0123456789
\`\`\`

The cap of the whole job is then $0.1200. Another is set with it, such as \`/nehemvix approve e0123456789 --cap 0.12\`.

| Model | Costs |
| --- | --- |
| \`gemini-3.8-flash\` | $0.0500 to $0.0800 |
| \`gpt-6-luna\` | $0.0700 to $0.1200 |

| Guide for | \`gemini-3.8-flash\` | \`gpt-6-luna\` |
| --- | --- | --- |
| all of them: summaries and overview | $0.0300 to $0.0400 | $0.0500 to $0.0800 |
| \`beginner\` | $0.0100 to $0.0200 | $0.0100 to $0.0200 |
| \`senior\` | $0.0100 to $0.0200 | $0.0100 to $0.0200 |

**Sent:** text of the files that are read, with the secrets that are found struck out, to \`gemini\` (\`generativelanguage.googleapis.com\`) and \`openai\` (\`api.openai.com\`). Nobody else gets it.

<details><summary>What is assumed</summary>

- Prices: genai-prices, rates of 2026-11-29.
- Low: short answers.
- Answers that can’t be used are billed as well.

</details>

<sub>job \`j1a2b3c4\` · commit \`abc1234\` · [workflow run](https://github.com/acme/widgets/actions/runs/99)</sub>
`)
})

test('the notice of a quota that ran out, whole', () => {
  expect(renderNotice(paused, NOW)).toBe(`<!-- nehemvix:notice j1a2b3c4 99 -->
### Nehemvix: paused, a quota ran out

gemini-3.8-flash: You exceeded your current quota. It is available again in about 14 hours (2026-11-30 08:00 UTC). What is finished is kept and is not asked for again.

- Quota: \`GenerateRequestsPerDayPerProjectPerModel-FreeTier\`.
- Done and kept: 31 of 64 units, $0.0312 spent of a cap of $0.1200.

To go on when it is available again:

\`\`\`text
/nehemvix resume
\`\`\`

To go on now with \`gpt-6-luna\`, for $0.0300 to $0.0600:

\`\`\`text
/nehemvix switch gpt-6-luna
\`\`\`

To go on now with \`claude-haiku-4-5\`, for $0.0500 to $0.1100; its provider may then see the code, and needs a key here:

\`\`\`text
/nehemvix switch claude-haiku-4-5 --consent
\`\`\`

<sub>job \`j1a2b3c4\` · commit \`abc1234\` · [workflow run](https://github.com/acme/widgets/actions/runs/99) · asked for by \`octocat\` · saved state expires in about 7 days (2026-12-06 18:30 UTC) unless a run reads it</sub>
`)
})

test('the comment that stays says a pause in short, and what else the rest would cost once', () => {
  const quoted = { ...QUOTA_PAUSE, message: `${QUOTA_PAUSE.message}${quoteSentence(QUOTES)}` }
  const report = { ...paused, result: { ...paused.result, paused: quoted } }
  expect(renderJobComment(report, NOW)).toBe(`<!-- nehemvix:job j1a2b3c4 -->
### Nehemvix: paused, a quota ran out

█████████░░░░░░░░░░░ 31 of 64 units. $0.0312 spent of a cap of $0.1200.

gemini-3.8-flash: You exceeded your current quota. It is available again in about 14 hours (2026-11-30 08:00 UTC). What is finished is kept and is not asked for again.

- Quota: \`GenerateRequestsPerDayPerProjectPerModel-FreeTier\`.
- To go on when it is available again: \`/nehemvix resume\`
- To go on now with \`gpt-6-luna\`, for $0.0300 to $0.0600: \`/nehemvix switch gpt-6-luna\`
- To go on now with \`claude-haiku-4-5\`, for $0.0500 to $0.1100; its provider may then see the code, and needs a key here: \`/nehemvix switch claude-haiku-4-5 --consent\`

<sub>job \`j1a2b3c4\` · commit \`abc1234\` · [workflow run](https://github.com/acme/widgets/actions/runs/99) · asked for by \`octocat\` · saved state expires in about 7 days (2026-12-06 18:30 UTC) unless a run reads it</sub>
`)
  expect(renderNotice(report, NOW)).toBe(renderNotice(paused, NOW))
})

test('the outcome, whole', () => {
  expect(renderJobComment(done, NOW)).toBe(`<!-- nehemvix:job j1a2b3c4 -->
### Nehemvix: the guide is written

The guide is in [pull request #12](https://github.com/acme/widgets/pull/12).

**Grounding 98 of 100:** 210 of 214 references to paths, lines, symbols and commands exist at this commit, and 26 of 26 sections are written. The score measures that what is referred to exists, not that the claim is true.

Written by gpt-6-luna (you switched from gemini-3.8-flash after its quota ran out).

| Model | Calls | Cost |
| --- | --- | --- |
| \`gpt-6-luna\` | 7 | $0.0500 |
| \`gemini-3.8-flash\` | 12 | $0.0312 |

In all $0.0812.

To bring it up to a newer commit, where only what changed is paid for:

\`\`\`text
/nehemvix run
\`\`\`

<sub>job \`j1a2b3c4\` · commit \`abc1234\` · [workflow run](https://github.com/acme/widgets/actions/runs/99)</sub>
`)
})

test('the guide’s pull request, whole', () => {
  const changes = { added: ['senior/extending'], changed: ['beginner/first-run', 'architect/constraints'], removed: [] }
  const skipped = [
    { path: 'logo|x.png', reason: 'binary' },
    ...['a', 'b', 'c', 'd'].map((name) => ({ path: `dist/${name}.js`, reason: 'generated' }) as const),
  ] as const
  expect(renderPullRequest(done, { ...FACTS, changes, skipped }, NOW)).toEqual({
    title: 'docs: guide to widgets',
    body: `A guide to \`acme/widgets\` at \`abc1234\`, in \`docs/guide\`. Read it as you would read any other change: nobody has checked its claims but you.

### How far it can be trusted

**Grounding 98 of 100:** 210 of 214 references to paths, lines, symbols and commands exist at this commit, and 26 of 26 sections are written. The score measures that what is referred to exists, not that the claim is true.

### Who wrote it, and what it cost

Written by gpt-6-luna (you switched from gemini-3.8-flash after its quota ran out).

| Model | Calls | Cost |
| --- | --- | --- |
| \`gpt-6-luna\` | 7 | $0.0500 |
| \`gemini-3.8-flash\` | 12 | $0.0312 |

In all $0.0812.

### What changed since the last guide

- added: senior/extending
- changed: beginner/first-run, architect/constraints

### What was not read

5 tracked files were not read; \`docs/guide/README.md\` lists them.

| Why | Files | Such as |
| --- | --- | --- |
| binary | 1 | \`logo\\|x.png\` |
| generated | 4 | \`dist/a.js\`, \`dist/b.js\`, \`dist/c.js\`, … |

### How to refresh it

Once it is out of date, type in a comment on any pull request of this repository:

\`\`\`text
/nehemvix run
\`\`\`

Only what changed is asked for, and paid for, again. A commit of yours on this branch is never overwritten: the next run stops and says so.

<sub>job \`j1a2b3c4\` · commit \`abc1234\` · [workflow run](https://github.com/acme/widgets/actions/runs/99)</sub>
`,
  })
})

test('a guide that was asked for elsewhere names where, so that GitHub shows it there', () => {
  const { body } = renderPullRequest(done, { ...FACTS, askedOn: 7 }, NOW)
  expect(body).toMatch(/^A guide to `acme\/widgets` at `abc1234`, in `docs\/guide`, as asked for on #7\. /)
})

test('a draft says that it is one, and claims nothing', () => {
  const { title, body } = renderPullRequest(sampleReport(), { ...FACTS, isDraft: true }, NOW)
  expect(title).toBe('docs: guide to widgets (unfinished)')
  expect(body).toMatch(/^\*\*Unfinished\.\*\* A guide to `acme\/widgets`/)
  expect(body).not.toContain('Grounding')
})

describe('when a person must act', () => {
  const notice = (status: ResultStatus, change: Partial<Report['result']> = {}, report: Partial<Report> = {}) =>
    renderNotice(sampleReport({ status, ...change }, report), NOW)
  const pause = (kind: string, change: Partial<typeof QUOTA_PAUSE> = {}) => ({
    paused: { ...QUOTA_PAUSE, kind, message: 'It stopped.', others: [], ...change },
  })
  /** What the blocks of a comment hold, ready to be typed. */
  const typed = (text: string | null) => [...(text ?? '').matchAll(/```text\n(.*)\n```/g)].map((match) => match[1])

  test('nobody must, while it works or once it is done', () => {
    for (const status of ['running', 'cancelled', 'interrupted', 'held'] as const) expect(notice(status)).toBeNull()
    expect(renderNotice(done, NOW)).toBeNull()
    expect(
      notice('completed', {}, { publication: { kind: 'unchanged', pullRequest: 1, url: 'https://x', isDraft: false } }),
    ).toBeNull()
  })

  test('approval', () => {
    expect(typed(notice('awaiting_approval'))).toEqual(['/nehemvix approve e0123456789'])
    // The job's own comment, posted just now, has notified everybody.
    expect(renderNotice(sampleReport(), NOW, true)).toBeNull()
    expect(renderNotice(paused, NOW, true)).not.toBeNull()
  })

  test('who may approve', () => {
    const told = (...approvers: string[]) => notice('awaiting_approval', {}, { approvers })
    expect(told()).toContain('before somebody with write access approves')
    expect(told('octocat', '@hubot')).toContain('before `octocat` or `hubot` approves')
    expect(told('a', 'b', 'c', 'd', 'e', 'f')).toContain('`e`, or another of the approvers, approves')
  })

  test('a cap that was stated, and money that is spent', () => {
    const text = renderJobComment(sampleReport({ stated_cap_usd: 0.5, spent_usd: 0.07, unknown_usd: 0.01 }), NOW)
    expect(text).toContain('The cap of the whole job is then $0.5000, as it was stated.')
    expect(text).toContain('`/nehemvix approve e0123456789 --cap 0.20`')
    expect(text).toContain('| `gemini-3.8-flash` | $0.0500 to $0.0800 | $0 |')
    const split = renderJobComment(sampleReport({ units: { done: 3, total: 64 }, spent_usd: 0.07, unknown_usd: 0.01 }), NOW)
    expect(split).toContain('### Nehemvix: the rest of a guide for $0.0500 to $0.1200')
    expect(split).toContain('is then $0.2000: $0.0800 that is gone so far, and $0.1200 for what is left.')
  })

  test.each([
    ['paused_quota', {}, ['/nehemvix resume', '/nehemvix switch gpt-6-luna --consent']],
    ['paused_provider', { next: 'nehemvix resume' }, ['/nehemvix resume']],
    ['paused_cap', { next: 'nehemvix approve --cap 0.1234' }, ['/nehemvix approve --cap 0.1234']],
    ['paused_cap', { next: 'nehemvix resume' }, ['/nehemvix resume']],
    ['paused_key', {}, ['/nehemvix resume', '/nehemvix switch gpt-6-luna --consent']],
    ['paused_request', {}, ['/nehemvix switch gpt-6-luna --consent', '/nehemvix resume']],
    ['paused_outcome', { next: 'nehemvix resume' }, ['/nehemvix resume', '/nehemvix cancel']],
    ['paused_state', { next: 'nehemvix run --pay-again' }, ['/nehemvix run --pay-again']],
    ['paused_state', { next: 'nehemvix resume' }, ['/nehemvix resume']],
  ] as const)('%s', (kind, change, commands) => {
    expect(typed(notice(kind, pause(kind, change)))).toEqual(commands)
  })

  test('a model that has written for this job needs no other consent', () => {
    const change = { ...pause('paused_quota', { others: QUOTA_PAUSE.others }), models: ['gpt-6-luna'] }
    const commands = (approved_estimate: string | null) => typed(notice('paused_quota', { ...change, approved_estimate }))
    expect(commands('e0123456789')).toContain('/nehemvix switch gpt-6-luna')
    expect(commands(null)).toContain('/nehemvix switch gpt-6-luna --consent')
  })

  test('every pause has a notice', () => {
    for (const kind of PAUSE_KINDS) expect(notice(kind, pause(kind))).toContain('It stopped.')
  })

  test('when it comes back is said once', () => {
    const told = notice('paused_quota', { paused: QUOTA_PAUSE })
    expect(told?.match(/2026-11-30 08:00 UTC/g)).toHaveLength(1)
    expect(notice('paused_quota', pause('paused_quota'))).toContain('- Available again in about 14 hours (2026-11-30 08:00 UTC).')
  })

  test('unknown outcomes with their bound', () => {
    const calls = { succeeded: 3, failed: 0, unknown: 2, undecided: 2, in_flight: 0, unusable: 0 }
    const text = notice('paused_outcome', {
      ...pause('paused_outcome', { reset_at: null, quota_id: null }),
      calls,
      unknown_usd: 0.04,
    })
    expect(text).toContain('- Calls to decide on: 2, at most $0.0400.')
    expect(text).toContain('their work is sent again, so up to $0.0400 may be paid twice')
  })

  test('lost state with what would be paid again', () => {
    const text = notice('paused_state', { ...pause('paused_state', { next: 'nehemvix run --pay-again' }), spent_usd: 0.31 })
    expect(text).toContain('$0.3100 was paid, and would be paid again after a new estimate')
  })

  test('failure and missing consent', () => {
    expect(typed(notice('failed', { error: { message: 'No.', next: 'nehemvix resume j1a2b3c4' } }))).toEqual(['/nehemvix resume'])
    const error = { message: 'Nobody has agreed.', next: 'nehemvix resume j1 --model gpt-6-luna --consent openai' }
    expect(typed(notice('consent_required', { error }))).toEqual(['/nehemvix switch gpt-6-luna --consent'])
  })

  test('what a run refuses is answered where a comment asked for it', () => {
    const refused = { job: null, estimate: null, error: { message: 'It is void.', next: '/nehemvix run' } }
    const text = renderNotice(sampleReport({ ...refused, status: null }, { commentId: 555 }), NOW)
    expect(text).toContain('### Nehemvix: nothing was done\n\nIt is void.')
    expect(typed(text)).toEqual(['/nehemvix run'])
    expect(renderNotice(sampleReport({ ...refused, status: null }), NOW)).toBeNull()
  })

  test('a pull request that could not be opened', () => {
    const publication = {
      kind: 'branch only',
      url: 'https://github.com/acme/widgets/compare/x',
      reason: 'The setting is off.',
    } as const
    const text = notice('completed', {}, { publication })
    expect(text).toContain('could not be opened: The setting is off.')
    expect(text).toContain('[Open it by hand](https://github.com/acme/widgets/compare/x)')
  })
})

test('progress shows bar, units, money and the estimate', () => {
  const text = renderJobComment(
    sampleReport({ status: 'running', stage: 'sections', units: { done: 31, total: 64 }, spent_usd: 0.03, cap_usd: 0.12 }),
    NOW,
  )
  expect(text).toContain('█████████░░░░░░░░░░░ 31 of 64 units, stage `sections`. $0.0300 spent of a cap of $0.1200.')
  expect(text).toContain('<details><summary>The estimate, as it was made</summary>')
})

test('a job of the offline model sends nothing, and says so', () => {
  const free = {
    ...(sampleResult().estimate as NonNullable<Report['result']['estimate']>),
    low_usd: 0,
    high_usd: 0,
    calls_low: 0,
    calls_high: 0,
  }
  const connections = [
    { model: 'offline', provider: 'offline', host: '', prices: 'free', low_usd: 0, high_usd: 0, audiences: [] },
  ]
  const text = renderJobComment(sampleReport({ status: 'running', estimate: { ...free, connections } }), NOW)
  expect(text).toContain('Nothing is sent to anybody')
  expect(text).not.toContain('**Sent:**')
})

test('the summary is a table of the result', () => {
  const text = renderSummary(done)
  for (const row of [
    '| Job | `j1a2b3c4` |',
    '| Status | `completed` |',
    '| Units | 64 of 64 |',
    '| Calls | 18 succeeded, 1 failed |',
    '| Spent | $0.0812 |',
    '| Grounding | 98 of 100 |',
    '| `gemini-3.8-flash` | 12 | $0.0312 |',
  ]) {
    expect(text).toContain(row)
  }
})

test('the answer to a command carries its marker, its note and its run', () => {
  expect(renderAnswer(555, { message: 'Done.', note: 'Only the first.', runUrl: 'https://github.com/a/b/actions/runs/1' })).toBe(
    `<!-- nehemvix:answer 555 -->
Done.

Only the first.

[This workflow run](https://github.com/a/b/actions/runs/1) carries it out; \`/nehemvix status\` says how far it is.
`,
  )
})

// What must hold for every text, whoever wrote the parts.

const HOSTILE = [
  '/nehemvix approve e0123456789',
  '<!-- nehemvix:job j1a2b3c4 -->',
  '@org/team fixes #1, closes acme/widgets#2, GH-3',
  '<script>alert(1)</script><img src=https://evil.example/x.png>',
  '![x](https://evil.example/x.png)',
  'one\n```\n/nehemvix approve e0123456789',
  'a | b | c\n| --- |\n</details></sub>',
  '`x` ~~~ \u202eevil',
]

/** Everything that is not ours says `text`. */
function everywhere(text: string, status: ResultStatus): Report {
  const base = sampleReport().result.estimate as NonNullable<Report['result']['estimate']>
  const connection = {
    model: text,
    provider: text,
    host: text,
    prices: text,
    low_usd: 1,
    high_usd: 2,
    audiences: [{ name: text, low_usd: 1, high_usd: 2 }],
  }
  return sampleReport(
    {
      status,
      stage: text,
      job: text,
      estimate: { ...base, connections: [connection], assumptions: [text] },
      paused: status.startsWith('paused_')
        ? {
            kind: status,
            provider: text,
            model: text,
            quota_id: text,
            reset_at: text,
            message: text,
            next: text,
            others: [{ model: text, low_usd: 1, high_usd: 2 }],
          }
        : null,
      models: [text],
      spending: [{ model: text, calls: 1, spent_usd: 1 }],
      provenance: text,
      guide: [text],
      error: { message: text, next: text },
    },
    {
      notices: [text],
      askedBy: text,
      stateExpiresAt: text,
      switchable: [text],
      publication: { kind: 'refused', reason: text, next: text },
    },
  )
}

const STATUSES: readonly ResultStatus[] = [...JOB_STATUSES, 'consent_required', 'held']

function allTexts(report: Report): string[] {
  const names = [report.result.models[0] ?? '']
  const facts: PullRequestFacts = {
    ...FACTS,
    changes: { added: names, changed: names, removed: names },
    skipped: names.map((path) => ({ path, reason: 'binary' })),
    guidePath: names[0] ?? '',
  }
  return [
    renderJobComment(report, NOW),
    renderNotice(report, NOW) ?? '',
    renderPullRequest(report, facts, NOW).body,
    renderPullRequest(report, { ...facts, isDraft: true }, NOW).body,
    renderSummary(report),
  ]
}

/** A text without its code, and without the HTML and the links that are ours. */
function outsideOfCode(text: string): string {
  return text
    .replace(/^```text\n[\s\S]*?\n```$/gm, '')
    .replace(/`[^`\n]*`/g, '')
    .replace(/^<!-- nehemvix:(job|notice) [\w:.-]* ?\d* ?-->$/m, '')
    .replace(/<\/?(details|summary|sub)>/g, '')
    .replaceAll('(https://github.com/acme/widgets/actions/runs/99)', '')
}

describe.each(HOSTILE)('everywhere %j', (hostile) => {
  test.each(STATUSES)('while %s', (status) => {
    for (const text of allTexts(everywhere(hostile, status))) {
      const outside = outsideOfCode(text)
      expect(outside).not.toMatch(/^\s*\/nehemvix/m)
      expect(outside).not.toMatch(/@org|[\s(]#\d|widgets#\d|GH-3|<script|<img|<!--|!\[/)
      // Fences come in pairs, and a marker stands at the start only.
      expect((text.match(/^```/gm) ?? []).length % 2).toBe(0)
      expect(text.lastIndexOf('<!--')).toBeLessThanOrEqual(0)
      // Rows of a table have as many cells as its head.
      for (const table of text.match(/(?:^\|.*\|$\n?)+/gm) ?? []) {
        const cells = table
          .trimEnd()
          .split('\n')
          .map((row) => row.split(/(?<!\\)\|/).length)
        expect(new Set(cells).size).toBe(1)
      }
    }
  })
})

test('none of our texts is a command', () => {
  for (const status of STATUSES) {
    for (const text of allTexts(everywhere('/nehemvix run', status))) expect(parseComment(text)).toEqual({ kind: 'ignore' })
  }
  expect(parseComment(renderHelp())).toEqual({ kind: 'ignore' })
  expect(renderHelp().replace(/^```text\n[\s\S]*?\n```$/gm, '')).not.toMatch(/^\s*\/nehemvix/m)
})

describe('however long', () => {
  const long = (text: string, status: ResultStatus): Report => {
    const report = everywhere(text, status)
    const estimate = report.result.estimate as NonNullable<Report['result']['estimate']>
    const many = Array.from({ length: 300 }, () => estimate.connections[0] as (typeof estimate.connections)[number])
    const result = {
      ...report.result,
      estimate: {
        ...estimate,
        connections: many,
        assumptions: Array.from({ length: 300 }, (_, at) => `${at} ${text.slice(0, 1_000)}`),
      },
      spending: many.map(({ model }) => ({ model, calls: 1, spent_usd: 1 })),
      paused: report.result.paused && { ...report.result.paused, others: many },
    }
    return { ...report, result, notices: Array.from({ length: 50 }, () => text) }
  }

  test.each([
    ['a message of 100 kB', 'Quota exceeded. '.repeat(6_250)],
    ['100 kB without a space', 'x'.repeat(100_000)],
    ['100 kB of fences', '```\n'.repeat(25_000)],
    ['100 kB of emoji', '🦊'.repeat(50_000)],
  ])('%s', (_name, text) => {
    for (const status of ['awaiting_approval', 'paused_quota'] as const) {
      const [comment = '', notice = '', body = '', draft = '', summary = ''] = allTexts(long(text, status))
      for (const one of [comment, notice, body, draft]) {
        expect(one.length).toBeLessThanOrEqual(60_000)
        expect(one.isWellFormed()).toBe(true)
      }
      expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(900_000)
      if (status === 'awaiting_approval') expect(comment).toContain('\n/nehemvix approve e0123456789\n')
      expect(comment.startsWith('<!-- nehemvix:job ')).toBe(true)
    }
  })

  test('what grows when it is made safe is cut as well, behind the command', () => {
    const comment = renderJobComment(long('@a'.repeat(50_000), 'awaiting_approval'), NOW)
    expect(comment.length).toBeLessThanOrEqual(60_000)
    expect(comment).toContain('Shortened')
    expect(comment).toContain('\n/nehemvix approve e0123456789\n')
  })

  test('a list that is cut says by how much', () => {
    const comment = renderJobComment(long('one', 'awaiting_approval'), NOW)
    expect(comment).toContain('- And 280 more assumptions.')
    expect(comment).toContain('And 270 more models.')
  })

  test('a summary of megabytes is cut to its bytes', () => {
    const text = renderSummary(sampleReport({}, { notices: Array.from({ length: 100 }, () => '@'.repeat(100_000)) }))
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(900_000)
    expect(text).toContain('| Job | `j1a2b3c4` |')
    expect(text).toContain('Shortened')
  })
})
