import type { LanguageReader } from '../declared.ts'
import type { Grammar } from '../grammars.ts'
import { BASH } from './bash.ts'
import { C_FAMILY } from './c-family.ts'
import { CSHARP } from './csharp.ts'
import { DART } from './dart.ts'
import { ELIXIR } from './elixir.ts'
import { GO } from './go.ts'
import { HASKELL } from './haskell.ts'
import { JAVA } from './java.ts'
import { KOTLIN } from './kotlin.ts'
import { LUA } from './lua.ts'
import { PHP } from './php.ts'
import { POWERSHELL } from './powershell.ts'
import { PYTHON } from './python.ts'
import { R } from './r.ts'
import { RUBY } from './ruby.ts'
import { RUST } from './rust.ts'
import { SCALA } from './scala.ts'
import { SCRIPT } from './script.ts'
import { SWIFT } from './swift.ts'
import { ZIG } from './zig.ts'

/** Who reads the tree that a grammar makes. */
export const READERS: Readonly<Record<Grammar, LanguageReader>> = {
  bash: BASH,
  c: C_FAMILY,
  cpp: C_FAMILY,
  csharp: CSHARP,
  dart: DART,
  elixir: ELIXIR,
  go: GO,
  haskell: HASKELL,
  java: JAVA,
  javascript: SCRIPT,
  kotlin: KOTLIN,
  lua: LUA,
  php: PHP,
  powershell: POWERSHELL,
  python: PYTHON,
  r: R,
  ruby: RUBY,
  rust: RUST,
  scala: SCALA,
  swift: SWIFT,
  tsx: SCRIPT,
  typescript: SCRIPT,
  zig: ZIG,
}
