/**
 * The text of a file's bytes: UTF-16 where a byte order mark says so, UTF-8 where the bytes are valid as such, else
 * windows-1252, which gives every byte a character. Line ends become `\n`, a byte order mark goes.
 */
export function decodeText(bytes: Uint8Array): string {
  return withPlainLineEnds(decode(bytes))
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function withPlainLineEnds(text: string): string {
  if (!text.includes('\r')) return text
  // A lone `\r` ends a line in files of the old Mac only; elsewhere it is left, so that line numbers stay those of git.
  return text.includes('\n') ? text.replaceAll('\r\n', '\n') : text.replaceAll('\r', '\n')
}
