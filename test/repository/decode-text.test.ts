import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeText, encodingOf } from '../../src/repository/decode-text.ts'

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

/** What a person of that language would write in a file of code, and its bytes in an old encoding. */
const OLD: readonly (readonly [encoding: string, text: string, hex: string])[] = [
  ['utf-16le', '// short\n', ''],
  ['windows-1252', '# Author: José\nx = 1\n', ''],
  ['windows-1252', "price = '5 €' # “net”\n", '7072696365203d20273520802720232093' + '6e6574940a'],
  ['shift_jis', '// 日本語\nint x;\n', '2f2f2093fa967b8cea0a696e7420783b0a'],
  ['gb18030', '// 中文注释\nint x;\n', '2f2f20d6d0cec4d7a2cacd0a696e7420783b0a'],
  ['euc-kr', '// 한글 주석\nint x;\n', '2f2f20c7d1b1db20c1d6bcae0a696e7420783b0a'],
  ['koi8-r', '// Комментарий\nint x;\n', '2f2f20ebcfcdcdc5ced4c1d2c9ca0a696e7420783b0a'],
  ['windows-1251', '// Комментарий\nint x;\n', '2f2f20caeeecece5edf2e0f0e8e90a696e7420783b0a'],
  ['euc-jp', '// 設定を読む\nint x;\n', '2f2f20c0dfc4eaa4f2c6c9a4e00a696e7420783b0a'],
  ['iso-2022-jp', '// 日本\n', '2f2f201b2442467c4b5c1b28420a'],
]

it.each(OLD)('tells %s by its bytes: %j', (encoding, text, hex) => {
  const bytes = hex !== '' ? Buffer.from(hex, 'hex') : Buffer.from(text, encoding === 'utf-16le' ? 'utf16le' : 'latin1')
  expect([encodingOf(bytes), decodeText(bytes)]).toEqual([encoding, text])
})

it.each<[string, Uint8Array]>([
  ['a zero among letters', Buffer.from('abc\0def\n')],
  ['a zero and an odd length', Buffer.from('a\0b\0c')],
  ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
  ['numbers of two bytes', Buffer.from([1, 0, 2, 0, 3, 0, 4, 0, 5, 0])],
  ['control characters', Buffer.from([0x80, 1, 2, 3, 4, 5, 6, 7, 0x81, 0x82])],
])('%s is no text', (_, bytes) => {
  expect(encodingOf(bytes)).toBeNull()
})

it('UTF-8 is never taken for anything else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const bytes = Buffer.from(text)
      fc.pre(
        !bytes.includes(0) && !bytes.includes(0x1b) && !text.includes('\r') && !text.startsWith('\ufeff') && text.isWellFormed(),
      )
      expect([encodingOf(bytes), decodeText(bytes)]).toEqual(['utf-8', text])
    }),
  )
})
