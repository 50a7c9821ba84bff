#!/usr/bin/env node
// A stand-in for the model providers, on loopback, for tests, benchmarks and acceptance checks.
//
// It speaks, plain and streamed:
//   OpenAI chat completions   POST …/chat/completions   (any prefix: /v1, /v1beta/openai, …)
//   Anthropic messages        POST …/messages
//   model lists               GET  …/models
//
//   node model-double.mjs [--port 0] [--script FILE.json] [--log FILE.ndjson] [--bodies FILE]   (bodies: every request as it came)
//
// prints one line, {"url":"http://127.0.0.1:PORT"}, when it listens, and ends on SIGTERM.
// GET  /__stats   what was asked, billed and delivered so far, per model and per unit
// POST /__script  replaces the script and resets its counters (not the statistics)
//
// What it answers (contract.md, "What a model is sent"): the targets are the <file>, <folder>, <system> and <section> tags of the last
// user message. A JSON schema in the request (response_format, a tool, output_config.format) is filled in: arrays named files, folders,
// system and sections get an item per target. Without a schema, sections come back as <section id="…">Markdown</section>, all else as plain JSON.
// A section cites the <evidence path="…"> that stands inside its own tag, and nothing else: its text does not depend on its neighbours.
//
// Units are counted as stage:path, stage:path#part or section:id.
//   billed      the provider would charge for it: the answer was made, whatever became of it
//   delivered   the whole item reached the client in a well-formed answer
// Tokens are characters / 4; a file or folder summary has about 80, a section 450 to 700. A prefix of 1,024 tokens or more that an earlier request of the same model had too counts as cached.
//
// The script: {"latency_ms": 0, "context_tokens": 1000000, "requests_per_minute": 0, "rules": [RULE, …]}
//   RULE = {"model": "regex", "prompt": "regex", "nth": N | "from": N, "to": M, "do": ACTION}
//     nth, from, to count the calls that match model and prompt, from 1; the first rule that applies wins
//   ACTION
//     {"status": 429, "headers": {…}, "body": any}   that reply (an object, an array, or a string sent as it is); not billed
//     {"reject": ["temperature", …]}                 400 if the request has one of these parameters, else answers
//     {"hang": true}                                 takes the call and never answers (billed)
//     {"drop": true}                                 takes the call, makes the answer, closes the socket without sending it (billed)
//     {"drop_mid_answer": true}                      half of the answer, streamed or not, then the socket closes (billed)
//     {"truncate": true}                             half an answer with finish_reason length / stop_reason max_tokens (billed)
//     {"empty": true} {"malformed": true} {"refuse": true} {"prose": "fence" | "chat" | "think"}
//     {"omit": N}                                    leaves the last N targets out of the answer
//     {"invent": N}                                  adds N references to files that do not exist to each section
//     {"latency_ms": N}                              answers after that long
import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const arg = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`)
  return at > 0 ? process.argv[at + 1] : fallback
}
const logFile = arg('log')
const bodiesFile = arg('bodies')
let script = arg('script') ? JSON.parse(readFileSync(arg('script'), 'utf8')) : {}
let hits = new Map()
const stats = { calls: 0, answered: 0, failed: 0, in_flight: 0, peak_in_flight: 0, by_model: {}, units: {} }
const prompts = new Map() // model -> earlier prompts, for cached prefixes
const minute = new Map() // model -> times of the last calls

const tokens = (text) => Math.ceil(text.length / 4)
const sleep = (ms) => new Promise((done) => setTimeout(done, ms))
const textOf = (content) => (typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('\n'))
const unescape = (text) =>
  text.replace(/&(#\d+|lt|gt|quot|apos|amp);/g, (_, name) =>
    name[0] === '#' ? String.fromCodePoint(Number(name.slice(1))) : { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }[name],
  )

/** What a call asks for, in the order of the prompt: [{kind, key, part, unit, evidence}]. */
function targetsOf(prompt) {
  const targets = []
  for (const [, kind, head, tail] of prompt.matchAll(
    /<(file|folder|system|section)\s([^>]*?)\/?>([\s\S]*?)(?=<(?:file|folder|system|section)\s|$)/g,
  )) {
    const read = (name) => head.match(new RegExp(`(?:^|\\s)${name}="([^"]*)"`))?.[1]
    const key = unescape(read(kind === 'section' ? 'id' : 'path') ?? '')
    const part = read('part')
    const unit = `${kind}:${key}${part ? `#${part}` : ''}`
    if (!key || targets.some((t) => t.unit === unit)) continue
    const evidence = [...tail.split(`</${kind}>`)[0].matchAll(/<evidence\s[^>]*?path="([^"]+)"/g)].map((m) => unescape(m[1]))
    targets.push({ kind, key, part, unit, evidence })
  }
  return targets
}

