// Who gave which command, on what, and whether they may: everything that is looked up before a comment is taken on.
import { type Command, changes, type Parsed } from '../commands/command.ts'
import { parseComment } from '../commands/parse.ts'
import { mayCommand, type Permission } from '../commands/permission.ts'
import { saySafe } from '../commands/report-words.ts'
import { runSpends } from '../commands/standing.ts'
import { type GitHub, messageOf, type Repository } from '../github/client.ts'
import { readFailure } from '../github/failure.ts'
import { type PullRequest, readPullRequest } from '../github/pull-request.ts'
import { type RecordRead, readRecord } from '../github/read-record.ts'
import { readRole } from '../github/role.ts'
import { Refusal } from '../refusal.ts'
import type { CommentEvent } from './comment-event.ts'
import { readTrustedSettings, settingsOf, type TrustedSettings } from './trusted-settings.ts'

/** Whoever gives a command, by whatever way. */
export interface Asked {
  readonly author: string
  readonly sender: string
  readonly issue: CommentEvent['issue']
  readonly defaultBranch: string
  readonly command: Command
}

/** What was found out on the way; the carrying out needs it too. */
export interface Looked {
  readonly pull: PullRequest | null
  readonly settings: TrustedSettings
  readonly read: RecordRead
}

export type Permitted =
  | { readonly kind: 'may'; readonly looked: Looked }
  | { readonly kind: 'refuse'; readonly message: string }
  | { readonly kind: 'ignore' }

export type PermittedComment =
  | { readonly kind: 'may'; readonly looked: Looked; readonly command: Command; readonly note?: string }
  | { readonly kind: 'refuse'; readonly message: string; readonly note?: undefined }
  | { readonly kind: 'ignore' }

/** What a comment asks for, and whether its author may. What can't be looked up is a refusal that says so. */
export async function permitComment(github: GitHub, repository: Repository, event: CommentEvent): Promise<PermittedComment> {
  const first = parseComment(event.body)
  if (first.kind === 'ignore') return { kind: 'ignore' }
  // A reply to what is no command is for whoever may ask for help.
  const command: Command = first.kind === 'command' ? first.command : { verb: 'help' }
  const permitted = await permit(github, repository, { ...event, command })
  if (permitted.kind !== 'may') return permitted
  return withNames(parseComment(event.body, permitted.looked.settings.knownModels), permitted.looked)
}

function withNames(parsed: Parsed, looked: Looked): PermittedComment {
  switch (parsed.kind) {
    case 'ignore':
      return parsed
    case 'reply':
      return { kind: 'refuse', message: parsed.message }
    case 'command':
      return { kind: 'may', looked, command: parsed.command, note: parsed.note }
  }
}

export async function permit(github: GitHub, repository: Repository, asked: Asked): Promise<Permitted> {
  try {
    const looked = await look(github, repository, asked)
    const permission = await permissionOf(github, repository, asked, asked.author, looked)
    return permission.kind === 'may' ? { kind: 'may', looked } : permission
  } catch (error) {
    return { kind: 'refuse', message: `${sayFailure(error)} Nothing was done.` }
  }
}

async function look(github: GitHub, repository: Repository, { issue, defaultBranch, command }: Asked): Promise<Looked> {
  const [pull, settings, read] = await Promise.all([
    issue.isPullRequest ? readPullRequest(github, repository, issue.number) : null,
    // Help and status spend nothing: a configuration with a mistake in it does not stand in their way.
    readTrustedSettings(github, repository, defaultBranch).catch((error) => {
      if (error instanceof Refusal && !changes(command)) return settingsOf({})
      throw error
    }),
    readRecord(github, repository),
  ])
  return { pull, settings, read }
}

/** `author`: may be somebody else than who asked, where their comment is looked at. */
export async function permissionOf(
  github: GitHub,
  repository: Repository,
  { sender, issue, command }: Pick<Asked, 'sender' | 'issue' | 'command'>,
  author: string,
  { pull, settings, read }: Looked,
): Promise<Permission> {
  const role = await readRole(github, repository, author)
  const isBot = role.kind === 'role' && role.isBot
  return mayCommand({
    author,
    authorIsBot: isBot,
    sender,
    senderIsBot: false,
    role,
    approvers: settings.approvers,
    issue: pull ?? { ...issue, isPullRequest: false, isFork: false },
    command,
    runSpends: runSpends(read, issue.number, settings.approveUnderUsd),
  })
}

/** What GitHub, or the configuration, has against it, in words. Throws on what is a mistake of ours. */
export function sayFailure(error: unknown): string {
  if (error instanceof Refusal) {
    const message = error.message
      .split('\n')
      .map((line) => saySafe(line))
      .join('\n\n')
    return error.next === null ? message : `${message} ${error.next}`
  }
  readFailure(error)
  return `GitHub did not answer what had to be known (${saySafe(messageOf(error), 200)}). Type the command again in a while.`
}
