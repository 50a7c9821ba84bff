// Formats of secrets that secretlint's preset misses, reports at the wrong place, or leaves for good reasons of its own.
// Each pattern starts with a fixed text or a boundary and repeats one class at a time: the time stays linear.
import { isCredential, isNoPlaceholder, isRandomLooking } from './secret-values.ts'

export interface SecretPattern {
  /** What a reader of the guide sees: `[redacted: <rule>]`. */
  readonly rule: string
  /** Global. With two groups the first stays and the second is the secret; without groups all of it is. */
  readonly pattern: RegExp
  /** Whether the secret really is one; missing: the format alone says so. */
  readonly isSecret?: (value: string) => boolean
  /** Only for files whose path matches. */
  readonly path?: RegExp
}

/** Names that hold a secret; what may follow such a name does not make it another thing, as `_key` in `secret_key`. */
const NAME =
  '(?:api[_-]?key|secret|token|passw(?:or)?d|passphrase|pwd|(?:access|auth|private|encryption|signing|master)[_-]?key|credentials?)' +
  '(?:[_-]?(?:key|base|value|hash|string|id|\\d{1,3})){0,2}'

/**
 * A name, a type perhaps, `=` or `:` or `=>` (or a comma or bracket, as in `define('AUTH_KEY', '…')` and `setToken('…')`),
 * and an opening quote, perhaps escaped, perhaps with a prefix of Python, perhaps three of them.
 */
const ASSIGNED = `${NAME}\\\\?["'\`]?\\]?(?:\\s{0,2}[:?!]{1,2}\\s{0,2}[A-Za-z_][\\w.]{0,30})?\\s{0,4}(?:===?|:=|=>|[:=,(])\\s{0,4}[rbuf]?(?:(?:"{3}|'{3})\\s{0,4}|\\\\?["'\`])`

/** Files that assign without quotes. In source code what stands there is an expression. */
const CONFIGURATION =
  /(?:^|\/)(?:\.env[^/]*|[^/]*\.(?:env|ini|cfg|conf|properties|ya?ml|toml|sh|bash|zsh|envrc)|\.envrc|\.pypirc|\.netrc|[^/]*Dockerfile[^/]*|credentials)$/i

/** A value without quotes up to the end of its line, where no other `=` or `:` stands before the name. */
function unquoted(shortest: number): RegExp {
  return new RegExp(
    `(?<=^[^=:\\n]{0,80})(${NAME}["']?[ \\t]{0,8}[=:][ \\t]{0,8})([^\\s"'\`#,;()]{${shortest},2000})(?=[ \\t]{0,8}(?:#[^\\n]{0,500})?$)`,
    'gim',
  )
}

/** Each of the tokens below stands within one run of at least so many of these characters. */
export const TOKEN_RUN = { characters: /[\w.:+/=~-]/, length: 15 } as const

