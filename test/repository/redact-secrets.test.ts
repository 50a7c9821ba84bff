import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactPath, redactSecrets, redactTexts } from '../../src/repository/redact-secrets.ts'
import { TOKEN_PATTERNS } from '../../src/repository/secret-patterns.ts'
import { tokenRuns } from '../../src/repository/token-runs.ts'

// Made up, and put together here so that no scanner takes this file for a leak.
const RANDOM = 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7dE9fG1hJ3kL5mN7pQ9rS1tU3vW5xY7zA9bC1dE3fG5hJ7kL9mN1pQ3rS5tU7vW9xY1zA3b'
const some = (length: number) => RANDOM.slice(0, length)
const HEX = '0123456789abcdef0123456789abcdef'
const AWS_KEY = `AKIA${'IOSFODNN7EXAMPLE'}`
const AWS_SECRET = `wJalrXUtnFEMI/${'K7MDENG/bPxRfiCYEXAMPLEKEY'}`

const TOKENS: Record<string, string> = {
  'aws-access-key': AWS_KEY,
  'github-token': `ghp${'_'}${some(36)}`,
  'github-token (fine-grained)': `github_pat${'_'}${some(22)}_${some(59)}`,
  'github-token (app)': `gho${'_'}${some(36)}`,
  'gitlab-token': `glpat${'-'}${some(20)}`,
  'google-key': `AIza${some(35)}`,
  'slack-token': `xoxb${'-'}123456789012-1234567890123-${some(24)}`,
  'stripe-key': `sk_live${'_'}${some(24)}`,
  'openai-key': `sk${'-'}${some(48)}`,
  'openai-key (project)': `sk-proj${'-'}${some(60)}`,
  'anthropic-key': `sk-ant${'-'}api03-${some(90)}AA`,
  'npm-token': `npm${'_'}${some(36)}`,
  'pypi-token': `pypi${'-'}AgEIcHlwaS5vcmc${some(60)}`,
  'huggingface-token': `hf${'_'}${some(34)}`,
  'sendgrid-key': `SG${'.'}${some(22)}.${some(43)}`,
  'twilio-key': `SK${HEX}`,
  'json-web-token': `eyJhbGciOiJIUzI1NiJ9${'.'}eyJzdWIiOiIxMjM0In0.${some(43)}`,
  'databricks-token': `dapi${HEX}`,
  'service-token': `figd${'_'}${some(40)}`,
  cloudflare: `cfut${'_'}${some(40)}${HEX.slice(0, 8)}`,
}

function pem(kind: string, lines = 20): string {
  return `-----BEGIN ${kind}-----\n${`${some(64)}\n`.repeat(lines)}-----END ${kind}-----`
}

const redact = async (text: string, path = 'src/a.ts') => (await redactSecrets(path, text)).text

describe('a token of a known form', () => {
  it.each(Object.entries(TOKENS))('%s', async (name, token) => {
    const mark = `[redacted: ${name.replace(/ .*/, '')}]`
    expect(await redactSecrets('a.ts', `const a = call(${token})\nb\n`)).toEqual({
      text: `const a = call(${mark})\nb\n`,
      redactions: 1,
    })
    expect(await redact(token)).toBe(mark)
    expect(await redact(`'${token}', "${token}"`)).toBe(`'${mark}', "${mark}"`)
  })
})

describe('a private key', () => {
  it.each([
    'PRIVATE KEY',
    'RSA PRIVATE KEY',
    'EC PRIVATE KEY',
    'OPENSSH PRIVATE KEY',
    'ENCRYPTED PRIVATE KEY',
    'PGP PRIVATE KEY BLOCK',
  ])('%s goes, its lines stay', async (kind) => {
    expect(await redact(`a\n${pem(kind)}\nb\n`)).toBe(`a\n[redacted: private-key]${'\n'.repeat(21)}\nb\n`)
  })

  it('goes where its end is missing, headers included', async () => {
    const headers = 'Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123456789ABCDEF\n\n'
    const broken = `-----BEGIN RSA PRIVATE KEY-----\n${headers}${some(64)}\n${some(64)}\n${some(7)}`
    expect(await redact(`${broken}\nplain words follow\n`)).toBe(`[redacted: private-key]${'\n'.repeat(6)}\nplain words follow\n`)
  })

  it('goes where it is escaped or put together from strings', async () => {
    expect(await redact(JSON.stringify({ private_key: pem('PRIVATE KEY'), id: 1 }))).toBe(
      '{"private_key":"[redacted: private-key]","id":1}',
    )
    const joined = pem('PRIVATE KEY')
      .split('\n')
      .map((line) => `  "${line}\\n" +`)
      .join('\n')
    expect(await redact(joined)).not.toContain(some(10))
  })

  it('is not what a parser of such files holds', async () => {
    const parser = "const body = text.replace('-----BEGIN PRIVATE KEY-----', '').replace('-----END PRIVATE KEY-----', '')\n"
    expect(await redact(parser)).toBe(parser)
    const certificate = pem('CERTIFICATE')
    expect(await redact(certificate)).toBe(certificate)
  })
})

