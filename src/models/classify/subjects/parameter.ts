// A parameter that this model or server does not take.
import { hasCode, says } from '../ask.ts'
import type { Reading } from '../reading.ts'

const NAMES =
  'parameter|argument|field|property|response_?format|json_schema|json mode|structured output|tool_choice|reasoning_effort|temperature|top_p|top_k|thinking|penalty|stop sequences?|seed|logprobs|system role|stream_options|max_(?:completion_|output_)?tokens'

/** The room asked for the answer is too large: a parameter, not the prompt. */
export function isOutputLimit(reading: Reading): boolean {
  if (says(reading, /at least 1, got -|inputs?\W{0,3}tokens? \+/i)) return false
  if (says(reading, /\bmax_(completion_|output_|new_)?tokens\W{0,3} (must|should) be (less|smaller|at most|<=?|no more)/i))
    return true
  if (says(reading, /\bcontext\b|input length|prompt|\binputs\b/i)) return false
  return says(
    reading,
    /max(imum)?[_ ](completion_|output_|new_)?tokens\W{0,3}[^.]{0,60}(too large|> ?\d|must be|exceeds?|should be|cannot be|less than|greater than|at most|range|invalid|supports)/i,
    /maximum (allowed )?number of output tokens|at most \d+ (completion|output) tokens|(completion|output) tokens?[^.]{0,30}(at most|maximum|limit)|maxOutputTokens/i,
  )
}

export function isParameter(reading: Reading): boolean {
  return (
    hasCode(
      reading,
      /unsupported_?(parameter|value|params)|unknown_parameter|invalid_(parameter|value|type|param|schema|json_schema)|extra_forbidden|missing_required|literal_error|validation_error|parameter_(not|invalid)/,
    ) ||
    says(
      reading,
      /\b(unsupported|unknown|unrecognized|unexpected|invalid|extra|deprecated) (parameter|value|argument|request argument|keyword|field|name|input|property|schema|type)/i,
      new RegExp(
        String.raw`\b(?:${NAMES})s?\b[^.]{0,80}\b(?:not|n't|unsupported|invalid|deprecated|cannot|only|required|unknown|must|may|should|no longer|unavailable)\b`,
        'i',
      ),
      new RegExp(
        String.raw`(?:not|n't|only) (?:support|permit|allow|accept|compatible)\w{0,9}[^.]{0,60}\b(?:${NAMES}|json|schema|tools?|effort|role|system|stream\w{0,9}|modalit\w{1,9}|value)\b`,
        'i',
      ),
      /extra (inputs|fields) (are )?not permitted|cannot both be|mutually exclusive|input should be|field required|invalid json payload|malformed input request|expected type/i,
    )
  )
}

/** A router that knows the model, but no host of it that takes everything asked for. */
export function isUnsupportedByEveryHost(reading: Reading): boolean {
  return says(reading, /\bno (endpoint|provider|host)s? (found |available )*that (support|can handle)/i)
}
