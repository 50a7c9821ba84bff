import { exportedNames } from '../exports.ts'
import { newestChanges, ownWords } from '../from-readme.ts'
import { bullets, bulletsOrNull, cite, code, counted, escapeProse, joinParts, told } from '../markdown-text.ts'
import type { Material } from '../material.ts'
import { findOwnSayings } from '../own-sayings.ts'

const LIMITS =
  /\b(?:is not|are not|not (?:be|intended|supported|secure|guarantee\w*|responsible|allow\w*)|cannot|can't|doesn't|does not|do not|must not|never|outside the scope|out of scope|no longer|unsupported|at most|limited to)\b/i

/** What does it promise, what not? */
export function writePurposeAndScope(material: Material): string {
  const words = ownWords(material, 500)
  const changes = newestChanges(material, 4)
  const limits = findOwnSayings(material, LIMITS, { most: 6, except: changes?.items ?? [] }).filter(({ text }) =>
    deniesOfItself(text),
  )
  const stated = material.manifests.find(({ kind }) => kind === 'manifest')
  const doors = material.sources.filter(({ path }) => /(?:^|\/)(?:__init__|index|lib|mod)\.\w+$/.test(path))
  const exported = doors.map((file) => ({ file, count: exportedNames(file).length })).filter(({ count }) => count > 0)
  return joinParts([
    words === null
      ? `The files read for this section state no purpose of ${escapeProse(material.name)} in prose.`
      : `### What it promises\n\n${words.text} (${words.place})`,
    bulletsOrNull([
      ...exported.map(
        ({ file, count }) =>
          `The public surface is what ${code(file.path)} hands out: ${counted(count, 'name')} (${cite(file, 1, file.lines.length)})`,
      ),
      ...versionTold(stated),
    ]),
    limits.length > 0
      ? `### What it does not promise\n\nSentences of its own documentation draw these limits:\n\n${bullets(limits.map(({ text, file, from, to }) => `${told(text, 320)} (${cite(file, from, to)})`))}`
      : null,
    changes !== null &&
      `### The newest entry of the changelog\n\n${changes.title} (${changes.place}):\n\n${bullets(changes.items)}`,
  ])
}

/** The project itself is what does not: no "objects that you do not own". */
const deniesOfItself = (text: string): boolean =>
  !/[,;:]|\b(?:that|which|who|whose|where|when|you|they|but|and)\b/.test(text.slice(0, text.search(LIMITS)))

function versionTold(file: Material['manifests'][number] | undefined): readonly string[] {
  if (file === undefined) return []
  const { version, licence, requirements } = file.manifest
  const told_: string[] = []
  if (version !== null) told_.push(`The package stands at version ${escapeProse(version.text)} (${cite(file, version.line)})`)
  if (licence !== null) told_.push(`It is given out under ${escapeProse(licence.text)} (${cite(file, licence.line)})`)
  const runtime = requirements.find(
    ({ what }) => !/^(?:operating|runner|base image|matrix|processor|package manager)|edition|environments/.test(what),
  )
  if (runtime !== undefined)
    told_.push(`It asks for ${escapeProse(runtime.what)} ${escapeProse(runtime.text)} (${cite(file, runtime.line)})`)
  return told_
}