const words = (count, seed) => {
  const pool =
    'module value caller state input result error file test key signer serializer option path record reader writer step limit order'.split(
      ' ',
    )
  let n = createHash('sha256').update(seed).digest().readUInt32LE(0)
  return Array.from({ length: count }, () => pool[((n = (Math.imul(n, 1103515245) + 12345) >>> 0) >>> 16) % pool.length]).join(
    ' ',
  )
}
const summaryOf = ({ kind, unit }) => `A stand-in model read the ${kind} ${unit}. It holds ${words(45, unit)}.`

function sectionOf({ key, evidence }, invent) {
  const cited = evidence.slice(0, 8).map((path) => `- \`${path}\` takes part in it: ${words(12, key + path)}.`)
  const invented = Array.from({ length: invent }, (_, i) => `- See \`src/invented_${i}_${key.replace(/\W/g, '_')}.py\` for more.`)
  return [
    `### About ${key}`,
    '',
    `This section was written by a stand-in model for ${key}. It has the length and the shape of a real one and no knowledge: ${words(120, key)}.`,
    '',
    `A second paragraph for ${key}: ${words(120, `${key}2`)}.`,
    '',
    ...cited,
    ...invented,
  ].join('\n')
}

function itemOf(target, rule) {
  if (target.kind === 'section') return { id: target.key, markdown: sectionOf(target, rule?.invent ?? 0) }
  return { path: target.key, ...(target.part ? { part: target.part } : {}), summary: summaryOf(target) }
}

/** Fills a JSON schema: arrays named after a kind of target get the targets' items, the rest plausible values. */
function fill(schema, targets, rule, name = '') {
  if (!schema) return null
  const any = schema.anyOf ?? schema.oneOf
  if (any) return fill(any[0], targets, rule, name)
  if (schema.enum) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object' || schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, value]) => [key, fill(value, targets, rule, key)]),
    )
  }
  if (type === 'array') {
    const kind = { files: 'file', folders: 'folder', system: 'system', sections: 'section' }[name]
    if (!kind) return []
    return targets
      .filter((t) => t.kind === kind)
      .map((target) => {
        const item = fill(schema.items, [], rule, kind)
        if (typeof item !== 'object' || item === null) return summaryOf(target)
        const known = itemOf(target, rule)
        if ('part' in item) item.part = ''
        for (const key of Object.keys(item)) if (key in known) item[key] = known[key]
        for (const key of ['markdown', 'body', 'content', 'text'])
          if (key in item && target.kind === 'section') item[key] = known.markdown
        return item
      })
  }
  if (type === 'number' || type === 'integer') return 1
  if (type === 'boolean') return true
  return type === 'null' ? null : `The ${name || 'text'}: ${words(6, name)}.`
}

const schemaOf = (request) =>
  request.response_format?.json_schema?.schema ??
  request.output_config?.format?.schema ??
  request.output_format?.schema ??
  request.tools?.[0]?.input_schema ??
  request.tools?.[0]?.function?.parameters

