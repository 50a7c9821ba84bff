// Whether a value that stands where a secret would stand looks like one.

const PLACEHOLDER =
  /\$\{|\{\{|\$\(|^\$[A-Za-z_]|^%\w+%$|^<|^\[redacted:|\.\.\.|x{4,}|\*{3,}|^your|[^a-z]your[^a-z]|example|placeholder|change[_-]?me|replace[_-]?(?:me|with)|dummy|insert[_-]|redacted|^(?:process\.env|import\.meta|os\.environ|secrets\.|env\.|vars?\.|config\.|self\.|this\.)/i

/** Text that says what to put there, refers to a variable, or repeats one character. */
function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || /^(.)\1*$/.test(value)
}

export function isNoPlaceholder(value: string): boolean {
  return !isPlaceholder(value)
}

/** Words joined by separators, with a short number at most: a name (`user-access-token-v2`), a path or a message id. */
const NAME_LIKE = /^[@./]?[A-Za-z]{2,}(?:[-_./:]{1,3}[A-Za-z]+){0,40}(?:[-_.]?v?\d{1,2})?$/

/** Lines of a file, as guides name them: `src/box/signer.py:12-40`. */
const PLACE = /^(?:[\w.@-]{1,100}\/){0,20}[\w.@-]{1,100}\.[A-Za-z]\w{0,7}:\d{1,6}(?:-\d{1,6})?$/

/** Letters and digits that form no words, no address, no place in a file and no placeholder. */
export function isRandomLooking(value: string): boolean {
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value) || isPlaceholder(value)) return false
  if (/^[a-z][a-z0-9+.-]*:\/\/|^(?:\.{0,2}\/|~\/|arn:|urn:)/i.test(value)) return false
  return !NAME_LIKE.test(value) && !PLACE.test(value)
}

const WEAK_PASSWORDS = /^(?:password|passwd|passw0rd|pass|pwd|secret|user(?:name)?|token|x+|\*+|\{.*|\$.*|%.*)$/i

/** `user:password` of an address. The same word twice, as in `postgres:postgres`, is a default and no secret. */
export function isCredential(pair: string): boolean {
  const colon = pair.indexOf(':')
  const user = pair.slice(0, colon)
  const password = pair.slice(colon + 1)
  return user !== password && !WEAK_PASSWORDS.test(password) && !isPlaceholder(password)
}
