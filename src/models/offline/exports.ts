import type { ReadFile } from './material.ts'

/** Names that a door file re-exports or declares. */
export function exportedNames(file: ReadFile): readonly { name: string; line: number }[] {
  const isPackage = /(?:^|\/)__init__\.py$/.test(file.path)
  const names: { name: string; line: number }[] = []
  for (const [index, line] of file.lines.entries()) {
    const python = isPackage ? /^from\s+\S+\s+import\s+\(?(.+?)\)?$/.exec(line)?.[1] : undefined
    const script = /^export\s+(?:type\s+)?\{([^}]+)\}/.exec(line)?.[1]
    for (const part of (python ?? script ?? '').split(',')) {
      const name =
        part
          .trim()
          .split(/\s+as\s+|\s+/)
          .at(-1)
          ?.replace(/^type\s+/, '') ?? ''
      if (/^[A-Za-z]\w*$/.test(name) && !/^(?:annotations|TYPE_CHECKING)$/.test(name)) names.push({ name, line: index + 1 })
    }
    const rust = /^pub use\s+[\w:]+::(\w+);/.exec(line)?.[1]
    if (rust !== undefined) names.push({ name: rust, line: index + 1 })
  }
  const declared = file.outline.symbols
    .filter(({ isPublic, parent }) => isPublic && parent === null)
    .map(({ name, firstLine }) => ({ name, line: firstLine }))
  return [...names, ...declared]
}

export const isDoor = (file: ReadFile): boolean => /(?:^|\/)(?:__init__|index|lib|mod|main|api)\.\w+$/.test(file.path)
