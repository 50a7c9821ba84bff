import { runGit } from '../repository/git.ts'
import { AUDIENCES } from '../vocabulary.ts'
import type { GuideText } from './guide-changes.ts'

/** The guide as it stands in a commit; empty where there is none. */
export async function readGuideAt(workspace: string, commit: string, guidePath: string): Promise<GuideText[]> {
  const names = ['README.md', ...AUDIENCES.map((audience) => `${audience}.md`)]
  const found = await Promise.all(
    names.map(async (name) => {
      const path = `${guidePath}/${name}`
      const text = await runGit(workspace, ['cat-file', 'blob', `${commit}:${path}`]).catch(() => null)
      return text === null ? [] : [{ path, text: text.toString('utf8') }]
    }),
  )
  return found.flat()
}
