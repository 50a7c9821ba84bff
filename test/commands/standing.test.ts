import { describe, expect, test } from 'vitest'
import type { Command } from '../../src/commands/command.ts'
import type { Answer, ReadRecord, Situation } from '../../src/commands/situation.ts'
import { answerFromRecord, runSpends } from '../../src/commands/standing.ts'
import type { RecordedJob, StateRecord } from '../../src/github/state-record.ts'
import { heldBy, sampleJob, sampleRecord, sampleSituation } from './samples.ts'

const NONE: ReadRecord = { kind: 'none' }
const UNREADABLE: ReadRecord = { kind: 'unreadable', why: 'version 2' }
const MOVED = { headCommit: 'def5678000000000000000000000000000000000' }
const record = (jobs: readonly RecordedJob[], change: Partial<StateRecord> = {}): ReadRecord => ({
  kind: 'record',
  record: sampleRecord(jobs, change),
})

const RUN: Command = { verb: 'run' }
const PAY_AGAIN: Command = { verb: 'run', paysAgain: true }
const RESUME: Command = { verb: 'resume' }
const RERUN: Command = { verb: 'rerun' }
const CANCEL: Command = { verb: 'cancel' }
const STATUS: Command = { verb: 'status' }
const approve = (estimate: string | null = null, capUsd: number | null = null): Command => ({ verb: 'approve', estimate, capUsd })
const switchTo = (model: string, hasConsent = false): Command => ({ verb: 'switch', model, hasConsent })

const ask = (command: Command, read: ReadRecord, change: Partial<Situation> = {}): Answer =>
  answerFromRecord(command, read, sampleSituation(change))

/** What a dispatch carries; an answer fails the test with its text. */
function inputsOf(answer: Answer) {
  if (answer.kind === 'answer') throw new Error(`answered: ${answer.message}`)
  return answer.inputs
}

/** What an answer says; a dispatch fails the test. */
function said(answer: Answer): string {
  if (answer.kind === 'dispatch') throw new Error(`dispatched: ${answer.message}`)
  return answer.message
}

const working = { ...sampleJob({ status: 'running', approvedEstimate: 'e0123456789', capMicroUsd: 120_000 }) }
const waiting = sampleJob()
const approved = { ...waiting, approvedEstimate: 'e0123456789', capMicroUsd: 120_000, spentMicroUsd: 30_000 }
const quota: RecordedJob = {
  ...approved,
  status: 'paused_quota',
  stage: 'sections',
  units: { done: 31, total: 64 },
  pausedMessage: 'gemini-3.8-flash: You exceeded your current quota.',
  resetAt: '2026-11-30T08:00:00Z',
  next: 'nehemvix resume --model gpt-6-luna --consent openai',
}
const completed: RecordedJob = {
  ...approved,
  status: 'completed',
  stage: 'publish',
  guidePullRequest: 12,
  units: { done: 64, total: 64 },
}
const lost: RecordedJob = {
  ...approved,
  status: 'paused_state',
  pausedMessage: 'The saved state is gone.',
  next: 'nehemvix run --pay-again',
}

