// What usage costs, in whole micro-dollars. Prices come from @pydantic/genai-prices by date, or from the user.
import { calcPrice, findProvider } from '@pydantic/genai-prices'

/** Tokens as a provider bills them: input holds the cached ones and those written into a cache, output the reasoning. */
export interface BilledTokens {
  readonly inputTokens: number
  readonly cachedInputTokens: number
  readonly cacheWriteInputTokens?: number
  readonly outputTokens: number
}

export interface Price {
  /** Where it comes from, in words for the estimate. */
  readonly source: string
  /** Tokens the model can take in all, where the table knows it. */
  readonly contextWindow: number | null
  /** What was used costs this many micro-dollars, rounded up. */
  cost(tokens: BilledTokens, at: Date): number
  /** The most that so many tokens can cost: each input token at the dearest rate that can apply. Micro-dollars. */
  atMost(tokens: { inputTokens: number; outputTokens: number }, at: Date): number
}

/** Our provider names, as the table knows them. */
const TABLE_PROVIDERS: Readonly<Record<string, string>> = { gemini: 'google' }

/** The price of a model by the table, or null where it knows none: then nothing may be spent. */
export function tablePrice(provider: string, model: string, at: Date): Price | null {
  const providerId = TABLE_PROVIDERS[provider] ?? provider
  const found = quote(providerId, model, { input_tokens: 1, output_tokens: 1 }, at)
  if (found === null) return null
  return {
    source: `@pydantic/genai-prices, rates of ${at.toISOString().slice(0, 10)}`,
    contextWindow: found.model.context_window ?? null,
    cost: (tokens, when) =>
      total(
        providerId,
        model,
        {
          input_tokens: tokens.inputTokens,
          cache_read_tokens: tokens.cachedInputTokens,
          cache_write_tokens: tokens.cacheWriteInputTokens ?? 0,
          output_tokens: tokens.outputTokens,
        },
        when,
      ),
    atMost: ({ inputTokens, outputTokens }, when) => {
      const plain = { input_tokens: inputTokens, output_tokens: outputTokens }
      const written = { ...plain, cache_write_tokens: inputTokens }
      return Math.max(total(providerId, model, plain, when), total(providerId, model, written, when))
    },
  }
}

/** Models of a provider whose price is known, for a proposal. */
export function pricedModels(provider: string): string[] {
  return findProvider({ providerId: TABLE_PROVIDERS[provider] ?? provider })?.models.map((model) => model.id) ?? []
}

/** A price the user states: USD per million tokens, in and out. Cached input costs as much as any. */
export function statedPrice(usdPerMillion: readonly [number, number]): Price {
  const [input, output] = usdPerMillion
  const cost = (tokens: { inputTokens: number; outputTokens: number }) =>
    wholeMicroUsd(tokens.inputTokens * input + tokens.outputTokens * output)
  return { source: `stated: ${input} in, ${output} out, USD per million tokens`, contextWindow: null, cost, atMost: cost }
}

function quote(providerId: string, model: string, usage: Record<string, number>, at: Date) {
  const found = calcPrice(usage, model, { providerId, timestamp: at })
  return found && Number.isFinite(found.total_price) ? found : null
}

function total(providerId: string, model: string, usage: Record<string, number>, at: Date): number {
  const found = quote(providerId, model, usage, at)
  if (found === null) throw new Error(`the price table lost ${providerId}/${model} at ${at.toISOString()}`)
  return wholeMicroUsd(found.total_price * 1e6)
}

/** Rounds up, after taking off the noise of binary fractions: 0.1 * 3 * 1e6 must not become one micro-dollar more. */
export function wholeMicroUsd(microUsd: number): number {
  return Math.ceil(Number(microUsd.toFixed(4)))
}
