// From the text of a file to what planning needs of it.
import { type FileFacts, factsOf } from '../guide/rank-evidence.ts'
import { isFixture } from '../outline/file-kind.ts'
import { fileTag } from '../prompts/file-summary.ts'
import type { ReadText, SourceFile } from '../repository/source.ts'
import type { Outlines } from './outlines.ts'
import { countSent } from './request-tokens.ts'

export interface FileReading {
  /** As it would be sent. */
  readonly tokens: number
  readonly redactions: number
  /** The whole content where it says all and costs no call. */
  readonly trivialText: string | null
  /** null: it holds nothing. */
  readonly facts: FileFacts | null
}

/** What a reading is of: a content tells other things under another name. */
export const readingKey = ({ contentHash, path }: Pick<SourceFile, 'contentHash' | 'path'>): string => `${contentHash} ${path}`

/** One reading for each text, in their order. */
export async function tellTexts(read: readonly ReadText[], outlines: Pick<Outlines, 'of'>): Promise<FileReading[]> {
  const outlined = Promise.all(read.map(({ file, text }) => (isFixture(file.path) ? null : outlines.of(file, text.text))))
  // Counted while they are parsed in the other process.
  const tokens = read.map(({ file: { path }, text: { text } }) => countSent(fileTag({ kind: 'file', path, text })))
  return (await outlined).map((outline, index) => {
    const { file, text } = read[index] as ReadText
    const facts = text.text.trim() === '' ? null : factsOf(file.path, text.text, outline)
    return { tokens: tokens[index] as number, redactions: text.redactions, trivialText: trivial(text.text), facts }
  })
}

/** A file that holds nothing, or a single word, says all by itself. */
function trivial(text: string): string | null {
  const content = text.trim()
  if (content === '') return 'Empty.'
  return /^\S{1,60}$/.test(content) ? `Holds only: ${content}` : null
}
