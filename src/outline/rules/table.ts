import { GENERIC, MAKE, PYTHON, RUBY, SHELL } from './indented.ts'
import { CSHARP, JAVA, KOTLIN, PHP } from './managed.ts'
import type { LanguageRules } from './rules.ts'
import { SCRIPT } from './script.ts'
import { C_FAMILY, GO, RUST } from './systems.ts'

/** The rules for each language that has symbols. */
export const RULES: Readonly<Record<string, LanguageRules>> = {
  JavaScript: SCRIPT,
  TypeScript: SCRIPT,
  Python: PYTHON,
  Go: GO,
  Rust: RUST,
  Java: JAVA,
  Kotlin: KOTLIN,
  'C#': CSHARP,
  C: C_FAMILY,
  'C++': C_FAMILY,
  Ruby: RUBY,
  PHP,
  Shell: SHELL,
  Make: MAKE,
  SQL: GENERIC,
  Generic: GENERIC,
}
