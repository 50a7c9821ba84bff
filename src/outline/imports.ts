import type { LanguageRules } from './rules/rules.ts'

const MOST_IMPORTS = 200

/** Adds the modules that one line imports. Go, Python and others name several on one line. */
export function addImports(found: Set<string>, trimmed: string, rules: LanguageRules): void {
  if (found.size >= MOST_IMPORTS) return
  for (const pattern of rules.imports) {
    const match = pattern.exec(trimmed)
    if (match === null) continue
    const groups = match.slice(1).filter((group) => group !== undefined)
    const dots = groups[0]
    if (dots !== undefined && groups.length === 2 && /^\.+$/.test(dots)) {
      for (const name of (groups[1] ?? '').split(','))
        if (name.trim() !== '') found.add(dots + (name.trim().split(/\s/)[0] ?? ''))
      return
    }
    for (const name of (groups.at(-1) ?? '').split(',')) {
      const module = name
        .trim()
        .replace(/\s+as\s.*$/, '')
        .replace(/::$/, '')
      if (module !== '' && module.length <= 160) found.add(module)
    }
    return
  }
}
