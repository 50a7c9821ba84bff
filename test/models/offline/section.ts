// One section as the extracting model writes it, from files given whole.
import { createOfflineModel } from '../../../src/models/offline/offline.ts'
import { outlineOf } from '../../../src/syntax/outline-of.ts'

export async function section(id: string, files: Readonly<Record<string, string>>, paths = Object.keys(files)): Promise<string> {
  const evidence = await Promise.all(
    Object.entries(files).map(async ([path, content]) => {
      return { path, text: content, firstLine: 1, outline: await outlineOf(path, content) }
    }),
  )
  const { text } = await createOfflineModel().send({
    system: '',
    user: ['not read'],
    targets: [{ kind: 'section', id, evidence }],
    shared: { repositoryName: 'box', overview: '', folders: [], paths },
    maxOutputTokens: 1000,
    stream: false,
  })
  return text
}
