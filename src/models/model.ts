// The port to language models. Adapters: chat-completions.ts, anthropic.ts, offline/. No retry, no money, no log behind it.
import type { Outline } from '../outline/shape.ts'

/** Lines of a file of the repository, decoded and redacted, not yet escaped. `firstLine` counts from 1. */
export interface Evidence {
  readonly path: string
  readonly text: string
  readonly firstLine: number
  /** Of the whole file, for a model that reads no prompt. */
  readonly outline?: Outline
}

/** What one folder holds: a file or a folder directly below it, with what was written about it. */
export interface Member {
  readonly path: string
  readonly kind: 'file' | 'folder'
  readonly summary: string
}

/** One unit a model is asked for, with all that it may know about it. */
export type Target =
  | { readonly kind: 'file'; readonly path: string; readonly part?: string; readonly text: string; readonly outline?: Outline }
  /** A large file whose parts were read before: `notes` are the summaries of its parts, in order. */
  | { readonly kind: 'file-from-parts'; readonly path: string; readonly notes: readonly string[] }
  | { readonly kind: 'folder'; readonly path: string; readonly members: readonly Member[] }
  | { readonly kind: 'system'; readonly folders: readonly Member[]; readonly evidence: readonly Evidence[] }
  | { readonly kind: 'section'; readonly id: string; readonly evidence: readonly Evidence[] }

/** What every section of a call may know besides its own evidence. */
export interface SharedContext {
  readonly repositoryName: string
  readonly overview: string
  readonly folders: readonly Member[]
  /** Every file that is read, by path. */
  readonly paths: readonly string[]
}

export interface ModelRequest {
  readonly system: string
  /** User messages in order; the last one holds the targets' tags. */
  readonly user: readonly string[]
  /** The same targets as data, for a model that needs no prompt (`offline`). */
  readonly targets: readonly Target[]
  readonly shared?: SharedContext
  readonly schema?: { readonly name: string; readonly schema: Record<string, unknown> }
  readonly maxOutputTokens: number
  /** Long answers are streamed: a silent connection is noticed sooner. */
  readonly stream: boolean
}

/** Tokens as the provider counted them. `inputTokens` holds the cached ones, `outputTokens` the reasoning. */
export interface Usage {
  readonly inputTokens: number
  readonly cachedInputTokens: number
  /** Of the input, what was written into a cache at a price of its own. */
  readonly cacheWriteInputTokens?: number
  readonly outputTokens: number
  readonly reasoningTokens: number
}

export interface ModelAnswer {
  readonly text: string
  /** `stop`: whole; `length`: cut off; `refused`: content policy. */
  readonly finish: 'stop' | 'length' | 'refused'
  /** null where the server counted nothing: the call is then booked at its whole reservation. */
  readonly usage: Usage | null
  readonly requestId: string | null
  /** The body as it came, with the key struck out. */
  readonly raw: string
}

/** What is known of a call that gave no answer. `classify.ts` makes a Failure of it. */
export interface CallFailure {
  readonly provider: string
  readonly via: 'openai' | 'anthropic'
  /** null: no response at all. */
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  /** Parsed JSON, the raw text where it is none, or `{thrown: text}` of an exception without a response. */
  readonly body: unknown
  /** The request may have reached the provider. false only where the connection was refused or never made. */
  readonly sent: boolean
  readonly requestId: string | null
}

/** Thrown by an adapter where there is no answer. */
export class ModelCallError extends Error {
  override readonly name = 'ModelCallError'
  readonly failure: CallFailure
  constructor(message: string, failure: CallFailure, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}

export interface Provider {
  /** The name that consent, exhaustion and the ledger know it by. */
  readonly name: string
  readonly host: string
}

/** A connection's model. */
export interface Model {
  readonly provider: Provider
  readonly id: string
  /** Sends one request once. Resolves with an answer that has usage; throws ModelCallError for all else. */
  send(request: ModelRequest): Promise<ModelAnswer>
  /** A parameter was refused: leaves it out or renames it from now on. false: it can't, or did so before. */
  adapt(parameter: string): boolean
  /** How often it has adapted: a request that was sent under an older revision is worth another try. */
  revision(): number
}
