import { findLines, type Hit } from './find-in-code.ts'
import type { Material } from './material.ts'

const CALLS =
  /\b(?:(?:logging|logger|log|slog)\.(?:trace|debug|info|notice|warn|warning|error|exception|critical|fatal|print)(?:f|ln|w|Context)?\(|console\.(?:log|info|warn|error|debug)\(|e?println!|(?:tracing::|log::)?(?:trace|debug|info|warn|error)!\(|warnings\.warn\()/i

/** Calls of a logger. None of what is a logger itself: there such a call does the work. */
export function logCalls(material: Material, limits: { readonly most: number; readonly perFile: number }): readonly Hit[] {
  return /log/i.test(material.name) ? [] : findLines(material.sources, CALLS, limits)
}