/** Tokens with a prefix of their own. AWS's documented example keys are redacted as well: nobody can tell by looking that they are harmless. */
export const TOKEN_PATTERNS: readonly SecretPattern[] = [
  {
    rule: 'aws-access-key',
    pattern: /(?<![A-Za-z0-9])(?:A3T[A-Z0-9]|AKIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  },
  { rule: 'aws-secret-key', pattern: /wJalrXUtnFEMI\/K7MDENG\/bPxRfiCYEXAMPLEKEY/g },
  {
    rule: 'github-token',
    pattern: /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9_]{20,}(?:\.[A-Za-z0-9_-]{10,}){0,2}|github_pat_[A-Za-z0-9_]{20,})/g,
  },
  {
    rule: 'gitlab-token',
    pattern:
      /(?<![A-Za-z0-9])(?:gl(?:pat|dt|rt|soat|ptt|cbt|ft|imt|agent|oas|ffct)-[A-Za-z0-9_-]{16,}(?:\.[A-Za-z0-9_-]{2,}){0,3}|GR1348941[A-Za-z0-9_-]{16,})/g,
  },
  {
    rule: 'google-key',
    pattern: /(?<![A-Za-z0-9_-])(?:AIza[A-Za-z0-9_-]{35}|GOCSPX-[A-Za-z0-9_-]{20,}|ya29\.[A-Za-z0-9_-]{20,})/g,
  },
  { rule: 'slack-token', pattern: /(?<![A-Za-z0-9])(?:xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,}|xapp-[A-Za-z0-9-]{10,})/g },
  { rule: 'stripe-key', pattern: /(?<![A-Za-z0-9])(?:[srp]k_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{24,})/g },
  { rule: 'anthropic-key', pattern: /(?<![A-Za-z0-9])sk-ant-[A-Za-z0-9_-]{16,}/g },
  {
    rule: 'openai-key',
    pattern: /(?<![A-Za-z0-9_-])sk-(?:(?:proj|svcacct|admin|None|or|lf)-[A-Za-z0-9_-]{16,}|[A-Za-z0-9]{20,})/g,
    isSecret: isRandomLooking,
  },
  { rule: 'npm-token', pattern: /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{30,}/g },
  { rule: 'pypi-token', pattern: /(?<![A-Za-z0-9])pypi-(?:AgE[A-Za-z0-9_-]{16,}|[A-Za-z0-9_-]{50,})/g },
  { rule: 'huggingface-token', pattern: /(?<![A-Za-z0-9])(?:hf|api_org)_[A-Za-z0-9]{30,}/g },
  { rule: 'sendgrid-key', pattern: /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,}/g },
  { rule: 'twilio-key', pattern: /(?<![A-Za-z0-9])(?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])/g },
  { rule: 'mailgun-key', pattern: /(?<![A-Za-z0-9])key-[0-9a-f]{32}(?![A-Za-z0-9])/g },
  { rule: 'digitalocean-token', pattern: /(?<![A-Za-z0-9])do[opr]_v1_[a-f0-9]{40,}/g },
  { rule: 'shopify-token', pattern: /(?<![A-Za-z0-9])shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32,}/g },
  {
    rule: 'square-token',
    pattern: /(?<![A-Za-z0-9])(?:sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,}|EAAA[A-Za-z0-9_-]{60}(?![A-Za-z0-9_-]))/g,
  },
  { rule: 'atlassian-token', pattern: /(?<![A-Za-z0-9])ATATT3[A-Za-z0-9_=-]{60,}/g },
  { rule: 'telegram-token', pattern: /(?<![A-Za-z0-9])\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g },
  { rule: 'discord-token', pattern: /(?<![A-Za-z0-9_-])[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}/g },
  { rule: 'vault-token', pattern: /(?<![A-Za-z0-9])hv[sbr]\.[A-Za-z0-9_-]{24,}/g },
  { rule: 'databricks-token', pattern: /(?<![A-Za-z0-9])dapi[a-f0-9]{32}(?:-\d)?/g },
  {
    rule: 'service-token',
    pattern:
      /(?<![A-Za-z0-9])(?:dckr_pat_[\w-]{20,}|PMAK-[\w-]{40,}|NRAK-[A-Z0-9]{24,}|lin_(?:api|oauth)_\w{30,}|ntn_\w{40,}|sbp_[a-f0-9]{40}|sntry[su]_[\w+/=-]{40,}|gsk_\w{40,}|xai-\w{40,}|pplx-\w{40,}|r8_\w{30,}|dp\.(?:pt|st|ct)\.[\w.-]{30,}|pul-[a-f0-9]{40}|glsa_\w{30,}|glc_[\w+/=]{30,}|figd_[\w-]{30,}|dop_\w{40,}|rubygems_[a-f0-9]{40,}|nvapi-[\w-]{40,}|tskey-[\w-]{20,}|fo1_[\w-]{40,}|phc_\w{40,}|whsec_\w{24,}|AGE-SECRET-KEY-1[A-Z0-9]{40,})/g,
  },
  { rule: 'json-web-token', pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{6,}(?:\.[A-Za-z0-9_-]*)?/g },
  { rule: 'json-web-token', pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g },
]

