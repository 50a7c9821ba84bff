import { decodeText } from './decode-text.ts'
import { isNotebook, readNotebook } from './read-notebook.ts'

/** What a file says: its text, of a notebook the cells. */
export function readContent(path: string, bytes: Uint8Array): string {
  const text = decodeText(bytes)
  return isNotebook(path) ? (readNotebook(text) ?? text) : text
}
