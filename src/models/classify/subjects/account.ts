// The account, the key, the place: nothing here heals without a person.
import { hasCode, says } from '../ask.ts'
import type { Reading } from '../reading.ts'

/** The account itself is shut out: no matter of this prompt, though its text may speak of policies. */
export function isAccountBlocked(reading: Reading): boolean {
  return (
    hasCode(
      reading,
      /account_(deactivated|suspended|disabled|banned)|consumer_suspended|access_terminated|organization_(disabled|restricted)/,
    ) ||
    says(
      reading,
      /\b(account|organi[sz]ation|workspace|project|api[- ]key|consumer|team)\b[^.]{0,60}\b(is|are|been|was|were)\b[^.]{0,20}\b(disabled|deactivated|suspended|banned|terminated|restricted|blocked)/i,
    )
  )
}

/** The account's own privacy settings leave no host for this model. */
export function isDataPolicy(reading: Reading): boolean {
  return says(reading, /data[- ](policy|retention)|privacy (setting|polic|filter)|guardrail restriction/i)
}

export function isPlaceNotAllowed(reading: Reading): boolean {
  return (
    hasCode(reading, /unsupported_(country|location|region)/) ||
    says(
      reading,
      /\b(country|region|territory|location)\b[^.]{0,60}\bnot (supported|available|allowed)/i,
      /\bnot (supported|available|allowed|permitted) (in|from) (your|this) (country|region|territory|location|area)/i,
    )
  )
}

/** The address is no model's: a path that the server does not know. */
export function isWrongAddress(reading: Reading): boolean {
  if (
    says(
      reading,
      /\binvalid url\b|\bpage not found\b|\bcannot (post|get) \/|\bno route\b|\broute not found\b|unknown (request )?(url|path|route)/i,
    )
  )
    return true
  return (
    (reading.status === 404 || reading.status === 405) &&
    /^(error:? ?)?((resource |url )?not found\.?|method not allowed\.?)?$/i.test(reading.text)
  )
}

export function isKey(reading: Reading): boolean {
  return (
    isAccountBlocked(reading) ||
    isPlaceNotAllowed(reading) ||
    hasCode(
      reading,
      /(invalid|incorrect|missing|wrong|expired|no)_?api_?key|api_?key_?(invalid|expired|missing|not|service)|^authentication|^unauthori[sz]ed|unauthenticated/,
    ) ||
    hasCode(
      reading,
      /permission_?(error|denied)|access_?denied|^no_access|^forbidden|(invalid|expired)_?(token|auth|credential|organization|issuer)|token_?expired|unrecognizedclient|invalidsignature|service_disabled|terms_required|model_?not_?open/,
    ) ||
    says(
      reading,
      /\b(api[- _]?key|access[- _]token|auth\w{0,9} token|security token|credential|bearer|authorization header)s?\b[^.]{0,60}\b(invalid|incorrect|not valid|missing|expired|required|malformed|revoked|not found|not provided|rejected|leaked|wrong|not exist|unauthori[sz]ed|only authorized|cannot be used)/i,
      /\b(invalid|incorrect|missing|expired|wrong|malformed|no|revoked|unknown|multiple)\b[^.]{0,40}\b(api[- _]?key|access[- _]token|(auth\w{0,9}|bearer|virtual|security|proxy server) token|credential|authorization|authentication|x-api-key)/i,
      /\b(token|oauth)\b[^.]{0,30}\b(expired|revoked)|\b(invalid|expired) token\b|please provide an? (valid )?api key/i,
    ) ||
    says(
      reading,
      /unauthori[sz]ed|authentication (failed|fails|error|required)|not authenticated|user not found|login required|please (log|sign) in/i,
      /(not|n't) (authorized|permitted|allowed) to\b|(not|n't) have (the |sufficient |enough |any |required )?(access|permission)|not accessible by|\bno access to\b/i,
      /permission[^.]{0,80}\bdenied|insufficient permission|access (to [^.]{0,40})?(is |was )?denied|\bforbidden\b/i,
      /must be verified|\b(ip|ip address)\b[^.]{0,40}\b(not allowed|not authorized|blocked)|has not been used in project|is disabled\. enable it/i,
      /(accept|acceptance)[^.]{0,30}\b(terms|license|agreement)|terms acceptance|gated (model|repo)|not (been )?(activated|submitted|granted|approved)\b|activate the model/i,
    )
  )
}