describe('a place for a secret', () => {
  it.each([
    ['a.ts', `api_key = "${some(20)}"`],
    ['a.ts', `const secret: string = '${some(20)}'`],
    ['a.json', `{"password": "${some(20)}"}`],
    ['a.json', `{"apiKey":"${some(20)}"}`],
    ['a.py', `app.config["SECRET_KEY"] = "${some(20)}"`],
    ['a.php', `define('AUTH_KEY', '${some(20)}');`],
    ['a.py', `os.environ.get("TOKEN", "${some(20)}")`],
    ['.env', `SECRET_KEY=${some(20)}`],
    ['.env.production', `DB_PASSWORD=${some(8)}`],
    ['a.sh', `export DB_PASSWORD=${some(20)} # why`],
    ['config/a.yml', `  password: ${some(20)}`],
    ['Dockerfile', `ENV API_TOKEN ${some(20)}`],
    ['.npmrc', `//registry.example.com/:_authToken=${some(20)}`],
    ['.netrc', `machine a login b password ${some(8)}`],
    ['a.ts', `Authorization: Bearer ${some(30)}`],
    ['a.ts', `{'Authorization': 'Bearer ${some(30)}'}`],
    ['a.ts', `https://api.example.com/?api_key=${some(20)}&x=1`],
    ['a.cs', `Server=db;User Id=sa;Password=${some(8)};Encrypt=true`],
  ])('%s: %s', async (path, line) => {
    const text = await redact(line, path)
    expect(text).not.toContain(some(8))
    expect(text).toContain('[redacted: ')
  })

  it('keeps what stands around the secret', async () => {
    expect(await redact('https://user:hunter2@example.com/x')).toBe('https://[redacted: basic-auth]@example.com/x')
    expect(await redact('mongodb+srv://app:p@ss1@db.example.com/x')).toBe('mongodb+srv://[redacted: basic-auth]@db.example.com/x')
    expect(await redact(`Authorization: Basic ${'dXNlcjpwYXNzd29yZA=='}`)).toBe('Authorization: Basic [redacted: authorization]')
    expect(await redact(`aws_secret_access_key = ${AWS_SECRET}\n`)).toBe('aws_secret_access_key = [redacted: aws-secret-key]\n')
    // secretlint itself would strike out the name and leave half of the key.
    expect(await redact(`AWS_SECRET_ACCESS_KEY="${some(40)}"`)).toBe('AWS_SECRET_ACCESS_KEY="[redacted: aws-secret-key]"')
    expect(await redact('aws_account_id: 123412341234')).toBe('aws_account_id: [redacted: aws-account]')
  })

  it.each([
    'const token = getToken1234567890abc()',
    'def verify(token: str, secret_key: bytes) -> None:',
    `const token = \`\${prefix}1234567890abcdefgh\``,
    'password = "<your password 123>"',
    'token: "your-token-1234567890"',
    'password: "xxxxxxxxxxxxxxxx1"',
    `password: \${{ secrets.PASSWORD_2024_LONG }}`,
    'const secretName = "my-app-secret-2"',
    'tokenizer = "tokenizer-v2-large-model1"',
    'token_url: "https://auth.example.com/oauth2/token"',
    'secret: "projects/abc/secrets/def2"',
    'secret_access_key: string',
    'password = settings.password1234567;',
    'https://example.com:8080/@user',
    'https://user:password@host/',
    'postgres://postgres:postgres@localhost/db',
    'git+ssh://git@github.com/a/b',
    'Authorization: Bearer YOUR_ACCESS_TOKEN_HERE',
    `Authorization: Bearer \${token}`,
    '.sk-loading-indicator-circle { }',
    'risk-assessment2024abcdefghijkl',
    'uuid 550e8400-e29b-41d4-a716-446655440000',
    `"integrity": "sha512-${some(86)}=="`,
  ])('is not taken for one: %s', async (line) => {
    expect(await redactSecrets('a.ts', line)).toEqual({ text: line, redactions: 0 })
  })
})