function answerTo(request, targets, rule) {
  if (rule?.empty || rule?.refuse) return ''
  const schema = schemaOf(request)
  const sections = targets.filter((t) => t.kind === 'section')
  let text
  if (schema) text = JSON.stringify(fill(schema, targets, rule))
  else if (sections.length > 0)
    text = sections.map((t) => `<section id="${t.key}">\n${sectionOf(t, rule?.invent ?? 0)}\n</section>`).join('\n\n')
  else {
    const of = (kind) => targets.filter((t) => t.kind === kind).map((t) => itemOf(t, rule))
    text = JSON.stringify({ files: of('file'), folders: of('folder'), system: of('system') })
  }
  if (rule?.malformed) return text.slice(0, -2)
  if (rule?.prose === 'fence') return `\`\`\`json\n${text}\n\`\`\``
  if (rule?.prose === 'chat') return `Sure! Here is what you asked for:\n\n${text}\n\nLet me know if you need more.`
  if (rule?.prose === 'think') return `<think>The user wants {"files": []} or so.</think>\n${text}`
  return text
}

function ruleFor(model, prompt) {
  for (const [index, rule] of (script.rules ?? []).entries()) {
    if (rule.model && !new RegExp(rule.model).test(model)) continue
    if (rule.prompt && !new RegExp(rule.prompt).test(prompt)) continue
    const seen = (hits.get(index) ?? 0) + 1
    hits.set(index, seen)
    if (rule.nth && seen !== rule.nth) continue
    if (rule.from && seen < rule.from) continue
    if (rule.to && seen > rule.to) continue
    return rule.do
  }
  return undefined
}

function cachedTokens(model, prompt) {
  const earlier = prompts.get(model) ?? []
  let longest = 0
  for (const other of earlier) {
    let n = 0
    while (n < other.length && n < prompt.length && other[n] === prompt[n]) n++
    longest = Math.max(longest, n)
  }
  prompts.set(model, [...earlier.slice(-20), prompt])
  const count = Math.floor(longest / 4)
  return count >= 1024 ? count - (count % 128) : 0
}

const unitOf = (key) => (stats.units[key] ??= { billed: 0, delivered: 0, models: [] })
const note = (entry) => {
  if (logFile) appendFileSync(logFile, `${JSON.stringify(entry)}\n`)
}

