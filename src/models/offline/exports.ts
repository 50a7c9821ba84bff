import type { ReadFile } from './material.ts'
import { fullName, surfaceOf } from './surface.ts'

/** Names that a door file hands on or declares. */
export function exportedNames(file: ReadFile): readonly { name: string; line: number }[] {
  const handedOn = file.outline.exports.filter(({ name }) => name !== '*' && !/^(?:annotations|TYPE_CHECKING)$/.test(name))
  const declared = surfaceOf(file).map((symbol) => ({ name: fullName({ file, symbol }), line: symbol.firstLine }))
  const told = new Set<string>()
  return [...handedOn.map(({ name, line }) => ({ name, line })), ...declared].filter(
    ({ name }) => !/^_{2}/.test(name) && !told.has(name) && told.add(name),
  )
}

export const isDoor = (file: ReadFile): boolean => /(?:^|\/)(?:__init__|index|lib|mod|main|api)\.\w+$/.test(file.path)
