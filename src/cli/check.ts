// `nehemvix check [DIR]`: re-checks a guide's references against the tree. Exit 1 where something is broken.
import { resolve } from 'node:path'
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

/** A guide of which less holds is hardly one of these files. */
const LEAST_AT_HOME = 0.25

export function textLines({ references, grounded, findings, handEdited }: CheckResult, directory: string): string[] {
  const moved = findings.filter(({ state, isMended }) => state === 'moved' && !isMended).length
  const mended = findings.filter(({ isMended }) => isMended).length
  const broken = findings.filter(({ state }) => state === 'broken').length
  const place = directory === '.' ? '' : ` ${quoteTyped(directory)}`
  const isElsewhere = grounded < references * LEAST_AT_HOME
  const next = [...(moved > 0 ? [`nehemvix check --fix${place}`] : []), ...(broken > 0 ? [`nehemvix run${place}`] : [])].join(
    ', then ',
  )
  const home = `cd REPOSITORY && nehemvix check ${quoteTyped(resolve(directory))}, with the repository it belongs to`
  return [
    ...findings.map(findingLine),
    ...handEdited.map((file) => `${file} was edited by hand.`),
    `${grounded} of ${references} references exist${moved > 0 ? `, ${moved} of them moved` : ''}${mended > 0 ? `; ${mended} mended` : ''}.`,
    ...(isElsewhere ? ['Most of what it refers to is not here: it looks like the guide of another repository.'] : []),
    ...(mended > 0
      ? ['Only references were mended: what the guide says is as old as before, and nehemvix run writes it anew.']
      : []),
    ...(next === '' ? [] : [`Next: ${isElsewhere ? home : next}`]),
  ]
}

function findingLine({ state, file, line, reference, now, isRewritten, isMended }: Finding): string {
  const said = `${file}:${line}: ${spellOut(reference)}`
  if (state === 'moved') return `${said} moved to ${spellOut(now ?? '')}${isMended ? ', mended' : ''}`
  if (isRewritten) return `${said}: what stood there is gone`
  return `${said} does not exist${now === null ? '' : `; nearest: ${spellOut(now)}`}`
}