function send(res, status, headers, body) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  res.writeHead(status, { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json', ...headers })
  res.end(text)
}
const failure = (wire, type, message, more = {}) =>
  wire === 'anthropic'
    ? { type: 'error', error: { type, message } }
    : { error: { message, type, param: null, code: null, ...more } }

async function complete(res, raw, wire, url, key) {
  if (bodiesFile) appendFileSync(bodiesFile, `${raw}\n`)
  const request = JSON.parse(raw)
  const messages = request.messages ?? []
  const last = textOf(messages.filter((m) => m.role === 'user').at(-1)?.content)
  const whole = (wire === 'anthropic' ? textOf(request.system) : '') + messages.map((m) => textOf(m.content)).join('\n')
  const model = request.model ?? '?'
  const rule = ruleFor(model, whole)
  const targets = targetsOf(last)
  const call = {
    id: `double-${++stats.calls}`,
    wire,
    model,
    request,
    rule,
    targets,
    res,
    input: tokens(whole),
    cached: cachedTokens(model, whole),
    limit: request.max_completion_tokens ?? request.max_tokens ?? Infinity,
    entry: {
      at: Date.now(),
      wire,
      model,
      path: url,
      key: createHash('sha256')
        .update(key ?? '')
        .digest('hex')
        .slice(0, 8),
      asked: targets.map((t) => t.unit),
      input_tokens: tokens(whole),
      stream: !!request.stream,
      params: Object.keys(request).sort(),
      sha: createHash('sha256').update(whole).digest('hex').slice(0, 16),
    },
  }
  const per = (stats.by_model[model] ??= { calls: 0, billed: 0, input_tokens: 0, cached_tokens: 0, output_tokens: 0 })
  per.calls++
  stats.peak_in_flight = Math.max(stats.peak_in_flight, ++stats.in_flight)
  res.on('close', () => {
    stats.in_flight--
  })

  const now = Date.now()
  const recent = (minute.get(model) ?? []).filter((t) => now - t < 60_000)
  if (script.requests_per_minute && recent.length >= script.requests_per_minute) {
    const wait = Math.ceil((60_000 - (now - recent[0])) / 1000)
    return refuse(
      call,
      429,
      { 'retry-after': String(wait) },
      failure(
        wire,
        'rate_limit_error',
        `Rate limit reached for requests per min (RPM): Limit ${script.requests_per_minute}. Please try again in ${wait}s.`,
        { code: 'rate_limit_exceeded' },
      ),
    )
  }
  minute.set(model, [...recent, now])

  const latency = rule?.latency_ms ?? script.latency_ms ?? 0
  if (latency) await sleep(latency)
  if (rule?.status) return refuse(call, rule.status, rule.headers ?? {}, rule.body ?? {})
  const bad = rule?.reject?.find((parameter) => parameter in request)
  if (bad)
    return refuse(
      call,
      400,
      {},
      failure(wire, 'invalid_request_error', `Unsupported parameter or value: '${bad}' is not supported with this model.`, {
        param: bad,
        code: 'unsupported_value',
      }),
    )
  const window = script.context_tokens ?? 1_000_000
  if (call.input > window) {
    const message =
      wire === 'anthropic'
        ? `prompt is too long: ${call.input} tokens > ${window} maximum`
        : `This model's maximum context length is ${window} tokens. However, your messages resulted in ${call.input} tokens.`
    return refuse(
      call,
      400,
      {},
      failure(wire, 'invalid_request_error', message, { param: 'messages', code: 'context_length_exceeded' }),
    )
  }
  answer(call)
}

function refuse(call, status, headers, body) {
  stats.failed++
  note({ ...call.entry, outcome: `status ${status}` })
  send(call.res, status, headers, body)
}

function answer(call) {
  const { rule, request } = call
  const kept = call.targets.slice(0, Math.max(0, call.targets.length - (rule?.omit ?? 0)))
  let text = answerTo(request, kept, rule)
  const cut = rule?.truncate || tokens(text) > call.limit
  if (cut) text = text.slice(0, rule?.truncate ? Math.floor(text.length / 2) : call.limit * 4)
  call.text = text
  call.cut = cut
  call.output = tokens(text)
  const per = stats.by_model[call.model]
  per.billed++
  per.input_tokens += call.input
  per.cached_tokens += call.cached
  per.output_tokens += call.output
  for (const { unit } of kept) {
    unitOf(unit).billed++
    if (!unitOf(unit).models.includes(call.model)) unitOf(unit).models.push(call.model)
  }
  const lost = rule?.hang ? 'hung' : rule?.drop ? 'dropped' : rule?.drop_mid_answer ? 'dropped mid answer' : undefined
  const whole = !lost && !cut && !rule?.empty && !rule?.refuse && !rule?.malformed
  if (whole) for (const { unit } of kept) unitOf(unit).delivered++
  lost ? stats.failed++ : stats.answered++
  note({
    ...call.entry,
    outcome: lost ?? (whole ? 'answered' : 'unusable'),
    cached_tokens: call.cached,
    output_tokens: call.output,
    billed: kept.map((t) => t.unit),
  })
  if (rule?.hang) return
  if (rule?.drop) return call.res.socket.destroy()
  if (call.wire === 'anthropic') anthropic(call)
  else openai(call)
}

function half(res, text) {
  if (!res.headersSent) res.writeHead(200, { 'content-type': 'application/json' })
  res.write(text.slice(0, Math.ceil(text.length / 2)), () => res.socket.destroy())
}

function openai({ res, request, id, model, text, cut, input, cached, output, rule }) {
  const tool = !request.response_format && request.tools?.[0]?.function?.name
  const finish_reason = rule?.refuse ? 'content_filter' : cut ? 'length' : tool ? 'tool_calls' : 'stop'
  const usage = {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: 0 },
  }
  const tool_calls = tool ? [{ id: 'call_1', type: 'function', function: { name: tool, arguments: text } }] : undefined
  const head = { id, created: Math.floor(Date.now() / 1000), model }
  if (!request.stream) {
    const message = { role: 'assistant', content: tool ? null : text, tool_calls, refusal: null }
    const body = { ...head, object: 'chat.completion', usage, choices: [{ index: 0, finish_reason, message }] }
    return rule?.drop_mid_answer ? half(res, JSON.stringify(body)) : send(res, 200, { 'x-request-id': id }, body)
  }
  res.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': id })
  const chunk = (choices, more = {}) =>
    res.write(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices, ...more })}\n\n`)
  const middle = Math.ceil(text.length / 2)
  chunk([{ index: 0, delta: { role: 'assistant', content: text.slice(0, middle) }, finish_reason: null }])
  if (rule?.drop_mid_answer) return setTimeout(() => res.socket.destroy(), 20)
  chunk([{ index: 0, delta: { content: text.slice(middle) }, finish_reason: null }])
  chunk([{ index: 0, delta: {}, finish_reason }])
  if (request.stream_options?.include_usage) chunk([], { usage })
  res.end('data: [DONE]\n\n')
}

function anthropic({ res, request, id, model, text, cut, input, cached, output, rule }) {
  const forced = request.tool_choice?.type === 'tool' ? request.tool_choice.name : undefined
  const stop_reason = rule?.refuse ? 'refusal' : cut ? 'max_tokens' : forced ? 'tool_use' : 'end_turn'
  const usage = {
    input_tokens: input - cached,
    output_tokens: output,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
  }
  const parsed = () => {
    try {
      return JSON.parse(text)
    } catch {
      return {}
    }
  }
  const block = forced ? { type: 'tool_use', id: 'toolu_1', name: forced, input: parsed() } : { type: 'text', text }
  const message = {
    id,
    type: 'message',
    role: 'assistant',
    model,
    content: text ? [block] : [],
    stop_reason,
    stop_sequence: null,
    usage,
  }
  if (!request.stream)
    return rule?.drop_mid_answer ? half(res, JSON.stringify(message)) : send(res, 200, { 'request-id': id }, message)
  res.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': id })
  const event = (type, data) => res.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  event('message_start', { message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } } })
  event('content_block_start', { index: 0, content_block: forced ? { ...block, input: {} } : { type: 'text', text: '' } })
  const middle = Math.ceil(text.length / 2)
  const delta = (part) =>
    event('content_block_delta', {
      index: 0,
      delta: forced ? { type: 'input_json_delta', partial_json: part } : { type: 'text_delta', text: part },
    })
  delta(text.slice(0, middle))
  if (rule?.drop_mid_answer) return setTimeout(() => res.socket.destroy(), 20)
  delta(text.slice(middle))
  event('content_block_stop', { index: 0 })
  event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: output } })
  event('message_stop', {})
  res.end()
}

const server = createServer((req, res) => {
  let raw = ''
  req.setEncoding('utf8')
  req.on('data', (part) => {
    raw += part
  })
  req.on('end', () => {
    const path = req.url.split('?')[0]
    if (req.method === 'GET' && path === '/__stats') return send(res, 200, {}, stats)
    if (req.method === 'POST' && path === '/__script') {
      script = JSON.parse(raw || '{}')
      hits = new Map()
      return send(res, 200, {}, { ok: true })
    }
    if (req.method === 'GET' && path.endsWith('/models')) {
      const data = ['gpt-6-luna', 'gemini-3.8-flash', 'claude-haiku-4-5'].map((id) => ({ id, object: 'model' }))
      return send(res, 200, {}, { object: 'list', data })
    }
    const wire = path.endsWith('/messages') ? 'anthropic' : path.endsWith('/chat/completions') ? 'openai' : undefined
    if (req.method !== 'POST' || !wire) return send(res, 404, {}, { error: { message: `no such path: ${path}`, code: 404 } })
    complete(res, raw, wire, path, req.headers.authorization ?? req.headers['x-api-key']).catch((error) => {
      if (!res.headersSent) send(res, 500, {}, { error: { message: String(error) } })
    })
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(arg('port', 0)), '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })}\n`)
})
process.on('SIGTERM', () => {
  server.closeAllConnections?.()
  server.close(() => process.exit(0))
})
