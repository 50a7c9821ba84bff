// What became of a job: grounding, who wrote it, what each model cost, where the guide is.
import { codeSpan } from './code-span.ts'
import type { Publication, Report } from './report.ts'
import { count, sayLink, saySafe, sayUsd, table } from './report-words.ts'

export function sayGrounding({ result }: Report): string[] {
  const { grounding } = result
  if (grounding === null || grounding.sections_written === 0) return []
  const { score, references, grounded, sections_written, sections_planned } = grounding
  return [
    `**Grounding ${score} of 100:** ${grounded} of ${count(references, 'reference')} to paths, lines, symbols and commands exist at this commit, and ${sections_written} of ${count(sections_planned, 'section')} are written. The score measures that what is referred to exists, not that the claim is true.`,
  ]
}

export function sayWriters({ result }: Report): string[] {
  if (result.models.length === 0) return []
  const isExtracted = result.models.every((model) => model === 'offline')
  if (isExtracted) return ['Extracted from the repository: no model wrote it.']
  return [`Written by ${saySafe(result.provenance ?? result.models.join(', '))}.`]
}

export function costBlocks({ result }: Report): string[] {
  const rows = result.spending.slice(0, 30).map((one) => [codeSpan(one.model), `${one.calls}`, sayUsd(one.spent_usd)])
  const unusable =
    (result.unusable_usd ?? 0) === 0 ? '' : ` Of that, ${sayUsd(result.unusable_usd)} went for answers that could not be used.`
  const unknown =
    (result.unknown_usd ?? 0) === 0
      ? ''
      : ` Up to ${sayUsd(result.unknown_usd)} more may have been billed for calls of unknown outcome.`
  return [...table(['Model', 'Calls', 'Cost'], rows), `In all ${sayUsd(result.spent_usd)}.${unusable}${unknown}`]
}

export function sayPublication(publication: Publication | null): string[] {
  if (publication === null) return []
  switch (publication.kind) {
    case 'opened':
    case 'updated': {
      const draft = publication.isDraft ? ', a draft while it is unfinished' : ''
      return [`The guide is in ${sayGuide(publication)}${draft}.`]
    }
    case 'unchanged':
      return [`The guide says the same as before: ${sayGuide(publication)} stays as it is.`]
    case 'branch only':
      return [
        `The guide is on its branch, but its pull request could not be opened: ${saySafe(publication.reason)}`,
        `${sayLink('Open it by hand', publication.url)}.`,
      ]
    case 'refused':
      return [`The guide was written but not pushed: ${saySafe(publication.reason)}`, `To do: ${saySafe(publication.next)}`]
  }
}

const sayGuide = ({ pullRequest, url }: { readonly pullRequest: number; readonly url: string }): string =>
  sayLink(`pull request #${pullRequest}`, url)
