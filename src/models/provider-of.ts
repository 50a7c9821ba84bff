import { Refusal } from '../refusal.ts'
import { OFFLINE, resolveModel } from './registry.ts'

/** No key is needed to tell whose a model is. */
const ANY_KEY = { OPENAI_API_KEY: 'unused', ANTHROPIC_API_KEY: 'unused', GEMINI_API_KEY: 'unused' }

/** Whose model a name means, as consent names it; null: nobody knows. */
export function providerOf(model: string, baseUrl: string | undefined): string | null {
  if (model === OFFLINE) return OFFLINE
  try {
    return resolveModel({ model, baseUrl }, ANY_KEY).provider.name
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
