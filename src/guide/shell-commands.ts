// Commands in code font and in fenced shell blocks.

const TOOLS = new Set(
  `ant apt apt-get bash bazel black brew bun bundle bunx cargo cmake composer conda corepack coverage curl deno docker docker-compose dotnet
  eslint flake8 flit flutter gcc gem git go gradle gradlew gunicorn hatch helm jest just kubectl make meson mix mocha mvn mypy node nox npm npx
  pdm php pip pip3 pipenv pipx pnpm podman poetry pre-commit prettier py pyright pytest python python2 python3 rake ruby ruff rustc rustup sbt sh
  sphinx-build stack swift task terraform tox tsc twine uv uvicorn uvx vitest wget yarn zig`.split(/\s+/),
)
const SHELL_LANGUAGES = new Set([
  'sh',
  'bash',
  'shell',
  'zsh',
  'console',
  'shell-session',
  'shellsession',
  'powershell',
  'pwsh',
  'ps1',
])
/** Steps between folders say nothing about the repository. */
const WALKING = /^(?:cd|ls|pwd|clear|mkdir|exit)(?:\s|$)/
const PROMPT = /^(?:\$|PS(?: [^>]*)?>|>(?!>)|%)\s+/
const STATEMENT =
  /^(?:if|for|while|return|import|from|export|const|let|var|def|class|not|is|in|async|await|yield|type|new)\s|\s(?:=|==|=>|->|\+|\*)\s|[;{}]/

const ASSIGNMENT = /\s(?:={1,3}|=>|:=|\+=)\s/

/** A known tool alone or with arguments, or any lower-case word with an option behind it. */
export function isCommandLike(text: string): boolean {
  const words = text.split(' ')
  const first = (words[0] ?? '').replace(/^(?:\.\/)/, '')
  if (TOOLS.has(first)) return (words[0] === first || words.length > 1) && !ASSIGNMENT.test(text)
  if (words.length < 2 || STATEMENT.test(text)) return false
  if (/^(?:sudo|env|[A-Z_]+=\S*)$/.test(words[0] ?? '') && words.length > 1) return isCommandLike(words.slice(1).join(' '))
  return (
    /^(?:\.\/)?[a-z][\w.+/-]*$/.test(words[0] ?? '') && words.slice(1).some((word) => /^--?[a-z][\w-]*(?:=\S*)?$/i.test(word))
  )
}

export function isShell(language: string | null | undefined): boolean {
  return SHELL_LANGUAGES.has((language ?? '').toLowerCase())
}

/** The commands of a fenced shell block. Where one line has a prompt, lines without one are output. */
export function commandsOfBlock(block: string): string[] {
  const lines = block.replace(/[\\`]\n\s*/g, ' ').split('\n')
  const prompted = lines.some((line) => PROMPT.test(line.trim()))
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && (!prompted || PROMPT.test(line)))
    .map((line) =>
      line
        .replace(PROMPT, '')
        .replace(/\s+#\s.*$/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '' && !WALKING.test(line))
}
