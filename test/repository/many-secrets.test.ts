import { expect, test } from 'vitest'
import { readContent } from '../../src/repository/read-content.ts'
import { redactSecrets } from '../../src/repository/redact-secrets.ts'
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
