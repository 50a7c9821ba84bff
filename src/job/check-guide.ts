// Looks up what a committed guide refers to in the files as they lie now, and mends what has moved. Calls no model.
import { posix } from 'node:path'
import { printReference } from '../guide/reference.ts'
import { type Occurrence, referenceKey } from '../guide/references.ts'
import { openSource } from '../repository/open-source.ts'
import { NO_PAST, openPastCommits } from '../repository/past-commits.ts'
import { createFollower } from './follow-references.ts'
import { type GuideFolder, locateGuide, readGuideTexts } from './guide-folder.ts'
import { type Judged, judgeReferences, nowOf } from './judge-references.ts'
import { mendGuide } from './mend-guide.ts'
import { type GuideReferences, readReferences } from './read-references.ts'

export interface CheckRequest {
  /** The guide's folder, or any folder of the repository. */
  readonly directory: string
  /** Whether what has moved is mended in the guide's files. */
  readonly isFixing: boolean
  /** Where the repository is looked for if the guide lies in none. */
  readonly workingDirectory: string
  readonly environment: NodeJS.ProcessEnv
}

export interface Finding {
  /** `moved`: what is meant stands elsewhere now. */
  readonly state: 'moved' | 'broken'
  /** The guide's file, from the root where the guide lies in it. */
  readonly file: string
  readonly line: number
  /** `audience/section-id`; null above the first section, and in the index. */
  readonly section: string | null
  /** As `printReference` spells it. */
  readonly reference: string
  /** Where it leads now, or what is nearest to it; null where nothing is. */
  readonly now: string | null
  /** The lines that are cited exist, but what they said is gone. */
  readonly isRewritten: boolean
  readonly isMended: boolean
}

export interface CheckResult {
  /** Each counts once a section. */
  readonly references: number
  /** Those that hold or have moved. */
  readonly grounded: number
  /** In the order of the files and their lines. */
  readonly findings: readonly Finding[]
  /** Files of the guide, by name, that were not as Nehemvix wrote them. */
  readonly handEdited: readonly string[]
}

/** Throws a Refusal where no guide is there. */
export async function checkGuide(request: CheckRequest): Promise<CheckResult> {
  const guide = await locateGuide(request.directory, request)
  const texts = await readGuideTexts(guide.directory)
  const source = await openSource({
    directory: guide.root.path,
    worktree: true,
    // A guide in the root itself is no folder that could be left out; its files must not prove themselves.
    exclude: guide.guidePath === '' ? [...texts].filter(([, { state }]) => state !== 'foreign').map(([name]) => name) : [],
    ownFolders: guide.guidePath ? [guide.guidePath] : [],
  })
  const past = guide.root.isRepository ? await openPastCommits(guide.root.path) : NO_PAST
  try {
    const files = [...texts].map(([name, { text }]) => readReferences(name, text, guide.guidePath))
    const follower = createFollower(source, past)
    const judged = await judgeReferences(files, { source, follower })
    if (request.isFixing) await mendGuide(guide, texts, judged, { source, past, follower })
    const counted = countReferences(judged)
    return {
      ...counted,
      findings: findingsOf(guide, files, judged, request.isFixing),
      handEdited: [...texts].filter(([, { state }]) => state !== 'ours').map(([name]) => name),
    }
  } finally {
    past.close()
    source.close()
  }
}

/** `src/` in code font and the link `src` around it are one reference. */
function keyOf({ reference }: Occurrence): string {
  return referenceKey(reference.kind === 'path' ? { ...reference, path: reference.path.replace(/\/+$/, '') } : reference)
}

function countReferences(judged: readonly Judged[]): Pick<CheckResult, 'references' | 'grounded'> {
  const keyInSection = ({ file, occurrence }: Judged) => `${file.name} ${file.sectionAt(occurrence.start)} ${keyOf(occurrence)}`
  // A link around code font says the same once more.
  const counted = judged.filter(({ file, occurrence }) => !isWrapper(occurrence, file))
  const all = new Set(counted.map(keyInSection))
  const broken = new Set(counted.filter(({ verdict }) => verdict.kind === 'broken').map(keyInSection))
  return { references: all.size, grounded: all.size - broken.size }
}

function isWrapper({ form, start, end }: Occurrence, file: GuideReferences): boolean {
  return form === 'link' && file.occurrences.some((one) => one.form === 'code' && start < one.start && one.end < end)
}

const MISSING = { state: 'broken', now: null, isRewritten: false, isMended: false } as const

/** A reference that stands twice on a line, in code font and as a link, is one finding, in the spelling of the code font. */
function findingsOf(
  guide: GuideFolder,
  files: readonly GuideReferences[],
  judged: readonly Judged[],
  isMended: boolean,
): Finding[] {
  const pathOf = (name: string) => (guide.guidePath === null ? name : posix.join(guide.guidePath, name))
  const standing = new Set(files.map(({ name }) => name))
  return files.flatMap((file) => {
    const found = new Map<string, { start: number; finding: Finding }>()
    const add = ({ line, start, form }: Occurrence, key: string, finding: Omit<Finding, 'file' | 'line' | 'section'>) => {
      const before = found.get(`${line} ${key}`)
      if (before !== undefined && form !== 'code') return
      const place = { file: pathOf(file.name), line, section: file.sectionAt(start) }
      found.set(`${line} ${key}`, { start: before?.start ?? start, finding: { ...place, ...finding } })
    }
    for (const { file: from, occurrence, verdict } of judged) {
      if (from !== file || verdict.kind === 'holds') continue
      add(occurrence, keyOf(occurrence), {
        state: verdict.kind,
        reference: printReference(occurrence.reference),
        now: nowOf(verdict),
        isRewritten: verdict.kind === 'broken' && verdict.isRewritten,
        isMended: isMended && verdict.kind === 'moved',
      })
    }
    for (const { occurrence, name } of file.ownLinks) {
      if (!standing.has(name)) add(occurrence, name, { ...MISSING, reference: pathOf(name) })
    }
    return [...found.values()].sort((a, b) => a.start - b.start).map(({ finding }) => finding)
  })
}