it('cannot be switched off by the file', async () => {
  const figma = TOKENS['service-token']
  const cloud = TOKENS.cloudflare
  const text = `// secretlint-disable\nx ${AWS_KEY}\n${cloud} // secretlint-disable-line\n// secretlint-disable-next-line\n${figma}\n`
  expect(await redactSecrets('a.ts', text)).toMatchObject({ redactions: 3 })
})

it('merges what overlaps and nests', async () => {
  const url = `https://user:${TOKENS['github-token']}@example.com`
  expect(await redactSecrets('a.ts', `token = "${url}"`)).toEqual({
    text: 'token = "https://[redacted: basic-auth]@example.com"',
    redactions: 1,
  })
})

it('changes nothing in its own result, and no number of lines', async () => {
  const parts = fc.constantFrom(
    ...Object.values(TOKENS),
    pem('RSA PRIVATE KEY', 3),
    pem('EC PRIVATE KEY', 2).slice(0, 100),
    `api_key = "${some(20)}"`,
    `SECRET_KEY=${some(20)}`,
    'https://user:hunter2@example.com',
    `mongodb://a:${some(9)}@b/c`,
    `_authToken=${some(12)}`,
    '[redacted: x]',
    '[redacted: ',
    '"',
    ' ',
    '\n',
    '_',
    '-',
    'a',
    '@',
    '=',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(parts, { maxLength: 12 }), fc.constantFrom('a.ts', '.env', '.npmrc'), async (list, path) => {
      const text = list.join('')
      const once = await redactSecrets(path, text)
      expect(once.text.split('\n').length).toBe(text.split('\n').length)
      expect(await redactSecrets(path, once.text)).toEqual({ text: once.text, redactions: 0 })
    }),
    { seed: 11, numRuns: 300 },
  )
})

it.each([
  'a',
  ' ',
  '\n',
  '"',
  'eyJ',
  'eyJaaaaaaaaaa.',
  'token = "',
  'password:',
  'secret_key ',
  '://a:b@',
  'http://user:passw0rd9@',
  'xoxb-a-',
  'ghp_',
  'account=123412341234 ',
  '-----BEGIN RSA PRIVATE KEY-----',
  '-----BEGIN PRIVATE KEY-----\nabcdefghijklmnopqrstuvwxyz1234567890\n',
  `${AWS_KEY} `,
  '[redacted: x]',
])('takes linear time on 500 kB of %j', async (unit) => {
  const text = unit.repeat(500_000 / unit.length)
  const start = performance.now()
  expect((await redactSecrets('.env', text)).text.split('\n').length).toBe(text.split('\n').length)
  expect(performance.now() - start).toBeLessThan(15_000)
})

it('leaves a place in a file alone, and finds a secret in a folder’s name', async () => {
  const text = '`secret_key` (`src/itsdangerous/serializer.py:237-241`) and `token`: `a/b2.ts:12`\n'
  expect((await redactSecrets('guide.md', text)).text).toBe(text)
  const secret = `ghp_${'a1B2'.repeat(9)}`
  expect(redactPath(`src/${secret}/a.ts`)).toBe('src/[redacted: github-token]/a.ts')
  expect(redactPath('src/a-long-name-without-any-secret/a.ts')).toBe('src/a-long-name-without-any-secret/a.ts')
})

describe('among other texts', () => {
  it.each(Object.entries(TOKENS))('%s is found', async (_, token) => {
    const plain = { path: 'src/b.ts', text: 'let x = 1\n' }
    const file = { path: 'src/a.ts', text: `call(x, ${token})\n` }
    const alone = await redactSecrets(file.path, file.text)
    expect(alone.redactions).toBe(1)
    expect(await redactTexts([plain, file, plain])).toEqual([
      { text: plain.text, redactions: 0 },
      alone,
      { text: plain.text, redactions: 0 },
    ])
  })

  it.each(TOKEN_PATTERNS.map(({ pattern }) => pattern.source))('all that %s matches stands in one run', (source) => {
    // What stands around the token is no part of it.
    const own = new RegExp(`^(?:${source.replace(/\(\?<?!\[[^\]]*\]\)/g, '')})$`)
    fc.assert(
      fc.property(fc.stringMatching(own), (token) => {
        expect(tokenRuns(`a ${token}, ${token}`)).toBe(`${token}\n${token}`)
      }),
    )
  })
})
