import type { SharedContext, Target } from '../model.ts'
import { aboutFile, bullets, cite, code, counted, joinParts, listed } from './markdown-text.ts'
import { gatherMaterial, type Material } from './material.ts'
import { SECTION_WRITERS } from './sections/writers.ts'

/** A section that says less is told where to read on. */
const SHORTEST = 300
const FEWEST_WORDS = 40
const MOST_FILES = 4

/** One section in Markdown, from its evidence alone. A section without a writer of its own is told by its files. */
export function writeSection(target: Extract<Target, { kind: 'section' }>, shared: SharedContext): string {
  const material = gatherMaterial(target.evidence, shared)
  const write = SECTION_WRITERS[target.id.slice(target.id.lastIndexOf('/') + 1)]
  const text = write === undefined ? '' : write(material)
  const whole = isThin(text) ? joinParts([text, filesTold(material)]) : text
  return safe(isThin(whole) ? joinParts([whole, repositoryTold(material)]) : whole)
}

const isThin = (text: string): boolean => text.length < SHORTEST || text.split(/\s+/).length < FEWEST_WORDS

/** What to open, where little else can be told. */
function filesTold(material: Material): string {
  const read = material.files.slice(0, MOST_FILES).map((file) => {
    const about = aboutFile(file, 160)
    return `${cite(file, 1, Math.max(1, file.lines.length))}${about === '' ? '' : `: ${about}`}`
  })
  return read.length > 0
    ? `Where to read on:\n\n${bullets(read)}`
    : 'No file of the repository could be shown for this section, so that nothing can be told here with evidence: this guide is extracted from the words and declarations of the repository itself, and where there are none it stays silent instead of guessing. As soon as a file is tracked that can be read, this section is written from it.'
}

/** The rest of what is known, of a repository that says next to nothing. */
function repositoryTold({ paths }: Material): string {
  const tops = [...new Set(paths.map((path) => (path.includes('/') ? `${path.split('/')[0]}/` : path)))]
  return tops.length === 0
    ? ''
    : `The files read for this section tell no more of its question. The repository as a whole holds ${counted(paths.length, 'file')} that could be read; at its top stand ${listed(tops.map(code), 10)}. What is written in them has to be read there, since no model has put it into words here.`
}

/** Nothing may look like the end of the section's own tag. */
const safe = (text: string): string => text.replace(/<(?=\/?section\b)/gi, '&lt;')
