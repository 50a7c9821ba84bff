// A repository that holds secrets, and what must be found nowhere.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { type Files, fixtureFiles, WORKFLOW } from './fixture.ts'

export const letters = (length: number, alphabet: string): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
export const MIXED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** New ones each time, in the form of real ones, so that no list of known examples lets them pass. */
export function plantSecrets(): { files: Files; needles: string[] } {
  const awsId = `AKIA${letters(16, UPPER)}`
  const awsSecret = letters(40, `${MIXED}/+`)
  const token = `ghp_${letters(36, MIXED)}`
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const pemLines = privateKey.split('\n').filter((line) => line.length === 64)
  const files = {
    ...fixtureFiles(),
    'src/parcel/remote.py': `"""Copies records to a bucket."""\nAWS_ACCESS_KEY_ID = "${awsId}"\nAWS_SECRET_ACCESS_KEY = "${awsSecret}"\n\nKEY = """${privateKey}"""\n\n\ndef copy_records(store):\n    """Copies all records of a store."""\n    return store.copy(AWS_ACCESS_KEY_ID, KEY)\n`,
    '.env': `AWS_ACCESS_KEY_ID=${awsId}\nAWS_SECRET_ACCESS_KEY=${awsSecret}\nGITHUB_TOKEN=${token}\n`,
    'README.md': `${fixtureFiles()['README.md']}\n## Deploy\n\n    export GITHUB_TOKEN=${token}\n    export AWS_ACCESS_KEY_ID=${awsId}\n    export AWS_SECRET_ACCESS_KEY=${awsSecret}\n\n\`\`\`\n${privateKey}\`\`\`\n`,
    '.github/workflows/ci.yml': `${WORKFLOW}        env:\n          GITHUB_TOKEN: ${token}\n          AWS_SECRET_ACCESS_KEY: ${awsSecret}\n          AWS_ACCESS_KEY_ID: ${awsId}\n`,
    'deploy.pem': privateKey,
  }
  return { files, needles: [awsId, awsSecret, token, ...pemLines] }
}
