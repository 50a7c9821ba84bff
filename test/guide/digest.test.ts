import { expect, test } from 'vitest'
import { hasHandEdits, sealFile } from '../../src/guide/digest.ts'

const sealed = sealFile('# Guide\n\ntext\n')

test('a sealed file is ours, also after git has changed its line ends', () => {
  expect(sealed.split('\n')[0]).toMatch(/^<!-- nehemvix-guide: written by Nehemvix, digest sha256:[0-9a-f]{64} -->$/)
  expect(hasHandEdits(sealed)).toBe('ours')
  expect(hasHandEdits(sealed.replaceAll('\n', '\r\n'))).toBe('ours')
})

test('any other change is a hand edit', () => {
  expect(hasHandEdits(sealed.replace('text', 'my text'))).toBe('edited')
  expect(hasHandEdits(`${sealed}\n`)).toBe('edited')
  expect(hasHandEdits(sealed.replace(/sha256:..../, 'sha256:0000'))).toBe('edited')
})

test('without the first line it is not ours', () => {
  expect(hasHandEdits('')).toBe('foreign')
  expect(hasHandEdits('# Readme\n')).toBe('foreign')
  expect(hasHandEdits(`\n${sealed}`)).toBe('foreign')
  expect(hasHandEdits('<!-- nehemvix-guide: written by Nehemvix, digest sha256:12 -->\n')).toBe('foreign')
})