/** Places where a secret stands, whatever it looks like. */
export const PLACE_PATTERNS: readonly SecretPattern[] = [
  {
    rule: 'aws-secret-key',
    pattern:
      /((?:secret|aws)[\w.-]{0,30}key\\?["'`]?\s{0,4}(?:=>|:=|[:=])\s{0,4}\\?["'`]{0,3})([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
    isSecret: isRandomLooking,
  },
  {
    rule: 'aws-account',
    pattern: /((?:aws[_-]?)?account(?:[_-]?id)?["']?\s{0,4}(?:=>|[:=])\s{0,4}["']?)(\d{4}-?\d{4}-?\d{4})(?!\d)/gi,
  },
  { rule: 'slack-webhook', pattern: /(hooks\.slack\.com\/(?:services|workflows|triggers)\/)([A-Za-z0-9/_-]{16,})/g },
  {
    rule: 'npm-token',
    pattern: /(_(?:authToken|auth|password)\s{0,3}=\s{0,3}["']?)([^\s"'$[\]]{8,})/g,
    isSecret: isNoPlaceholder,
    path: /npmrc/,
  },
  { rule: 'discord-webhook', pattern: /(discord(?:app)?\.com\/api\/webhooks\/)(\d{10,}\/[A-Za-z0-9_-]{20,})/g },
  { rule: 'azure-key', pattern: /((?:AccountKey|SharedAccessKey)=)([A-Za-z0-9+/]{40,}={0,2})/g },
  { rule: 'basic-auth', pattern: /(:\/\/)([^\s/:@"'`<>|,]{0,100}:[^\s/"'`<>]{1,200})(?=@)/g, isSecret: isCredential },
  {
    rule: 'authorization',
    pattern: /(authorization\\?["'`]?\s{0,3}[:=,]\s{0,3}\\?["'`]?(?:bearer|token|apikey)\s{1,3})([A-Za-z0-9._~+/=-]{16,})/gi,
    isSecret: isRandomLooking,
  },
  {
    rule: 'authorization',
    pattern: /(authorization\\?["'`]?\s{0,3}[:=,]\s{0,3}\\?["'`]?basic\s{1,3})([A-Za-z0-9+/=_-]{8,})/gi,
    isSecret: isNoPlaceholder,
  },
  { rule: 'authorization', pattern: /(\bBearer\s{1,3})([A-Za-z0-9._~+/=-]{24,})/g, isSecret: isRandomLooking },
  {
    rule: 'url-parameter',
    pattern:
      /([?&](?:api[_-]?key|access[_-]?token|auth[_-]?token|token|key|secret|client[_-]?secret|sig|signature|password)=)([A-Za-z0-9._~%+/-]{16,})/gi,
    isSecret: isRandomLooking,
  },
  {
    rule: 'connection-string',
    pattern: /(; ?(?:Password|Pwd) ?= ?)([^;"'`\s<>{}$]{6,})(?=[;"'`]|$)/gim,
    isSecret: isNoPlaceholder,
  },
  { rule: 'registry-login', pattern: /("auth"\s{0,4}:\s{0,4}")([A-Za-z0-9+/=]{16,})(?=")/g, isSecret: isNoPlaceholder },
  { rule: 'netrc', pattern: /(\bpassword\s{1,8})(\S{3,})/g, path: /(?:^|\/)[._]netrc$/ },
  {
    rule: 'assigned-secret',
    pattern: new RegExp(`(${ASSIGNED})([^"'\`\\s\\\\]{16,2000})(?=\\s{0,4}\\\\?["'\`])`, 'gi'),
    isSecret: isRandomLooking,
  },
  {
    rule: 'assigned-secret',
    pattern: new RegExp(`(<[\\w:.-]{0,30}${NAME}>)([^<>\\s]{16,2000})(?=<\\/)`, 'gi'),
    isSecret: isRandomLooking,
  },
  {
    rule: 'assigned-secret',
    pattern: unquoted(16),
    isSecret: isRandomLooking,
    path: CONFIGURATION,
  },
  { rule: 'assigned-secret', pattern: unquoted(8), isSecret: isRandomLooking, path: /(?:^|\/)\.env[^/]*$/ },
  {
    rule: 'assigned-secret',
    pattern: new RegExp(`(^ENV[ \\t]{1,8}\\w{0,60}?${NAME}[ \\t]{1,8})([^\\s"'\`=]{16,2000})$`, 'gim'),
    isSecret: isRandomLooking,
    path: /Dockerfile[^/]*$/i,
  },
]
