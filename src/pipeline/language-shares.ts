import type { TextFile } from '../repository/source.ts'

/** What the files are written in, by their size, the most first. Shares of 1; data and prose do not count, as on GitHub. */
export function languageShares(files: readonly TextFile[]): { name: string; share: number }[] {
  const bytes = new Map<string, number>()
  for (const { language, sizeBytes } of files) {
    if (language?.type !== 'programming' && language?.type !== 'markup') continue
    bytes.set(language.name, (bytes.get(language.name) ?? 0) + sizeBytes)
  }
  const total = [...bytes.values()].reduce((sum, size) => sum + size, 0)
  return [...bytes]
    .filter(([, size]) => size > 0)
    .map(([name, size]) => ({ name, share: size / total }))
    .sort((a, b) => b.share - a.share || (a.name < b.name ? -1 : 1))
}
