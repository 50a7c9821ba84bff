import { expect, it } from 'vitest'
import { decodeText } from '../../src/repository/decode-text.ts'

it.each<[string, Uint8Array, string]>([
  ['UTF-8', Buffer.from('é日😀'), 'é日😀'],
  ['UTF-8 with a mark', Buffer.from('\ufeffa'), 'a'],
  ['UTF-16LE', Buffer.from('\ufeffé日', 'utf16le'), 'é日'],
  ['UTF-16BE', Buffer.from('\ufeffé日', 'utf16le').swap16(), 'é日'],
  ['Latin-1', Buffer.from('café', 'latin1'), 'café'],
  ['windows-1252', Uint8Array.of(0x93, 0x61, 0x94, 0x80), '“a”€'],
  ['an empty file', Buffer.alloc(0), ''],
  ['CRLF', Buffer.from('a\r\nb\r\n'), 'a\nb\n'],
  ['an old Mac', Buffer.from('a\rb\r'), 'a\nb\n'],
  ['a stray carriage return', Buffer.from('a\rb\nc\r\n'), 'a\rb\nc\n'],
])('decodes %s', (_, bytes, text) => {
  expect(decodeText(bytes)).toBe(text)
})
