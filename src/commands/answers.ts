// The answer to a command, as a comment.
import { cutMarkdown } from '../github/safe-text.ts'
import { commandBlock } from './command-block.ts'
import { sayLink } from './report-words.ts'

/** Of 65,536 characters that GitHub takes; a marker stands before it. */
export const LONGEST_BODY = 59_800

/** The first line of the answer to a comment: whoever lost sight of what was posted looks for it. */
export const answerMarker = (commentId: number): string => `<!-- nehemvix:answer ${commentId} -->`

export interface AnswerText {
  /** Of permission, parser or standing. */
  readonly message: string
  /** What the parser had to add. */
  readonly note?: string
  /** Where the command was dispatched: the page of the run, or of all runs where its id is not told. */
  readonly runUrl?: string | null
}

export function renderAnswer(commentId: number, { message, note, runUrl }: AnswerText): string {
  const blocks = [message, ...(note === undefined ? [] : [note]), ...(runUrl ? [sayCarriedOut(runUrl)] : [])]
  return `${answerMarker(commentId)}\n${cutMarkdown(`${blocks.join('\n\n')}\n`, LONGEST_BODY)}`
}

/** Where a command went, and how to learn more of it before the run says something itself. */
export const sayCarriedOut = (runUrl: string): string =>
  `${sayLink('This workflow run', runUrl)} carries it out; \`/nehemvix status\` says how far it is.`

/** Everything that can be typed. */
export function renderHelp(): string {
  return [
    'Nehemvix writes a guide to this repository, asks before it spends, and never pays twice for the same work. A command is the first line of a new comment on a pull request:',
    [
      '| command | does |',
      '|---|---|',
      '| `/nehemvix run` | makes an estimate for this pull request’s head, or goes on with what is unfinished |',
      '| `/nehemvix approve [ESTIMATE] [--cap USD]` | approves the newest estimate, or the one named; the cap is for the whole job |',
      '| `/nehemvix switch MODEL [--consent]` | goes on with another model; `--consent`: its provider may see the code |',
      '| `/nehemvix resume` | goes on after a pause |',
      '| `/nehemvix rerun` | runs a finished job again; asks first if that costs anything |',
      '| `/nehemvix cancel` | stops between calls; what is finished stays |',
      '| `/nehemvix status` | where the job stands |',
      '| `/nehemvix run --pay-again` | starts over where saved state is lost |',
    ].join('\n'),
    '`status` and `help` are for everybody; the others take the write role, and spending may be limited to `approvers` in `.github/nehemvix.yml`. An edited comment is no command. To begin:',
    commandBlock(['/nehemvix run']),
  ].join('\n\n')
}
