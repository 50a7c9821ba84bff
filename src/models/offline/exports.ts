import type { ReadFile } from './material.ts'

/** Names that a door file hands on or declares. */
export function exportedNames({ outline }: ReadFile): readonly { name: string; line: number }[] {
  const handedOn = outline.exports.filter(({ name }) => name !== '*' && !/^(?:annotations|TYPE_CHECKING)$/.test(name))
  const declared = outline.symbols
    .filter(({ isPublic, parent }) => isPublic && parent === null)
    .map(({ name, firstLine }) => ({ name, line: firstLine }))
  return [...handedOn.map(({ name, line }) => ({ name, line })), ...declared]
}

export const isDoor = (file: ReadFile): boolean => /(?:^|\/)(?:__init__|index|lib|mod|main|api)\.\w+$/.test(file.path)
