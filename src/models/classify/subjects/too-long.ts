// More than fits: the context, the body, or the tokens of a minute all at once.
import { hasCode, says } from '../ask.ts'
import type { Reading } from '../reading.ts'

const CODE =
  /context_?(length|window|size)|(request|prompt|input|payload|body|entity|string)_?(is_)?(too_?(large|long)|above_max)|tokens_limit_reached|max_?context/

/** Said with a rate limit: the code is the limit's, but no waiting makes room. */
export function isTooLargeForLimit(reading: Reading): boolean {
  return hasCode(reading, CODE) || says(reading, /request (is )?too large|\btoo large for\b|\blong[- ]context\b/i)
}

export function isTooLong(reading: Reading): boolean {
  // Throttling speaks of tokens as well.
  if (says(reading, /too many tokens[^.]{0,20}\b(wait|per|processed)/i)) return false
  return (
    isTooLargeForLimit(reading) ||
    says(
      reading,
      /context[- _]?(length|window|size|limit)|\bcontext\b[^.]{0,30}\bexceed|maximum (context|prompt|input|sequence)|\bn_ctx|KV (cache|size)|上下文|输入.{0,6}过长/i,
      /max(imum)?[- _](model|seq|sequence|context|prompt|input)[- _]?(len|length|token|size)|(input|prompt)s?\W{0,3}tokens? \+/i,
      /\b(prompt|input|request|messages?|payload|body|content|text|string|conversation|document)s?\b[^.]{0,60}\b(too (long|large|big)|longer than|larger than|exceed\w{0,9}\b[^.]{0,60}\b(limit|maximum|length|max|size|tokens?))/i,
      /too many (input |prompt )?tokens|(input|prompt) tokens? (count|limit|length)|reduce (the )?(length|size|your prompt|number of|prompt|input)|tokens must be reduced/i,
      /\btokens?\b[^.]{0,60}\bexceed\w{0,9}[^.]{0,40}\b(context|window|maximum number of tokens|limit of \d)|exceed\w{0,9} (the )?(model|max\w{0,9}) token limit|token count[^.]{0,40}exceed/i,
      /range of input length|at least 1, got -\d/i,
    )
  )
}
