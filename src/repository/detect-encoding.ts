// Which encoding the bytes of a text are in that is no UTF-8. A guess, by its nature: what was guessed is told in the guide.
import { analyse } from 'chardet'

/** Enough to tell, and little enough to be quick. In bytes. */
const SAMPLE_BYTES = 65_536

/** From here on the statistics of letters are believed; below, the structure of the bytes tells more. In percent. */
const BELIEVED = 40

/** How much likelier another alphabet must be than plain western text. */
const LEAD = 12

const WESTERN = 'windows-1252'

/** Names of the detector that go by another name, or include more, in the Encoding Standard. */
const LABELS: Readonly<Record<string, string>> = { 'iso-8859-1': WESTERN, 'iso-8859-9': 'windows-1254' }

/** A label that `TextDecoder` knows, in lower case, such as `shift_jis`. Every byte has a character in the last resort, windows-1252. */
export function detectEncoding(bytes: Uint8Array): string {
  const sample = foreignLines(bytes)
  const ranked = analyse(sample)
    .map(({ name, confidence }) => ({ label: LABELS[name.toLowerCase()] ?? name.toLowerCase(), confidence }))
    .filter(({ label }) => !/^(?:utf|ascii|iso-2022)/.test(label) && canDecode(label, bytes))
  const western = ranked.find(({ label }) => label === WESTERN)?.confidence ?? 0
  const [best] = ranked
  if (best === undefined) return WESTERN
  const isClear = best.label !== WESTERN && best.confidence >= western + LEAD
  if (best.confidence >= BELIEVED) return isClear ? best.label : WESTERN
  const guess = guessByBytes(sample)
  if (guess !== null && canDecode(guess, bytes)) return guess
  return isClear && isLetterRun(sample, best.label) ? best.label : WESTERN
}

/** Whether all bytes are text in that encoding: valid, and without control characters that no text holds. */
export function canDecode(label: string, bytes: Uint8Array): boolean {
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    return !/[\u0000-\u0008\u000e-\u001a\u0080-\u0084\u0086-\u009f]/.test(new TextDecoder(label, { fatal: true }).decode(bytes))
  } catch {
    return false
  }
}

/** Only the lines that are not plain ASCII: program text would drown the few words of a comment. */
function foreignLines(bytes: Uint8Array): Uint8Array {
  const lines: Uint8Array[] = []
  let length = 0
  for (let start = 0; start < bytes.length && length < SAMPLE_BYTES; ) {
    const newline = bytes.indexOf(10, start)
    const end = newline === -1 ? bytes.length : newline + 1
    const line = bytes.subarray(start, Math.min(end, start + SAMPLE_BYTES))
    if (line.some((byte) => byte > 127)) {
      lines.push(line)
      length += line.length
    }
    start = end
  }
  return Buffer.concat(lines)
}

/** Stretches of bytes above 127: one or two in a western word, whole words in Cyrillic, pairs in the encodings of East Asia. */
function foreignRuns(sample: Uint8Array): Uint8Array[] {
  const runs: Uint8Array[] = []
  for (let start = 0; start < sample.length; start++) {
    if ((sample[start] ?? 0) < 128) continue
    let end = start
    while ((sample[end] ?? 0) > 127) end++
    runs.push(sample.subarray(start, end))
    start = end
  }
  return runs
}

/** For texts too short for statistics. null: nothing but single letters. */
function guessByBytes(sample: Uint8Array): string | null {
  const runs = foreignRuns(sample)
  const foreign = Buffer.concat(runs)
  // Bytes that are control characters elsewhere begin most characters of Shift_JIS.
  if (foreign.some((byte) => byte >= 0x81 && byte <= 0x9f) && isJapanese(sample)) return 'shift_jis'
  if (foreign.length / runs.length < 2) return null
  const letters = foreign.filter((byte) => byte >= 0xc0)
  if (letters.length >= foreign.length * 0.95 && foreign.length / runs.length >= 3) {
    // Small letters, which most are, stand in one half or the other.
    return letters.filter((byte) => byte < 0xe0).length * 2 > letters.length ? 'koi8-r' : 'windows-1251'
  }
  if (runs.some((run) => run.length % 2 === 1)) return null
  const leads = foreign.filter((_, at) => at % 2 === 0)
  const share = (from: number, to: number) => leads.filter((byte) => byte >= from && byte <= to).length / leads.length
  if (share(0xa4, 0xa5) > 0.2) return 'euc-jp'
  if (share(0xb0, 0xc8) === 1) return 'euc-kr'
  return share(0xa1, 0xd7) > 0.95 ? 'gb18030' : null
}

function isJapanese(sample: Uint8Array): boolean {
  try {
    const text = new TextDecoder('shift_jis', { fatal: true }).decode(sample)
    return [...text].every((character) =>
      /[\p{ASCII}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u3000-\u303f\u30fb-\u30fe\uff00-\uffef]/u.test(character),
    )
  } catch {
    return false
  }
}

/** Whether what is foreign reads as letters, and not as signs between them. */
function isLetterRun(sample: Uint8Array, label: string): boolean {
  const foreign = [...new TextDecoder(label).decode(sample)].filter((character) => character > '\u007f')
  return foreign.filter((character) => /\p{L}/u.test(character)).length * 10 >= foreign.length * 9
}
