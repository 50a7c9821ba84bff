// What was typed in the place of a folder or a job, told at once where it is something else.
import { type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { findPlace } from '../job/place.ts'
import { Refusal } from '../refusal.ts'
import { quoteTyped } from './type-next.ts'

/** Throws Refusal unless it is a folder. `command`: as it is typed, such as `nehemvix check`. */
export function refuseNoFolder(command: string, given: string): void {
  const found = look(given)
  if (found?.isDirectory()) return
  if (found === null)
    throw new Refusal(
      `There is no folder ${resolve(given)}.`,
      `${command} in the folder of a project, or ${command} DIR with one that is there`,
    )
  throw new Refusal(
    `${given} is a file; ${command} takes a folder, and looks at all that belongs to its repository.`,
    `${command} ${quoteTyped(dirname(given))}`,
  )
}

/** Throws Refusal where a folder was typed: these commands look for the job in the repository they are typed in. */
export function refuseFolderAsJob(command: string, given: string | null): void {
  if (given === null || /^[0-9a-f]{10}$/.test(given) || !look(given)?.isDirectory()) return
  throw new Refusal(
    `${given} is a folder; ${command} takes the id of a job, and works on the repository it is typed in.`,
    resolve(given) === process.cwd() ? command : `cd ${quoteTyped(given)} && ${command}`,
  )
}

/** The folder that was named, where it is of another repository than the one that this was typed in; else null. */
export async function foreignFolder(directory: string): Promise<string | null> {
  if (resolve(directory) === process.cwd()) return null
  const [named, here] = await Promise.all([rootOf(directory), rootOf('.')])
  return named === null || named === here ? null : directory
}

function rootOf(directory: string): Promise<string | null> {
  return findPlace({ directory, out: null, state: null, config: null }, process.env).then(
    ({ root }) => root,
    () => null,
  )
}

function look(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}
