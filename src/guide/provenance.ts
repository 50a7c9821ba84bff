// Sentences about where a guide comes from.
import { escapeText, showCode } from './escape.ts'
import type { GuideInput } from './guide-input.ts'

const NO_MODEL = '> **No model wrote this.**'

export function sayNoModel(): string {
  return `${NO_MODEL} Everything here is extracted from the repository; nothing was interpreted or explained.`
}

export function sayOrigin({ webUrl, commit, isWorktree }: GuideInput): string {
  if (isWorktree) return `Made from the files as they lay in the work tree (${showCode(commit)}).`
  const short = showCode(commit.slice(0, 12))
  return webUrl === null
    ? `Made from commit ${showCode(commit)}.`
    : `Made from commit [${short}](${webUrl.replace(/\/+$/, '')}/commit/${encodeURIComponent(commit)}).`
}

const FOLLOWED = / References that moved since then were followed to [^;]*; the text was not written anew\.$/

/**
 * A guide's file that says beside its origin up to where references of it were followed since: its text is as old as before.
 * `commit`: null for files that are not committed.
 */
export function withFollowed(text: string, commit: string | null): string {
  const to = commit === null ? 'files that were not committed yet' : `commit ${showCode(commit)}`
  const says = ` References that moved since then were followed to ${to}; the text was not written anew.`
  return text.replace(/^Made from .*$/m, (line) => `${line.replace(FOLLOWED, '')}${says}`)
}

/** Why a section or a summary is missing, on one line. */
export function sayWhy(why: string | null): string {
  return escapeText((why ?? 'no model has written it.').replace(/\s+/g, ' ').trim())
}

/** The model that wrote most sections; the first of equals. */
export function mainModel(input: GuideInput): string | null {
  const counts = new Map<string, number>()
  for (const { model, markdown } of input.sections)
    if (model !== null && markdown !== null) counts.set(model, (counts.get(model) ?? 0) + 1)
  let main: string | null = null
  for (const [model, count] of counts) if (main === null || count > (counts.get(main) ?? 0)) main = model
  return main
}

export function sayWriters(input: GuideInput): string[] {
  if (input.isOffline) return ['None: the guide is extracted from the repository.']
  const main = mainModel(input)
  const others = input.sections.filter(({ model, markdown }) => model !== null && markdown !== null && model !== main)
  const byModel = [...Map.groupBy(others, ({ model }) => model ?? '')]
  return [
    `${escapeText(input.provenance)}.`.replace(/\.\.$/, '.'),
    ...byModel.map(
      ([model, parts]) =>
        `- ${escapeText(model)} wrote ${parts.map(({ section }) => `\`${section.audience}/${section.id}\``).join(', ')}`,
    ),
  ]
}

/** Whether a guide's text says that it was extracted, and not written by a model. */
export function isExtracted(text: string): boolean {
  return text.includes(NO_MODEL)
}
