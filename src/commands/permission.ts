// Who may give which command. Pure: the role is read elsewhere, and this decides.
//
// Everybody who may read gets an answer to `help` and `status`, strangers of a public repository included: the costs stand on the pull
// request anyway, every command gets an answer, and one comment for one comment is no lever for spam. What changes something takes write.
import { codeSpan } from './code-span.ts'
import { type Command, changes } from './command.ts'

export interface CommandGiven {
  /** Who wrote the comment: the rights are read of this login. */
  readonly author: string
  readonly authorIsBot: boolean
  /** Who caused the event; null where that is not known, such as in a run that read the comment again. */
  readonly sender: string | null
  readonly senderIsBot: boolean
  /** The author's, as the permission endpoint says it; `author_association` is wrong for private members. */
  readonly role:
    | { readonly kind: 'role'; readonly role: string; readonly mayWrite: boolean }
    | { readonly kind: 'unknown'; readonly why: string }
  /** Who may spend, by login; empty: whoever may write. */
  readonly approvers: readonly string[]
  readonly issue: {
    readonly isPullRequest: boolean
    readonly isFork: boolean
    readonly isOpen: boolean
    readonly isLocked: boolean
  }
  readonly command: Command
  /** `run` would spend without asking: `runSpends` of standing.ts says so. Default: it makes an estimate, which costs nothing. */
  readonly runSpends?: boolean
}

export type Permission =
  | { readonly kind: 'may' }
  | { readonly kind: 'refuse'; readonly message: string }
  /** No answer either: a bot, ourselves, or a place where nothing can be said. */
  | { readonly kind: 'ignore' }

const MAY: Permission = { kind: 'may' }
const IGNORE: Permission = { kind: 'ignore' }

export function mayCommand(given: CommandGiven): Permission {
  const { command, issue } = given
  if (isMachine(given.author, given.authorIsBot)) return IGNORE
  if (given.sender !== null && isMachine(given.sender, given.senderIsBot)) return IGNORE
  const mayWrite = given.role.kind === 'role' && given.role.mayWrite
  if (!issue.isPullRequest) {
    // A plain issue takes no commands; only who could give one elsewhere is told so.
    return mayWrite ? refuse('Commands are read on pull requests only: type it on one. Nothing was done.') : IGNORE
  }
  // No answer can be posted, and no pause told. Stopping is possible all the same.
  if (issue.isLocked && !(command.verb === 'cancel' && mayWrite)) return IGNORE
  if (given.sender !== null && !isSame(given.sender, given.author)) {
    return refuse(
      `The comment is by ${codeSpan(given.author)}, but ${codeSpan(given.sender)} sent it. A command counts for its author only, so nothing was done: type it in a comment of your own.`,
    )
  }
  if (!changes(command)) return mayAsk(given)
  return mayChange(given)
}

function mayAsk({ role }: CommandGiven): Permission {
  return role.kind === 'role' && role.role === 'none'
    ? refuse('You can’t read this repository, so there is no answer for you. Ask somebody with admin rights for the read role.')
    : MAY
}

function mayChange(given: CommandGiven): Permission {
  const { author, role, command, issue } = given
  const typed = `\`/nehemvix ${command.verb}\``
  if (role.kind === 'unknown') {
    return refuse(
      `GitHub did not say what ${codeSpan(author)} may do here (${codeSpan(role.why, 200)}), so nothing was done. Type ${typed} again in a while.`,
    )
  }
  if (!role.mayWrite) {
    return refuse(
      `${typed} takes the write role or more; ${codeSpan(author)} has ${codeSpan(role.role)} here. Nothing was done. Somebody with write can type it, and \`/nehemvix status\` and \`/nehemvix help\` are for everybody.`,
    )
  }
  if (spends(given) && given.approvers.length > 0 && !given.approvers.some((one) => isSame(one, author))) {
    return refuse(
      `${typed} may spend money, and the configuration says who may do that: ${sayApprovers(given.approvers)}. ${codeSpan(author)} is not among them, so nothing was done. To add somebody: \`approvers\` in \`.github/nehemvix.yml\` on the default branch.`,
    )
  }
  if (!issue.isOpen && command.verb !== 'cancel') {
    return refuse(
      `This pull request is closed: only \`/nehemvix status\`, \`/nehemvix help\` and \`/nehemvix cancel\` work here. Nothing was done. Reopen it, or type ${typed} on an open pull request.`,
    )
  }
  if (issue.isFork && command.verb === 'run') {
    return refuse(
      'This pull request comes from a fork. Nehemvix never documents a fork’s head: whoever opened it could put anything in front of your key. Nothing was done. Type `/nehemvix run` on a pull request of this repository, or once this one is merged.',
    )
  }
  return MAY
}

/** Cancelling never spends, and whoever may write may stop it. */
function spends({ command, runSpends = false }: CommandGiven): boolean {
  switch (command.verb) {
    case 'approve':
    case 'switch':
    case 'resume':
    case 'rerun':
      return true
    case 'run':
      return runSpends || command.paysAgain === true
    default:
      return false
  }
}

const isMachine = (login: string, isBot: boolean): boolean => isBot || /\[bot\]$/i.test(login)

/** Logins are the same in any case; people write them with an @. */
const isSame = (one: string, other: string): boolean => bare(one) === bare(other)
const bare = (login: string): string => login.trim().replace(/^@/, '').toLowerCase()

function sayApprovers(approvers: readonly string[]): string {
  const names = approvers.slice(0, 10).map((one) => codeSpan(one.replace(/^@/, ''), 40))
  return `${names.join(', ')}${approvers.length > 10 ? `, and ${approvers.length - 10} more` : ''}`
}

const refuse = (message: string): Permission => ({ kind: 'refuse', message })
