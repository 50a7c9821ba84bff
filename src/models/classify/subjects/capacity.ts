// The provider is full, or a local machine too small: nobody's quota.
import { hasCode, says } from '../ask.ts'
import type { Reading } from '../reading.ts'

/** A local server that cannot hold the model does not heal by itself, whatever its status says. */
export function isOutOfMemory(reading: Reading): boolean {
  return says(
    reading,
    /out of memory|\bOOM\b|more system memory|(insufficient|not enough) (gpu |system )?(memory|resources)|failed to allocate|GB of memory/i,
  )
}

export function isCapacity(reading: Reading): boolean {
  // `You have exhausted your capacity … your quota will reset` is a quota.
  if (says(reading, /\byour (capacity|quota)\b/i)) return false
  return (
    hasCode(reading, /capacity|overloaded|unavailable|modelnotready|no_available|queue_exceeded/) ||
    says(
      reading,
      /\b(no|at|over|out of|insufficient|limited|enough|lack of) ([^.]{0,20} )?capacity\b|\bcapacity\b[^.]{0,30}(exceed|exhaust|reached|constrain|unavailable|available)|overload|high (demand|load|traffic|volume)|heavy load|\bbusy\b|no (available|healthy) (worker|instance|server|channel|upstream|backend)|temporarily unavailable/i,
      /worker .{0,40}limit|(is (still |currently )?)loading|warming up|cold start|not ready|queue (is )?full|pending requests exceeded|访问量过大|繁忙/i,
    )
  )
}

/** The server's own fault, where a stream's error has no status. */
export function isServerError(reading: Reading): boolean {
  return hasCode(reading, /server_?error|^api_error$|^internal/) || says(reading, /internal (server )?error|server had an error/i)
}
