// Secrets of twenty kinds in ten places each, new ones each time, so that no list of known examples lets them pass; and what merely looks like them.
import { generateKeyPairSync, randomBytes } from 'node:crypto'

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const MIXED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LOWER = 'abcdefghijklmnopqrstuvwxyz0123456789'
const HEX = '0123456789abcdef'

const letters = (length: number, alphabet = MIXED): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')

/** Letters and digits, with one of each at the least: a secret of a form of its own is always so. */
const mixed = (length: number, alphabet = MIXED): string => `a1${letters(length - 2, alphabet)}`

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A kind: the name under which it stands, and a secret of it. */
const KINDS: Readonly<Record<string, { readonly name: string; readonly make: () => string }>> = {
  'AWS access key': { name: 'AWS_ACCESS_KEY_ID', make: () => `AKIA${letters(16, UPPER)}` },
  'AWS secret key': { name: 'AWS_SECRET_ACCESS_KEY', make: () => mixed(40, `${MIXED}/+`) },
  'GitHub token': { name: 'GITHUB_TOKEN', make: () => `ghp_${mixed(36)}` },
  'GitHub fine-grained token': { name: 'GH_PAT', make: () => `github_pat_${mixed(22)}_${mixed(59)}` },
  'GitLab token': { name: 'GITLAB_TOKEN', make: () => `glpat-${mixed(20)}` },
  'Google key': { name: 'MAPS', make: () => `AIza${mixed(35)}` },
  'Slack token': { name: 'SLACK', make: () => `xoxb-${letters(12, '0123456789')}-${letters(12, '0123456789')}-${mixed(24)}` },
  'Stripe key': { name: 'STRIPE', make: () => `sk_live_${mixed(24)}` },
  'OpenAI key': { name: 'OPENAI', make: () => `sk-proj-${mixed(64)}` },
  'Anthropic key': { name: 'CLAUDE', make: () => `sk-ant-api03-${mixed(93)}AA` },
  'npm token': { name: 'NPM', make: () => `npm_${mixed(36)}` },
  'PyPI token': { name: 'PYPI', make: () => `pypi-AgEIcHlwaS5vcmc${mixed(70)}` },
  'Hugging Face token': { name: 'HUB', make: () => `hf_${mixed(34)}` },
  'SendGrid key': { name: 'MAIL', make: () => `SG.${mixed(22)}.${mixed(43)}` },
  'Twilio key': { name: 'SMS', make: () => `SK${mixed(32, HEX)}` },
  'DigitalOcean token': { name: 'OCEAN', make: () => `dop_v1_${letters(64, HEX)}` },
  'Shopify token': { name: 'SHOP', make: () => `shpat_${letters(32, HEX)}` },
  'web token': { name: 'SESSION', make: () => `${part({ alg: 'HS256' })}.${part({ sub: letters(12) })}.${mixed(43)}` },
  password: { name: 'DB_PASSWORD', make: () => mixed(20, `${LOWER}${UPPER}`) },
  'private key': {
    name: 'PRIVATE_KEY',
    make: () => {
      const { privateKey } = generateKeyPairSync('ec', {
        namedCurve: 'P-256',
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      })
      return privateKey.trim()
    },
  },
}

/** Where it stands: a path, and the lines around it. */
const PLACES: readonly { readonly path: (name: string) => string; readonly text: (name: string, secret: string) => string }[] = [
  {
    path: (name) => `src/${name}.py`,
    text: (name, secret) => `"""Settings."""\n\n${name} = """${secret}"""\n\n\ndef use():\n    return ${name}\n`,
  },
  { path: (name) => `src/${name}.ts`, text: (name, secret) => `export const ${name} = \`${secret}\`\n` },
  { path: (name) => `config/${name}.yml`, text: (name, secret) => `service:\n  ${name}: "${secret.replaceAll('\n', '\\n')}"\n` },
  { path: (name) => `config/${name}.json`, text: (name, secret) => `${JSON.stringify({ [name]: secret, other: 1 }, null, 2)}\n` },
  {
    path: (name) => `deploy/${name}/.env`,
    text: (name, secret) => `MODE=production\n${name}=${secret.includes('\n') ? JSON.stringify(secret) : secret}\n`,
  },
  { path: (name) => `scripts/${name}.sh`, text: (name, secret) => `#!/bin/sh\nexport ${name}='${secret}'\nexec "$@"\n` },
  { path: (name) => `docs/${name}.md`, text: (name, secret) => `# Set up\n\nSet it as shown:\n\n    ${name}="${secret}"\n` },
  {
    path: (name) => `src/${name}.go`,
    text: (name, secret) => `package settings\n\n// ${name} is used in tests.\nvar ${name} = \`${secret}\`\n`,
  },
  {
    path: (name) => `notes/${name}.ipynb`,
    text: (name, secret) =>
      `${JSON.stringify({ cells: [{ cell_type: 'code', outputs: [], source: `${name} = '''${secret}'''\n`.split(/(?<=\n)/) }], nbformat: 4 }, null, 1)}\n`,
  },
  {
    path: (name) => `src/${name}.rb`,
    text: (name, secret) => `# Was: ${name} = "${secret}"\nSETTINGS = { "${name}" => "${secret}" }\n`,
  },
]

