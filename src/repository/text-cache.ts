import type { SourceText } from './source.ts'

/** The texts used last, up to `maxCharacters` in all; the one unused the longest goes first. */
export class TextCache {
  readonly #maxCharacters: number
  readonly #texts = new Map<string, SourceText>()
  #characters = 0

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters
  }

  get(key: string): SourceText | undefined {
    const found = this.#texts.get(key)
    if (found) {
      this.#texts.delete(key)
      this.#texts.set(key, found)
    }
    return found
  }

  set(key: string, text: SourceText): void {
    this.#forget(key)
    this.#texts.set(key, text)
    this.#characters += text.text.length
    for (const oldest of this.#texts.keys()) {
      if (this.#characters <= this.#maxCharacters) break
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    const found = this.#texts.get(key)
    if (!found) return
    this.#texts.delete(key)
    this.#characters -= found.text.length
  }
}