describe('help and status', () => {
  test('help needs no record', () => {
    for (const read of [NONE, UNREADABLE, record([waiting])])
      expect(said(ask({ verb: 'help' }, read))).toContain('/nehemvix approve [ESTIMATE]')
  })

  test('status without a job', () => {
    expect(said(ask(STATUS, NONE))).toBe('There is no job yet. `/nehemvix run` makes an estimate, which costs nothing.')
  })

  test('status of a paused job, whole', () => {
    expect(said(ask(STATUS, record([quota])))).toBe(`| | |
|---|---|
| Job | \`j1a2b3c4\`, run 1, at \`abc1234\` |
| Status | \`paused_quota\` |
| Stage | \`sections\` |
| Progress | █████████░░░░░░░░░░░ 31 of 64 units |
| Money | $0.0300 spent of a cap of $0.1200 |
| Estimate | \`e0123456789\` ($0.0500 to $0.1200), approved |
| Models | \`gemini-3.8-flash\` |
| Waits for | the quota, available again in about 14 hours (2026-11-30 08:00 UTC), or another model |
| Workflow run | [run 99](https://github.com/acme/widgets/actions/runs/99), the last |
| As of | 2026-11-29 18:00 UTC |

gemini-3.8-flash: You exceeded your current quota.

Next:

\`\`\`text
/nehemvix switch gpt-6-luna --consent
\`\`\``)
  })

  test('status asks for no consent that is given already', () => {
    const next = (situation: Partial<Situation>) => /```text\n(.*)\n```/.exec(said(ask(STATUS, record([quota]), situation)))?.[1]
    expect(next({ consent: ['openai'] })).toBe('/nehemvix switch gpt-6-luna')
    expect(next({ consent: ['anthropic'] })).toBe('/nehemvix switch gpt-6-luna --consent')
  })

  test('a run that works, and one that is gone', () => {
    expect(said(ask(STATUS, record([working], heldBy(99))))).toContain('/actions/runs/99), works now |')
    const gone = said(ask(STATUS, record([working], heldBy(99)), { isHolderAlive: false }))
    expect(gone).toContain('| Status | `interrupted` |')
    expect(gone).toContain('/nehemvix resume')
  })

  test('a head that moved on is said', () => {
    expect(said(ask(STATUS, record([waiting]), MOVED))).toMatch(
      /is about `abc1234`, the head is `def5678`\.[\s\S]*```text\n\/nehemvix run\n```$/,
    )
  })

  test('what a provider said is made safe', () => {
    const message = said(ask(STATUS, record([{ ...quota, pausedMessage: '/nehemvix cancel @org/team fixes #1 <script>' }])))
    expect(message).not.toMatch(/^\/nehemvix cancel/m)
    expect(message).not.toMatch(/@org|#1|<script>/)
  })
})

test('a record that can’t be read starts nothing but what a person asks to pay again', () => {
  for (const command of [STATUS, RUN, RESUME, RERUN, CANCEL, approve(), switchTo('gpt-6-luna', true)]) {
    expect(said(ask(command, UNREADABLE))).toContain('can’t be read (`version 2`), so nothing was done')
  }
  expect(inputsOf(ask(PAY_AGAIN, UNREADABLE)).operation).toBe('run')
})

describe('which job is meant', () => {
  const other = sampleJob({
    job: 'jother',
    talksOn: 9,
    runId: 50,
    estimate: { id: 'eaaaaaaaaaa', lowMicroUsd: 50_000, highMicroUsd: 120_000, callsLow: 1, callsHigh: 2 },
  })

  test('the newest that talks here, else the newest', () => {
    expect(inputsOf(ask(CANCEL, record([other, waiting]))).job).toBe('j1a2b3c4')
    expect(inputsOf(ask(CANCEL, record([other]))).job).toBe('jother')
    expect(ask(CANCEL, record([other])).message).toContain('job `jother` (of #9)')
  })

  test('the guide’s own pull request belongs to its job', () => {
    const job = { ...waiting, talksOn: 7, guidePullRequest: 12 }
    expect(inputsOf(ask(CANCEL, record([other, job]), { pullRequest: 12 })).job).toBe('j1a2b3c4')
  })

  test('without an id an estimate of another pull request is never approved', () => {
    expect(said(ask(approve(), record([other])))).toBe(
      'There is no estimate for `abc1234` yet, so there is nothing to approve. Type `/nehemvix run` to get one. The newest elsewhere is estimate `eaaaaaaaaaa` ($0.0500 to $0.1200) of job `jother` (of #9): `/nehemvix approve eaaaaaaaaaa`.',
    )
    expect(inputsOf(ask(approve('eaaaaaaaaaa'), record([other])))).toMatchObject({ job: 'jother', estimate: 'eaaaaaaaaaa' })
  })
})

describe('approve', () => {
  test('is dispatched with what it means', () => {
    expect(ask(approve(null, 0.2), record([waiting]))).toEqual({
      kind: 'dispatch',
      inputs: {
        operation: 'approve',
        job: 'j1a2b3c4',
        estimate: 'e0123456789',
        'comment-id': '555',
        'pull-request': '7',
        models: '',
      },
      message:
        'Your approval of estimate `e0123456789` ($0.0500 to $0.1200) for job `j1a2b3c4`, with a cap of $0.2000 for the whole job: the work begins.',
    })
    expect(inputsOf(ask(approve('e0123456789'), record([waiting]))).estimate).toBe('e0123456789')
  })

  test.each<[string, Command, ReadRecord, Partial<Situation>, string]>([
    [
      'no record',
      approve(),
      NONE,
      {},
      'There is no estimate for `abc1234` yet, so there is nothing to approve. Type `/nehemvix run` to get one.',
    ],
    ['no record and no known head', approve(), NONE, { headCommit: null }, 'There is no estimate here yet'],
    [
      'the estimate is being made',
      approve(),
      record([{ ...working, estimate: null, approvedEstimate: null }], heldBy(99)),
      {},
      'There is no estimate for `abc1234` yet, so there is nothing to approve. [run 99](https://github.com/acme/widgets/actions/runs/99) is making it',
    ],
    [
      'nobody makes one',
      approve(),
      record([{ ...waiting, estimate: null }]),
      {},
      'yet, so there is nothing to approve. Type `/nehemvix run`',
    ],
    [
      'an id nobody knows',
      approve('eaaaaaaaaaa'),
      NONE,
      {},
      'There is no estimate `eaaaaaaaaaa` to approve. Type `/nehemvix run`',
    ],
    [
      'an old id',
      approve('eaaaaaaaaaa'),
      record([waiting]),
      {},
      '`eaaaaaaaaaa` is not the newest estimate. The newest is estimate `e0123456789` ($0.0500 to $0.1200) of job `j1a2b3c4`. Nothing was approved. To approve it: `/nehemvix approve e0123456789`.',
    ],
    [
      'an old id that was approved',
      approve('eaaaaaaaaaa'),
      record([{ ...waiting, approvedEstimate: 'eaaaaaaaaaa' }]),
      {},
      'It was approved before, for job `j1a2b3c4`, and a newer one has taken its place.',
    ],
    [
      'twice, while it works',
      approve(),
      record([working], heldBy(99)),
      {},
      'is approved already: [run 99](https://github.com/acme/widgets/actions/runs/99) works on it. Nothing was started a second time.',
    ],
    [
      'twice, when it is paused',
      approve(),
      record([quota]),
      {},
      'the job is paused (`paused_quota`), which an approval does not end. `/nehemvix status` says why; to go on: `/nehemvix switch gpt-6-luna --consent`.',
    ],
    [
      'twice, when it was cancelled',
      approve(),
      record([{ ...approved, status: 'cancelled' }]),
      {},
      'the job was cancelled. `/nehemvix resume`',
    ],
    [
      'the cap holds it up',
      approve(),
      record([{ ...approved, status: 'paused_cap', next: 'nehemvix approve --cap 0.2345' }]),
      {},
      'to go on: `/nehemvix approve --cap 0.2345`.',
    ],
    ['completed', approve(), record([completed]), {}, 'is completed: nothing is left to approve'],
    ['completed, by id', approve('e0123456789'), record([completed]), {}, 'is completed: nothing is left to approve'],
    [
      'the head moved on',
      approve(),
      record([waiting]),
      MOVED,
      'is about `abc1234`, the head is `def5678`. Its estimate and approval are void.',
    ],
    ['the head moved on, by id', approve('e0123456789'), record([waiting]), MOVED, 'Type `/nehemvix run`'],
    [
      'the head moved on before there was an estimate',
      approve(),
      record([{ ...waiting, estimate: null }]),
      MOVED,
      'the head is `def5678`',
    ],
    [
      'the configuration changed',
      approve(),
      record([waiting]),
      { configuration: 'c2' },
      'The configuration has changed since estimate `e0123456789`',
    ],
    [
      'a cap below what is spent',
      approve(null, 0.03),
      record([approved]),
      {},
      'A cap of $0.0300 leaves no room: $0.0300 is spent, and the cap is for the whole job. Nothing was changed. Type `/nehemvix approve --cap USD` with more than $0.0300.',
    ],
    [
      'a cap below what may be spent',
      approve(null, 0.05),
      record([{ ...approved, unknownMicroUsd: 30_000 }]),
      {},
      'and up to $0.0300 of unknown outcome',
    ],
  ])('%s', (_name, command, read, change, message) => {
    expect(said(ask(command, read, change))).toContain(message)
  })

  test.each<[string, Command, ReadRecord, Partial<Situation>]>([
    ['approved, but asked again', approve(), record([{ ...approved, status: 'awaiting_approval' }]), {}],
    ['approved and interrupted', approve(), record([{ ...approved, status: 'interrupted' }]), {}],
    ['another cap', approve(null, 0.5), record([quota]), {}],
    ['its run is gone', approve(), record([working], heldBy(99)), { isHolderAlive: false }],
    [
      'the guide’s own commit moves no source',
      approve(),
      record([{ ...waiting, targetBranch: 'main', guidePullRequest: 7 }]),
      { ...MOVED, headBranch: 'nehemvix/guide' },
    ],
    ['the configuration is not known', approve(), record([waiting]), { configuration: null }],
  ])('goes through: %s', (_name, command, read, change) => {
    expect(inputsOf(ask(command, read, change)).operation).toBe('approve')
  })
})

describe('switch', () => {
  test('with consent, or where the configuration consents', () => {
    expect(inputsOf(ask(switchTo('gpt-6-luna', true), record([quota])))).toMatchObject({
      operation: 'resume',
      job: 'j1a2b3c4',
      models: 'gpt-6-luna',
    })
    expect(inputsOf(ask(switchTo('gpt-6-luna'), record([quota]), { consent: ['openai'] })).models).toBe('gpt-6-luna')
    expect(ask(switchTo('gpt-6-luna', true), record([quota])).message).toContain('you agree that `openai` sees the code')
  })

  test('without consent the answer says what to add, whole', () => {
    expect(
      said(ask(switchTo('gpt-6-luna'), record([quota]))),
    ).toBe(`Nobody has agreed yet that \`openai\` may see the code of this repository, so nothing was sent or switched. Either agree to it for this job:

\`\`\`text
/nehemvix switch gpt-6-luna --consent
\`\`\`

or for all jobs, in \`.github/nehemvix.yml\` on the default branch, and type your command again:

\`\`\`yaml
consent: [openai]
\`\`\``)
  })

  test('back to a model that has written some of it: which one is in use the record does not say', () => {
    const switched = { ...quota, models: ['gemini-3.8-flash', 'gpt-6-luna'] }
    expect(inputsOf(ask(switchTo('gemini-3.8-flash'), record([switched]))).models).toBe('gemini-3.8-flash')
  })

  test('a provider that an approved estimate named sees the code already', () => {
    expect(inputsOf(ask(switchTo('gemini-3.8-pro'), record([quota]))).models).toBe('gemini-3.8-pro')
    expect(said(ask(switchTo('gemini-3.8-pro'), record([{ ...waiting, status: 'paused_quota' }])))).toContain('consent: [gemini]')
  })

  test.each<[string, Command, ReadRecord, Partial<Situation>, string]>([
    ['no job', switchTo('gpt-6-luna'), NONE, {}, 'There is no job to switch'],
    ['completed', switchTo('gpt-6-luna', true), record([completed]), {}, 'is completed: there is nothing left to write'],
    [
      'nobody knows the provider',
      switchTo('mistral-large', true),
      record([quota]),
      {},
      'The provider of `mistral-large` is not known',
    ],
    ['it works', switchTo('gpt-6-luna', true), record([working], heldBy(99)), {}, 'works on the job `j1a2b3c4` now'],
    ['the head moved on', switchTo('gpt-6-luna', true), record([quota]), MOVED, 'the head is `def5678`'],
  ])('%s', (_name, command, read, change, message) => {
    expect(said(ask(command, read, change))).toContain(message)
  })
})

describe('resume', () => {
  test.each<[string, RecordedJob, string]>([
    ['a quota', quota, 'What ran out is available again in about 14 hours (2026-11-30 08:00 UTC)'],
    ['a quota that is back', { ...quota, resetAt: '2026-11-29T08:00:00Z' }, 'What is finished is kept'],
    ['cancelled', { ...approved, status: 'cancelled' }, 'What is finished is kept'],
    ['interrupted', { ...approved, status: 'interrupted' }, 'What is finished is kept'],
    ['failed', { ...approved, status: 'failed' }, 'What is finished is kept'],
    [
      'unknown outcome',
      { ...approved, status: 'paused_outcome', unknownMicroUsd: 20_000, next: 'nehemvix resume' },
      '$0.0200 at most, which counts against the cap. With your command their work is sent again, so up to that much may be paid twice; the cap holds.',
    ],
    ['a full disk', { ...approved, status: 'paused_state', next: 'nehemvix resume' }, 'What is finished is kept'],
    ['a bill above its reservation', { ...approved, status: 'paused_cap', next: 'nehemvix resume' }, 'What is finished is kept'],
  ])('goes on after: %s', (_name, job, message) => {
    const answer = ask(RESUME, record([job]))
    expect(inputsOf(answer)).toMatchObject({ operation: 'resume', job: 'j1a2b3c4', models: '', estimate: '' })
    expect(answer.message).toContain(message)
  })

  test.each<[string, ReadRecord, Partial<Situation>, string]>([
    ['no job', NONE, {}, 'There is no job yet'],
    [
      'it works already',
      record([working], heldBy(99)),
      {},
      '[run 99](https://github.com/acme/widgets/actions/runs/99) works on the job `j1a2b3c4` already',
    ],
    ['it works, as far as is known', record([working], heldBy(99)), { isHolderAlive: null }, 'already'],
    ['completed', record([completed]), {}, 'is completed: there is nothing to resume'],
    ['it waits for approval', record([waiting]), {}, 'Type `/nehemvix approve e0123456789`.'],
    [
      'the cap',
      record([
        {
          ...approved,
          status: 'paused_cap',
          pausedMessage: 'The cap of $0.12 leaves no room.',
          next: 'nehemvix approve --cap 0.2',
        },
      ]),
      {},
      'The cap of $0.12 leaves no room. A resume does not change that, so nothing was done. Type `/nehemvix approve --cap 0.2`.',
    ],
    [
      'consent',
      record([{ ...approved, status: 'consent_required', next: 'nehemvix resume j1 --model gpt-6-luna --consent openai' }]),
      {},
      'Type `/nehemvix switch gpt-6-luna --consent`.',
    ],
    [
      'lost state',
      record([lost]),
      {},
      'The saved state is gone. If you want to start over and pay for it again, type `/nehemvix run --pay-again`.',
    ],
    ['the head moved on', record([quota]), MOVED, 'the head is `def5678`'],
  ])('is answered: %s', (_name, read, change, message) => {
    expect(said(ask(RESUME, read, change))).toContain(message)
  })

  test('a holder that is gone, or works for another job, does not stand in the way', () => {
    expect(inputsOf(ask(RESUME, record([working], heldBy(99)), { isHolderAlive: false })).operation).toBe('resume')
    expect(inputsOf(ask(RESUME, record([quota], heldBy(41)))).operation).toBe('resume')
  })
})

describe('rerun', () => {
  test('of a completed job', () => {
    expect(inputsOf(ask(RERUN, record([completed])))).toMatchObject({ operation: 'rerun', job: 'j1a2b3c4' })
    expect(ask(RERUN, record([completed]), MOVED).message).toContain(
      'It stays at `abc1234`; `/nehemvix run` is for the head, `def5678`.',
    )
  })

  test.each<[string, ReadRecord, string]>([
    ['no job', NONE, 'There is no job yet'],
    [
      'unfinished',
      record([quota]),
      'is not finished (`paused_quota`): there is nothing to run again yet. To go on: `/nehemvix resume`.',
    ],
    ['not approved', record([waiting]), 'To go on: `/nehemvix approve e0123456789`.'],
    ['it works', record([working], heldBy(99)), 'works on the job `j1a2b3c4` now'],
  ])('is answered: %s', (_name, read, message) => {
    expect(said(ask(RERUN, read))).toContain(message)
  })
})

describe('cancel', () => {
  test('of what works, is paused or waits', () => {
    for (const read of [record([working], heldBy(99)), record([quota]), record([waiting])]) {
      expect(inputsOf(ask(CANCEL, read))).toMatchObject({ operation: 'cancel', job: 'j1a2b3c4' })
    }
    expect(inputsOf(ask(CANCEL, record([quota]), MOVED)).operation).toBe('cancel')
  })

  test.each<[string, ReadRecord, string]>([
    ['no job', NONE, 'nothing to cancel'],
    ['completed', record([completed]), 'is completed: there is nothing to cancel'],
    ['cancelled', record([{ ...approved, status: 'cancelled' }]), 'is cancelled already'],
    [
      'asked for already',
      record([working], { ...heldBy(99), cancel: { job: 'j1a2b3c4', commentId: 1, by: 'hubot', at: '2026-11-29T18:00:00Z' } }),
      'is being stopped already, as `hubot` asked',
    ],
  ])('is answered: %s', (_name, read, message) => {
    expect(said(ask(CANCEL, read))).toContain(message)
  })
})

describe('run', () => {
  test('is dispatched for the head', () => {
    for (const read of [NONE, record([]), record([waiting]), record([quota]), record([completed])]) {
      expect(inputsOf(ask(RUN, read))).toEqual({
        operation: 'run',
        job: '',
        estimate: '',
        'comment-id': '555',
        'pull-request': '7',
        models: '',
      })
    }
    for (const read of [NONE, record([waiting])])
      expect(ask(RUN, read).message).toMatch(/^An estimate for `abc1234` is made, which costs nothing;/)
    expect(ask(RUN, record([quota])).message).toContain('it goes on with the job `j1a2b3c4`')
    expect(ask(RUN, record([completed])).message).toContain('the job `j1a2b3c4` is completed')
  })

  test('one at a time, but for a new head, and beside other pull requests', () => {
    expect(said(ask(RUN, record([working], heldBy(99))))).toContain(
      '[run 99](https://github.com/acme/widgets/actions/runs/99) works on the job `j1a2b3c4` now, so nothing was started.',
    )
    expect(inputsOf(ask(RUN, record([working], heldBy(99)), MOVED)).operation).toBe('run')
    expect(inputsOf(ask(RUN, record([{ ...working, talksOn: 9 }], heldBy(99)))).operation).toBe('run')
  })

  test('does not decide on unknown outcomes', () => {
    const job: RecordedJob = { ...approved, status: 'paused_outcome', unknownMicroUsd: 20_000, next: 'nehemvix resume' }
    expect(said(ask(RUN, record([job])))).toContain('is for a person to say, with `/nehemvix resume`')
  })

  test('pays again only where state is lost, and only when asked', () => {
    expect(said(ask(RUN, record([lost])))).toContain('type `/nehemvix run --pay-again`')
    expect(inputsOf(ask(PAY_AGAIN, record([lost]))).operation).toBe('run')
    for (const read of [NONE, record([quota])]) expect(said(ask(PAY_AGAIN, read))).toContain('No saved state is missing')
  })

  test('spends by itself under a threshold, or where it goes on with what is approved', () => {
    expect(runSpends(NONE, 7, 0)).toBe(false)
    expect(runSpends(NONE, 7, 0.05)).toBe(true)
    expect(runSpends(record([waiting]), 7, 0)).toBe(false)
    expect(runSpends(record([quota]), 7, 0)).toBe(true)
    expect(runSpends(record([quota]), 8, 0)).toBe(false)
    expect(runSpends(record([completed]), 7, 0)).toBe(false)
    expect(runSpends(UNREADABLE, 7, 0)).toBe(false)
  })
})