export interface Planted {
  readonly kind: string
  readonly path: string
  readonly text: string
  /** What must never be seen: the secret, or each line of it that holds key material. */
  readonly needles: readonly string[]
}

/** Two hundred. */
export function plantSecrets(): Planted[] {
  return Object.entries(KINDS).flatMap(([kind, { name, make }]) =>
    PLACES.map(({ path, text }) => {
      const secret = make()
      const needles = secret.includes('\n') ? secret.split('\n').filter((line) => !line.startsWith('-----')) : [secret]
      return { kind, path: path(name), text: text(name, secret), needles }
    }),
  )
}

const SHA1 = '3f786850e387550fdab836ed7e6dc881de23001b'
const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: they stand in other languages
/** Fifty lines that a reader of the code needs, and that no secret stands in. */
export const LOOK_ALIKES: readonly string[] = [
  `const COMMIT = '${SHA1}'`,
  `sha256 = "${SHA256}"`,
  `assert digest("test") == "${SHA256}"`,
  `uses: actions/checkout@${SHA1} # v4`,
  `FROM node@sha256:${SHA256}`,
  `image: "ghcr.io/octo/app@sha256:${SHA256}"`,
  '"integrity": "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="',
  'id = UUID("550e8400-e29b-41d4-a716-446655440000")',
  'md5("") == "d41d8cd98f00b204e9800998ecf8427e"',
  'etag = "W/\\"5d8c72a5edda8d6a5ed4b1\\""',
  'token = os.environ["GITHUB_TOKEN"]',
  'const token = await getInstallationAccessToken(installationId2)',
  'def login(password: str, token: Optional[str] = None) -> Session:',
  'password = getpass.getpass("Password for user1234567890: ")',
  'secret_key = app.config["SECRET_KEY_FOR_SIGNING_1"]',
  'api_key: str = Field(default="", description="Key of the service, see section 12 of the manual")',
  "apiKey: process.env.OPENAI_API_KEY ?? '',",
  'if not token.startswith("ghp_"): raise ValueError',
  "const PREFIXES = ['sk-', 'ghp_', 'xoxb-', 'AKIA', 'AIza']",
  'pattern = re.compile(r"AKIA[0-9A-Z]{16}")',
  'TOKEN_RE = /gh[pousr]_[A-Za-z0-9_]{36,255}/',
  'password: "${DB_PASSWORD_2024}"',
  'password: {{ .Values.database.password1 }}',
  'token: ${{ secrets.GITHUB_TOKEN }}',
  'export API_KEY="your-api-key-goes-here-12345"',
  'API_TOKEN=<paste the token of step 3 here>',
  'curl -H "Authorization: Bearer $ACCESS_TOKEN_V2" https://api.example.com',
  'postgres://user:password@localhost:5432/database',
  'redis://localhost:6379/0?timeout=30s&db=cache1',
  'https://example.com/docs/authentication?version=2024-01-15&lang=en',
  'https://cdn.example.com/assets/app.3f78685e.js',
  'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGkfPDGUq7ePyRO9k1ENKQn4rkCC7lF8Z4eHPhg0Wz1i octo@example',
  '-----BEGIN PUBLIC KEY-----',
  'const header = "-----BEGIN RSA PRIVATE KEY-----"',
  'class="sk-loading-indicator-circle-wrapper"',
  'from sklearn.model_selection import train_test_split  # sk-learn-contrib-2024-tools',
  'key-value-store-with-a-very-long-name-12345',
  'const hf_model_name_for_sequence_classification = "bert-base-uncased"',
  'SG.prototype.sendMessageToAllSubscribers = function () {}',
  'ACcount = SKU12345; // AC and SK are prefixes',
  'expect(parseToken("abc.def.ghi")).toEqual(["abc", "def", "ghi"])',
  'secretName: "projects/my-project/secrets/database/versions/7"',
  'tokenizer = AutoTokenizer.from_pretrained("meta-llama/Llama-3.1-8B")',
  'max_tokens = 4096; tokens_per_minute = 200000',
  'passwordResetExpiresInSeconds = 86400',
  'CREATE TABLE api_keys (id uuid PRIMARY KEY, secret_hash bytea NOT NULL);',
  'bech32 = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"',
  'const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"',
  'version = "1.2.3-alpha.4+build.20240115.3f78685"',
]
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: they stand in other languages
