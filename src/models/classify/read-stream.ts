// A stream that was kept as text: server-sent events, or one JSON object per line.
import { type Fields, isFields } from './read-body.ts'

/** Both ends of a very long stream: the first events hold an error, the last ones the finish. */
const HEAD = 400_000
const TAIL = 200_000

/** The events of a kept stream, or null if the text is none. */
export function readEvents(text: string, contentType: string): readonly Fields[] | null {
  const isStream = contentType.includes('event-stream') || /^\s{0,1000}(?:data|event|id|retry)?:/.test(text.slice(0, 2000))
  if (!isStream) return null
  const kept = text.length > HEAD + TAIL ? `${text.slice(0, HEAD)}\n${text.slice(-TAIL)}` : text
  const events: Fields[] = []
  for (const line of kept.split('\n')) {
    const data = line.replace(/^data:/, '').trim()
    if (!data.startsWith('{') && !data.startsWith('[')) continue
    try {
      const parsed: unknown = JSON.parse(data)
      for (const event of Array.isArray(parsed) ? parsed : [parsed]) if (isFields(event)) events.push(event)
    } catch {
      // A line that was cut off says nothing.
    }
  }
  return events
}
