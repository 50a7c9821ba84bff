import { sentencesOf } from '../../outline/plain-text.ts'
import { findSayings, type Saying } from './find-in-code.ts'
import type { Material } from './material.ts'

/** Speaks of a case, of advice, or of something else beside the project. */
const ASIDE =
  /\b(?:should|unlike|instead|avoid|if you|you can|please|for example|e\.g|used to|(?:possible|recommended|necessary|important|likely|unlikely) (?:to|that))\b/i
/** A word with a capital within a sentence that names a language or a form, never a product beside this one. */
const NO_PRODUCT =
  /^(?:I|API|[A-Z]{2,5}s?|Java|JavaScript|TypeScript|Python|Go|Golang|Rust|Ruby|Kotlin|Scala|PHP|Linux|Windows|Unicode|English|Base64)$/

/** Sentences of README and documentation whose subject is plainly the project itself. */
export function findOwnSayings(
  material: Material,
  pattern: RegExp,
  limits: { readonly most: number; readonly perFile?: number; readonly except?: readonly string[] },
): readonly Saying[] {
  const prose = { ...material, files: material.docs.filter(({ kind }) => kind === 'readme' || kind === 'docs') }
  const names = namesOf(material)
  return findSayings(prose, pattern, { ...limits, accepts: (text, paragraph) => isOfProject(text, paragraph, names) })
}

/** The name of the package, and what the README is headed with if that is a name. */
function namesOf({ name, readme }: Material): readonly string[] {
  const title = readme?.outline.headings[0]?.title.replace(/[^\w .-]/g, '').trim() ?? ''
  const bare = name.split(/[/:]/).at(-1) ?? name
  return [...new Set([name, bare, bare.replace(/-parent$/, ''), ...(/^\S+$/.test(title) ? [title] : [])])]
    .filter((one) => one.length > 1)
    .map((one) => one.toLowerCase())
}

function isOfProject(text: string, paragraph: string, names: readonly string[]): boolean {
  if (ASIDE.test(text) || namesAnother(text, names)) return false
  if (startsWithProject(text, names)) return true
  // What "it" is the paragraph says as it begins.
  return /^It(?!'s\b)\s/.test(text) && startsWithProject(sentencesOf(paragraph)[0] ?? '', names)
}

const startsWithProject = (text: string, names: readonly string[]): boolean =>
  /^This (?:library|package|project|module|tool|framework|crate|gem)\b(?!'s)/.test(text) ||
  names.some((name) =>
    new RegExp(
      `^${name.replace(/\W/g, '\\$&')}\\s+(?:also |currently |already |never |only )?(?:can|will|may|must|[a-z]+s|cannot|[a-z]+n't)\\b`,
    ).test(text.toLowerCase()),
  )

function namesAnother(text: string, names: readonly string[]): boolean {
  if (/\b[a-z]\w*\.[a-z]\w*\.\w+/.test(text)) return true
  const [, ...words] = text.replace(/[^\p{L}\p{N}\s'-]/gu, ' ').split(/\s+/)
  return words.some((word) => /^\p{Lu}/u.test(word) && !NO_PRODUCT.test(word) && !names.includes(word.toLowerCase()))
}
