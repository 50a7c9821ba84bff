// What is to be typed next, so that it means the same repository, state and cap as the command that was typed.
import { resolve } from 'node:path'

export interface TypedHere {
  /** The state folder that was named. Job ids are alike in all of them. */
  readonly state: string | null
  /** The folder that was named, where it lies in another repository than the one that the command was typed in. */
  readonly folder: string | null
  /** A cap that only this command knows of; null: none, or it is kept. */
  readonly capUsd: number | null
}

export const HERE: TypedHere = { state: null, folder: null, capUsd: null }

/** `next` that is a sentence, or no command of ours, stays as it is. */
export function typeNext(next: string, { state, folder }: Pick<TypedHere, 'state' | 'folder'>): string {
  const isCommand = /^nehemvix [a-z]/.test(next) && !/[,;:(]\s|\s\(/.test(next)
  if (!isCommand) return next
  const place = folder === null ? state : state && resolve(state)
  const named = place === null || next.includes('--state') ? next : `${next} --state ${quoteTyped(place)}`
  return folder === null ? named : `cd ${quoteTyped(folder)} && ${named}`
}

/** As a shell takes it for one word. */
export function quoteTyped(word: string): string {
  if (/^[\w@%+=:,./\\~-]+$/.test(word)) return word
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`
}
