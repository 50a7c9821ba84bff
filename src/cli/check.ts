// `nehemvix check [DIR]`: re-checks a guide's references against the tree. Exit 1 where something is broken.
import { spellOut } from '../guide/escape.ts'
import { type CheckResult, checkGuide, type Finding } from '../job/check-guide.ts'
import { refuseNoFolder } from './arguments.ts'
import { quoteTyped } from './type-next.ts'

export interface CheckInvocation {
  readonly directory: string
  readonly isFixing: boolean
  readonly json: boolean
}

export async function runCheck({ directory, isFixing, json }: CheckInvocation): Promise<number> {
  refuseNoFolder('nehemvix check', directory)
  const result = await checkGuide({ directory, isFixing, workingDirectory: '.', environment: process.env })
  const lines = json ? jsonLines(result) : textLines(result, directory)
  process.stdout.write(`${lines.join('\n')}\n`)
  return result.findings.some(({ state }) => state === 'broken') ? 1 : 0
}

/** One line for each finding, and a summary as the last. */
export function jsonLines({ references, grounded, findings, handEdited }: CheckResult): string[] {
  const told = findings.map(({ isRewritten, isMended, ...finding }) => ({
    type: 'finding',
    ...finding,
    rewritten: isRewritten,
    mended: isMended,
  }))
  const summary = {
    type: 'check',
    references,
    grounded,
    moved: findings.filter(({ state }) => state === 'moved').length,
    mended: findings.filter(({ isMended }) => isMended).length,
    broken: told
      .filter(({ state }) => state === 'broken')
      .map(({ section, reference, now }) => ({ section, reference, nearest: now })),
    hand_edited: handEdited,
  }
  return [...told, summary].map((line) => JSON.stringify(line))
}

export function textLines({ references, grounded, findings, handEdited }: CheckResult, directory: string): string[] {
  const moved = findings.filter(({ state, isMended }) => state === 'moved' && !isMended).length
  const mended = findings.filter(({ isMended }) => isMended).length
  const broken = findings.filter(({ state }) => state === 'broken').length
  const place = directory === '.' ? '' : ` ${quoteTyped(directory)}`
  const next = [...(moved > 0 ? [`nehemvix check --fix${place}`] : []), ...(broken > 0 ? [`nehemvix run${place}`] : [])]
  return [
    ...findings.map(findingLine),
    ...handEdited.map((file) => `${file} was edited by hand.`),
    `${grounded} of ${references} references exist${moved > 0 ? `, ${moved} of them moved` : ''}${mended > 0 ? `; ${mended} mended` : ''}.`,
    ...(mended > 0 ? ['What the guide says was not looked at: its text is still of the commit that it was made from.'] : []),
    ...(next.length > 0 ? [`Next: ${next.join(', then ')}`] : []),
  ]
}

function findingLine({ state, file, line, reference, now, isRewritten, isMended }: Finding): string {
  const said = `${file}:${line}: ${spellOut(reference)}`
  if (state === 'moved') return `${said} moved to ${spellOut(now ?? '')}${isMended ? ', mended' : ''}`
  if (isRewritten) return `${said}: what stood there is gone`
  return `${said} does not exist${now === null ? '' : `; nearest: ${spellOut(now)}`}`
}
