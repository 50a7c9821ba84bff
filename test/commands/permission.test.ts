import { describe, expect, test } from 'vitest'
import type { Command } from '../../src/commands/command.ts'
import { type CommandGiven, mayCommand } from '../../src/commands/permission.ts'

const RUN: Command = { verb: 'run' }
const APPROVE: Command = { verb: 'approve', estimate: null, capUsd: null }
const SWITCH: Command = { verb: 'switch', model: 'gpt-6-luna', hasConsent: true }
const CANCEL: Command = { verb: 'cancel' }
const STATUS: Command = { verb: 'status' }
const HELP: Command = { verb: 'help' }
const CHANGING: readonly Command[] = [RUN, APPROVE, SWITCH, { verb: 'resume' }, { verb: 'rerun' }, CANCEL]

const OPEN = { isPullRequest: true, isFork: false, isOpen: true, isLocked: false }
const role = (name: string, mayWrite: boolean) => ({ kind: 'role', role: name, mayWrite }) as const
const WRITE = role('write', true)
const READ = role('read', false)
const UNKNOWN = { kind: 'unknown', why: 'GitHub answered 503' } as const

function decide(change: Partial<CommandGiven>): string {
  const decision = mayCommand({
    author: 'octocat',
    authorIsBot: false,
    sender: 'octocat',
    senderIsBot: false,
    role: WRITE,
    approvers: [],
    issue: OPEN,
    command: APPROVE,
    ...change,
  })
  return decision.kind === 'refuse' ? `refuse: ${decision.message}` : decision.kind
}

