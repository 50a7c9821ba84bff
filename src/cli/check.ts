// `nehemvix check [DIR]`: re-checks a guide's references against the tree. Exit 1 where something is broken.
import { printReference } from '../guide/reference.ts'
import { checkGuide } from '../job/check-guide.ts'

export async function runCheck({ directory, json }: { directory: string; json: boolean }): Promise<number> {
  const checked = await checkGuide(directory)
  const broken = checked.broken.map(({ sectionKey, reference, nearest }) => ({
    section: sectionKey,
    reference: printReference(reference),
    nearest,
  }))
  if (json) process.stdout.write(`${JSON.stringify({ type: 'check', ...checked, broken })}\n`)
  else process.stdout.write(`${checkLines({ ...checked, broken }).join('\n')}\n`)
  return broken.length > 0 ? 1 : 0
}

interface Checked {
  readonly references: number
  readonly grounded: number
  readonly broken: readonly { section: string; reference: string; nearest: string | null }[]
  readonly handEdited: readonly string[]
}

function checkLines({ references, grounded, broken, handEdited }: Checked): string[] {
  return [
    ...broken.map(
      ({ section, reference, nearest }) => `${section}: ${reference} does not exist${nearest ? `; nearest: ${nearest}` : ''}`,
    ),
    ...handEdited.map((file) => `${file} was edited by hand.`),
    `${grounded} of ${references} references exist.${broken.length > 0 ? ' Next: nehemvix run' : ''}`,
  ]
}
