import { expect, test } from 'vitest'
import { readContent } from '../../src/repository/read-content.ts'
import { redactSecrets, redactTexts } from '../../src/repository/redact-secrets.ts'
import { LOOK_ALIKES, plantSecrets } from './plant-secrets.ts'

test('two hundred planted secrets of twenty kinds: not one is left', async () => {
  const planted = plantSecrets()
  expect([planted.length, new Set(planted.map(({ kind }) => kind)).size]).toEqual([200, 20])
  const left: string[] = []
  for (const { kind, path, text, needles } of planted) {
    const redacted = await redactSecrets(path, readContent(path, Buffer.from(text)))
    if (redacted.redactions === 0 || needles.some((needle) => redacted.text.includes(needle))) left.push(`${kind} in ${path}`)
  }
  expect(left).toEqual([])
})

test('fifty look-alikes stay as they are', async () => {
  expect(LOOK_ALIKES.length).toBe(50)
  const changed: string[] = []
  for (const line of LOOK_ALIKES) {
    for (const path of ['src/a.py', 'config/a.yml']) {
      const { text } = await redactSecrets(path, `${line}\n`)
      if (text !== `${line}\n`) changed.push(`${path}: ${line} -> ${text.trim()}`)
    }
  }
  expect(changed).toEqual([])
})

test('looked through together, texts lose what each would lose alone', async () => {
  const planted = plantSecrets().map(({ path, text }) => ({ path, text: readContent(path, Buffer.from(text)) }))
  const plain = LOOK_ALIKES.map((line, index) => ({ path: `src/plain${index}.py`, text: line }))
  const odd = [
    // What one file begins, the next must not end; nor may it take up what begins there.
    { path: 'a.py', text: 'password = "' },
    { path: 'b.py', text: `${'Xq7'.repeat(8)}" and api_key = "${'k3J9'.repeat(6)}"` },
    { path: 'c.pem', text: '-----BEGIN PRIVATE KEY-----' },
    { path: 'd.pem', text: `${'MIIB0123456789abcdef'.repeat(3)}\n-----END PRIVATE KEY-----\n` },
    { path: 'nul.txt', text: `a\0b token = "${'z8Y2'.repeat(6)}"` },
    { path: 'web/package.json', text: '{"x": "https://abcdefabcdefabcdefabcdefabcdefabcdefabcd:x-oauth-basic@github.com/a/b"}' },
  ]
  // A secret beside texts without any, as in most repositories; then all of them.
  const groups = [...planted.map((file) => [...odd.slice(0, 1), file, ...plain.slice(0, 3)]), [...odd, ...planted, ...plain]]
  for (const group of groups) {
    const alone = await Promise.all(group.map(({ path, text }) => redactSecrets(path, text)))
    expect(await redactTexts(group)).toEqual(alone)
  }
})
