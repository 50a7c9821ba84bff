// What the billing stand-in reads of a request, writes as its answer and charges for it. A text depends on model and unit alone.
import type { Fate } from './billing-server.ts'

export interface Asked {
  readonly via: 'openai' | 'anthropic'
  readonly model: string
  readonly units: readonly string[]
  readonly isStreamed: boolean
  readonly characters: number
  readonly limit: number
  readonly parameters: readonly string[]
}

interface Body {
  readonly model: string
  readonly stream?: boolean
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
  readonly system?: unknown
  readonly messages: readonly { role: string; content: unknown }[]
}

export function readAsked(path: string, raw: string): Asked {
  const body = JSON.parse(raw) as Body
  const last = textOf(body.messages.filter(({ role }) => role === 'user').at(-1)?.content)
  return {
    via: path.endsWith('/messages') ? 'anthropic' : 'openai',
    model: body.model,
    units: [...last.matchAll(/<(file|folder|system|section) (?:path|id)="([^"]*)"(?: part="([^"]*)")?>/g)].map(
      ([, kind, key, part]) => (part ? `part:${key}#${part}` : `${kind}:${key}`),
    ),
    isStreamed: body.stream === true,
    characters: [body.system, ...body.messages.map(({ content }) => content)].map(textOf).join('').length,
    limit: body.max_completion_tokens ?? body.max_tokens ?? 0,
    parameters: Object.keys(body),
  }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? '').join('') : ''
}

const LISTS: Readonly<Record<string, string>> = { file: 'files', part: 'files', folder: 'folders', system: 'system' }

export const unitText = (model: string, unit: string): string =>
  `${model} has read ${unit} and tells what it holds: parcels are sorted by depot and by route, and a driver takes them along. ` +
  `The route is planned in \`src/parcels/route/plan.py\`, and \`src/parcels/main.py\` begins with it.`

export function answerText(asked: Asked, fate: Exclude<Fate, { kind: 'reply' }>): string {
  const fault = fate.kind === 'answer' ? fate.fault : 'none'
  if (fault === 'empty' || fault === 'refused') return ''
  if (fault === 'junk') return 'I am sorry, but I cannot help with that.'
  const units = fault === 'omit' ? asked.units.slice(0, -1) : asked.units
  const whole = units[0]?.startsWith('section:') ? sectionsText(asked.model, units) : jsonText(asked.model, units)
  if (fault === 'malformed') return whole.slice(0, -9)
  return fault === 'cut' ? whole.slice(0, whole.length / 2) : whole
}

function sectionsText(model: string, units: readonly string[]): string {
  return units.map((unit) => `<section id="${unit.slice('section:'.length)}">\n${unitText(model, unit)}\n</section>`).join('\n')
}

function jsonText(model: string, units: readonly string[]): string {
  const answer: Record<string, unknown[]> = {}
  for (const unit of units) {
    const [kind = '', label = ''] = [unit.slice(0, unit.indexOf(':')), unit.slice(unit.indexOf(':') + 1)]
    const part = kind === 'part' ? label.slice(label.lastIndexOf('#') + 1) : ''
    const path = kind === 'part' ? label.slice(0, label.lastIndexOf('#')) : label
    const list = LISTS[kind] ?? 'files'
    answer[list] = [...(answer[list] ?? []), { path, part, summary: unitText(model, unit) }]
  }
  return JSON.stringify(answer)
}

/** USD per million tokens: input, cached input, output. Written down here: the product has them from a table of its own. */
const RATES: Readonly<Record<string, readonly [number, number, number]>> = {
  'gpt-6-luna': [0.1, 0.01, 0.5],
  'gemini-3.8-flash': [0.75, 0.075, 3.75],
  'claude-haiku-4-5': [1, 0.1, 5],
}

/** The body of an answer, and what it costs. Counts are below any tokenizer's, so that no bill is above its reservation. */
export function billFor(asked: Asked, fate: Fate, text: string, id: string) {
  const inputTokens = Math.ceil(asked.characters / 8)
  const cachedTokens = inputTokens % 3 === 0 ? Math.floor(inputTokens / 2) : 0
  const outputTokens = Math.min(asked.limit, Math.ceil(text.length / 5) + 3)
  const [input, cached, output] = RATES[asked.model] ?? [0, 0, 0]
  const exact = (inputTokens - cachedTokens) * input + cachedTokens * cached + outputTokens * output
  const costMicroUsd = Math.ceil(Number(exact.toFixed(3)))
  const bill = { inputTokens, cachedTokens, outputTokens, costMicroUsd }
  const finish = fate.kind === 'answer' ? fate.fault : 'none'
  const body = asked.via === 'openai' ? openaiBody(asked, finish, text, id, bill) : anthropicBody(asked, finish, text, id, bill)
  return { ...bill, body, stream: asked.isStreamed }
}

type Bill = Readonly<Record<'inputTokens' | 'cachedTokens' | 'outputTokens', number>>

function openaiBody({ model, isStreamed }: Asked, fault: string, text: string, id: string, bill: Bill): string {
  const finish_reason = fault === 'refused' ? 'content_filter' : fault === 'cut' || fault === 'empty' ? 'length' : 'stop'
  const usage = {
    prompt_tokens: bill.inputTokens,
    completion_tokens: bill.outputTokens,
    total_tokens: bill.inputTokens + bill.outputTokens,
    prompt_tokens_details: { cached_tokens: bill.cachedTokens },
  }
  if (!isStreamed) return JSON.stringify({ id, model, usage, choices: [{ finish_reason, message: { content: text } }] })
  const events = [
    { id, model, choices: [{ delta: { content: text }, finish_reason: null }] },
    { id, model, choices: [{ delta: {}, finish_reason }], usage },
  ]
  return `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`
}

function anthropicBody({ model, isStreamed }: Asked, fault: string, text: string, id: string, bill: Bill): string {
  const stop_reason = fault === 'refused' ? 'refusal' : fault === 'cut' || fault === 'empty' ? 'max_tokens' : 'end_turn'
  const usage = {
    input_tokens: bill.inputTokens - bill.cachedTokens,
    cache_read_input_tokens: bill.cachedTokens,
    cache_creation_input_tokens: 0,
    output_tokens: bill.outputTokens,
  }
  const message = { id, type: 'message', role: 'assistant', model, content: [{ type: 'text', text }], stop_reason, usage }
  if (!isStreamed) return JSON.stringify(message)
  const events = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: bill.outputTokens } },
    { type: 'message_stop' },
  ]
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
}