const TABLE: readonly (readonly [name: string, given: Partial<CommandGiven>, expected: string | RegExp])[] = [
  // Roles.
  ['admin', { role: role('admin', true) }, 'may'],
  ['maintain', { role: role('maintain', true) }, 'may'],
  ['write', {}, 'may'],
  ['a custom role that may write', { role: role('release-manager', true) }, 'may'],
  [
    'a custom role that may not',
    { role: role('reviewer', false) },
    /takes the write role or more; `octocat` has `reviewer` here/,
  ],
  ['triage', { role: role('triage', false) }, /has `triage` here/],
  ['read', { role: READ }, /has `read` here/],
  ['none', { role: role('none', false) }, /has `none` here/],
  ['a private member, whose association is NONE but whose role is write', { author: 'private', sender: 'private' }, 'may'],
  ['a role that GitHub did not tell', { role: UNKNOWN }, /did not say what `octocat` may do here \(`GitHub answered 503`\)/],
  ['a role that GitHub did not tell, for status', { role: UNKNOWN, command: STATUS }, 'may'],
  ['a stranger asks for status', { role: READ, command: STATUS }, 'may'],
  ['a stranger asks for help', { role: READ, command: HELP }, 'may'],
  ['triage asks for status', { role: role('triage', false), command: STATUS }, 'may'],
  ['nobody at all asks for status', { role: role('none', false), command: STATUS }, /can’t read this repository/],
  // Author and sender.
  ['the sender is not known', { sender: null }, 'may'],
  ['author and sender differ in case only', { author: 'OctoCat' }, 'may'],
  [
    "a maintainer sends an outsider's comment",
    { author: 'outsider', sender: 'octocat', role: READ },
    /by `outsider`, but `octocat` sent it/,
  ],
  ["an outsider sends a maintainer's comment", { author: 'octocat', sender: 'outsider' }, /by `octocat`, but `outsider` sent it/],
  ['author and sender differ, for status', { sender: 'other', command: STATUS }, /counts for its author only/],
  // Machines.
  ['a bot', { author: 'dependabot', authorIsBot: true }, 'ignore'],
  ['a name that ends in [bot]', { author: 'renovate[bot]', sender: 'renovate[bot]' }, 'ignore'],
  ['the app itself', { author: 'nehemvix[bot]', authorIsBot: true, sender: 'nehemvix[bot]', senderIsBot: true }, 'ignore'],
  ['the token of a workflow', { author: 'github-actions[bot]', sender: 'github-actions[bot]', command: HELP }, 'ignore'],
  ['a bot sends for a person', { sender: 'helper[bot]', senderIsBot: false }, 'ignore'],
  ['a bot by type sends for a person', { sender: 'helper', senderIsBot: true }, 'ignore'],
  // Approvers.
  ['an approver', { approvers: ['octocat'] }, 'may'],
  ['an approver in another case, with an @', { approvers: ['@OctoCat'] }, 'may'],
  ['no approver', { approvers: ['hubot'] }, /who may do that: `hubot`\. `octocat` is not among them/],
  ['an approver without write', { approvers: ['octocat'], role: READ }, /takes the write role or more/],
  ['an admin who is no approver', { approvers: ['hubot'], role: role('admin', true) }, /is not among them/],
  ['no approver switches', { approvers: ['hubot'], command: SWITCH }, /`\/nehemvix switch` may spend money/],
  ['no approver resumes', { approvers: ['hubot'], command: { verb: 'resume' } }, /may spend money/],
  ['no approver runs again', { approvers: ['hubot'], command: { verb: 'rerun' } }, /may spend money/],
  ['no approver asks for an estimate', { approvers: ['hubot'], command: RUN }, 'may'],
  ['no approver runs what would spend', { approvers: ['hubot'], command: RUN, runSpends: true }, /may spend money/],
  ['no approver pays again', { approvers: ['hubot'], command: { verb: 'run', paysAgain: true } }, /may spend money/],
  ['no approver cancels', { approvers: ['hubot'], command: CANCEL }, 'may'],
  ['no approver asks for status', { approvers: ['hubot'], command: STATUS }, 'may'],
  // Places.
  ['a fork: run', { issue: { ...OPEN, isFork: true }, command: RUN }, /never documents a fork’s head/],
  ['a fork: approve', { issue: { ...OPEN, isFork: true } }, 'may'],
  ['a fork: status', { issue: { ...OPEN, isFork: true }, command: STATUS }, 'may'],
  ['a fork: its owner', { issue: { ...OPEN, isFork: true }, command: RUN, role: READ }, /takes the write role/],
  ['closed: approve', { issue: { ...OPEN, isOpen: false } }, /This pull request is closed/],
  ['closed: run', { issue: { ...OPEN, isOpen: false }, command: RUN }, /This pull request is closed/],
  ['closed: status', { issue: { ...OPEN, isOpen: false }, command: STATUS }, 'may'],
  ['closed: cancel', { issue: { ...OPEN, isOpen: false }, command: CANCEL }, 'may'],
  ['locked: approve', { issue: { ...OPEN, isLocked: true } }, 'ignore'],
  ['locked: status', { issue: { ...OPEN, isLocked: true }, command: STATUS }, 'ignore'],
  ['locked: a refusal is not posted either', { issue: { ...OPEN, isLocked: true }, command: CANCEL, role: READ }, 'ignore'],
  ['locked: cancel', { issue: { ...OPEN, isLocked: true }, command: CANCEL }, 'may'],
  ['locked and closed: cancel', { issue: { ...OPEN, isOpen: false, isLocked: true }, command: CANCEL }, 'may'],
  ['a plain issue, by who could command', { issue: { ...OPEN, isPullRequest: false } }, /on pull requests only/],
  ['a plain issue, by a stranger', { issue: { ...OPEN, isPullRequest: false }, role: READ }, 'ignore'],
]

test.each(TABLE)('%s', (_name, given, expected) => {
  const decision = decide(given)
  if (typeof expected === 'string') expect(decision).toBe(expected)
  else expect(decision).toMatch(expected)
})

describe('whoever may not write', () => {
  test.each(CHANGING.map((command) => [command.verb, command] as const))('changes nothing with %s', (_verb, command) => {
    for (const name of ['triage', 'read', 'none', 'anything else']) {
      expect(decide({ command, role: role(name, false) })).toMatch(/^refuse: .*Nothing was done\./)
    }
    expect(decide({ command, role: UNKNOWN })).toMatch(/^refuse: /)
  })
})

test('a refusal makes no mention and no markup of what it quotes', () => {
  const said = decide({ author: '@org/team`x', sender: null, role: role('<b>|fixes #1', false) })
  expect(said).toContain("`@org/team'x` has `<b>\\|fixes #1` here")
})

test('many approvers are cut', () => {
  const approvers = Array.from({ length: 40 }, (_, at) => `person${at}`)
  expect(decide({ approvers })).toContain('`person9`, and 30 more.')
})
