// Whether an answer is a real one. A placeholder, an apology or a stub must never be stored as work done.

/** Letters that carry meaning, in any script. */
const LEAST_LETTERS = { summary: 12, section: 120 } as const

/** Openings of answers that decline, in the languages models fall back to. They count only where little else is said. */
const APOLOGY =
  /^\W*(i['’]?m (very )?sorry|sorry[,. ]|i apologi[sz]e|i (cannot|can['’]t|am unable|was unable|could not)|unfortunately[, ]+i|as an ai|i do not have (access|enough)|es tut mir leid|je suis désolé|lo siento|抱歉|申し訳)/i

const PLACEHOLDER =
  /^\W*(todo|tbd|n\/?a|none|null|undefined|placeholder|lorem ipsum|summary|to be (written|done)|coming soon|not available)\W*$/i

/** How much text can follow an apology and still be only an apology. */
const LONGEST_APOLOGY = 600

export function hasSubstance(text: string, kind: keyof typeof LEAST_LETTERS): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  // One ideograph says about as much as two letters.
  const ideographs = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0
  if (letters + ideographs < LEAST_LETTERS[kind]) return false
  if (PLACEHOLDER.test(text)) return false
  return !(APOLOGY.test(text) && text.length < LONGEST_APOLOGY)
}
