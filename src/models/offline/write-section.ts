import type { SharedContext, Target } from '../model.ts'
import { aboutFile, bullets, cite, code, counted, joinParts, listed } from './markdown-text.ts'
import { gatherMaterial, type Material } from './material.ts'
import { SECTION_WRITERS } from './sections/writers.ts'

const SHORTEST = 420
const FEWEST_WORDS = 70

/** One section in Markdown, from its evidence alone. A section without a writer of its own is told by its files. */
export function writeSection(target: Extract<Target, { kind: 'section' }>, shared: SharedContext): string {
  const material = gatherMaterial(target.evidence, shared)
  const write = SECTION_WRITERS[target.id.slice(target.id.lastIndexOf('/') + 1)]
  const text = write === undefined ? '' : write(material)
  const isThin = text.length < SHORTEST || text.split(/\s+/).length < FEWEST_WORDS
  return safe(isThin ? joinParts([text, filesTold(material)]) : text)
}

/** What was read, where little else can be told. */
function filesTold(material: Material): string {
  const read = material.files.map(
    (file) => `${code(file.path)} (${cite(file, 1, Math.max(1, file.lines.length))}). ${aboutFile(file, 200)}`,
  )
  const tops = [...new Set(material.paths.map((path) => (path.includes('/') ? `${path.split('/')[0]}/` : path)))]
  return joinParts([
    read.length > 0
      ? `This is all that the files chosen for this section tell on its question. They were ${counted(read.length, 'file')}:\n\n${bullets(read.slice(0, 8))}`
      : 'No file of the repository could be shown for this section, so that nothing can be told here with evidence: this guide is extracted from the words and declarations of the repository itself, and where there are none it stays silent instead of guessing. As soon as a file is tracked that can be read, this section is written from it.',
    tops.length > 0 &&
      `The repository as a whole holds ${counted(material.paths.length, 'file')} that could be read; at its top stand ${listed(tops.map(code), 10)}. Whoever needs more than stands here has to open those that this section was not shown.`,
  ])
}

/** Nothing may look like the end of the section's own tag. */
const safe = (text: string): string => text.replace(/<(?=\/?section\b)/gi, '&lt;')
