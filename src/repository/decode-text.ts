import { isUtf8 } from 'node:buffer'
import { detectEncoding } from './detect-encoding.ts'

/** How many of the first bytes tell whether a file is text. */
export const PROBE_BYTES = 8_000

/**
 * The encoding of a text, as `TextDecoder` names it: UTF-16 by its byte order mark or its zero bytes, UTF-8 where the bytes are valid as such,
 * else what they most probably are. null: the bytes are no text.
 */
export function encodingOf(bytes: Uint8Array): string | null {
  const wide = wideEncodingOf(bytes)
  if (wide !== null) return wide
  if (bytes.subarray(0, PROBE_BYTES).includes(0)) return null
  if (isUtf8(bytes)) return hasEscapes(bytes) ? 'iso-2022-jp' : 'utf-8'
  return controlShare(bytes.subarray(0, PROBE_BYTES)) > 0.05 ? null : detectEncoding(bytes)
}

/** The text of a file's bytes. Line ends become `\n`, a byte order mark goes. */
export function decodeText(bytes: Uint8Array): string {
  return withPlainLineEnds(new TextDecoder(encodingOf(bytes) ?? 'windows-1252').decode(bytes))
}

/** UTF-16 is full of zero bytes and is text all the same; UTF-32 is in no use. */
function wideEncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second, third, fourth] = bytes
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? null : 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const probe = bytes.subarray(0, PROBE_BYTES)
  if (bytes.length % 2 === 1 || bytes.length < 8 || !probe.includes(0)) return null
  const zeros = [0, 0]
  for (const [at, byte] of probe.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [high = 0, low = 0] = zeros
  // Letters of ASCII have a zero beside them, always on the same side.
  const label = high === 0 ? 'utf-16le' : low === 0 ? 'utf-16be' : null
  return label !== null && (high + low) * 6 >= probe.length && isCleanWide(label, bytes) ? label : null
}

function isCleanWide(label: string, bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes)
    return !/[^\P{C}\t\n\f\r\u200b-\u200f\u2060\ufeff]/u.test(text)
  } catch {
    return false
  }
}

/** Japanese mail writes its characters in seven bits, between escapes. */
function hasEscapes(bytes: Uint8Array): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape is what is looked for
  return bytes.includes(0x1b) && /\u001b\$[@B][!-~]{2}/.test(Buffer.from(bytes).toString('latin1'))
}

function controlShare(bytes: Uint8Array): number {
  return bytes.filter((byte) => byte < 9 || (byte > 13 && byte < 27) || byte === 127).length / Math.max(1, bytes.length)
}

function withPlainLineEnds(text: string): string {
  if (!text.includes('\r')) return text
  // A lone `\r` ends a line in files of the old Mac only; elsewhere it is left, so that line numbers stay those of git.
  return text.includes('\n') ? text.replaceAll('\r\n', '\n') : text.replaceAll('\r', '\n')
}
