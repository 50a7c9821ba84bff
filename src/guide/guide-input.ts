import type { SkippedFile } from '../repository/source.ts'
import type { Audience } from '../vocabulary.ts'
import type { Grounding } from './grounding.ts'
import type { LineMark } from './line-marks.ts'
import type { Section } from './section.ts'

/** A section with what a model wrote for it, or why nothing stands there. */
export interface GuideSection {
  readonly section: Section
  readonly markdown: string | null
  readonly model: string | null
  readonly whyMissing: string | null
}

/** All that a guide's bytes are made of. */
export interface GuideInput {
  readonly repositoryName: string
  readonly commit: string
  readonly isWorktree: boolean
  readonly webUrl: string | null
  /** The guide's folder from the repository's root; null where it lies outside: then references get no relative links. */
  readonly guidePath: string | null
  readonly language: string
  readonly audiences: readonly Audience[]
  readonly sections: readonly GuideSection[]
  readonly grounding: Grounding
  readonly skipped: readonly SkippedFile[]
  readonly redacted: readonly { readonly path: string; readonly count: number }[]
  /** Files and folders no model described, such as one whose summary was refused. */
  readonly placeholders: readonly { readonly path: string; readonly why: string }[]
  readonly filesRead: number
  /** What the repository is written in, the most first; data and prose do not count. Shares of 1. */
  readonly languages: readonly { readonly name: string; readonly share: number }[]
  /** Files that are not UTF-8, and what they were taken for. */
  readonly decoded: readonly { readonly path: string; readonly encoding: string }[]
  /** What each line of the cited files says, by path: `check` finds cited lines again by these. */
  readonly lineMarks: ReadonlyMap<string, readonly LineMark[]>
  /** Which models wrote it and why that changed, in words. */
  readonly provenance: string
  /** No model wrote anything: the guide is extracted from the repository. */
  readonly isOffline: boolean
}

export interface GuideFile {
  /** A plain name in the guide's folder. */
  readonly path: string
  readonly text: string
}
