import type { SkipReason } from '../vocabulary.ts'
import type { Language } from './detect-language.ts'

export interface SourceFile {
  /** From the repository's root, with `/`, as git has it. */
  readonly path: string
  /** Git's blob id of the content: the same content has the same hash in every commit. */
  readonly contentHash: string
  readonly sizeBytes: number
}

/** A file that is read, and what its content told. */
export interface TextFile extends SourceFile {
  /** By GitHub's Linguist; null where nothing tells. */
  readonly language: Language | null
  /** As the Encoding Standard names it, such as `utf-8` or `shift_jis`. All but UTF-8 are a guess. */
  readonly encoding: string
}

export interface SkippedFile {
  readonly path: string
  readonly reason: SkipReason
  /** A short phrase that makes the reason checkable, such as `1.2 MB, above 512 kB`; empty if the reason says all. */
  readonly detail: string
}

export interface SourceText {
  /** Decoded to Unicode, line ends `\n`, no byte order mark, secrets replaced; of a notebook the cells, each line where it stands in the file. */
  readonly text: string
  readonly redactions: number
}

export interface ReadText {
  readonly file: SourceFile
  readonly text: SourceText
}

/** The files of one commit, or of the work tree as it lies. */
export interface Source {
  /** The absolute path of the work tree's top folder, or of a folder that is in no repository. */
  readonly root: string
  readonly name: string
  /** The full commit id, or `worktree-` and a hash of all contents. */
  readonly commit: string
  readonly isWorktree: boolean
  /** `https://github.com/owner/name`, where a remote says so. */
  readonly webUrl: string | null
  /** Sorted by path, by code unit. */
  readonly files: readonly TextFile[]
  /** Every other tracked path, so that nothing is left out without a word. */
  readonly skipped: readonly SkippedFile[]
  /** What a person may not expect of how the files are read, as whole sentences. */
  readonly notices: readonly string[]
  /** Throws where the content is no longer what `files` says. */
  readText(file: SourceFile): Promise<SourceText>
  /** As `readText`, of each. The caller bounds how much it holds. */
  readTexts(files: readonly SourceFile[]): Promise<SourceText[]>
  /** Ends what runs behind it until more is asked for. */
  rest(): void
  close(): void
}
