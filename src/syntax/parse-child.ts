// A process of its own that parses: a text that hangs or breaks the parser takes nothing else with it, and it knows no secrets.
import { READERS } from './languages/readers.ts'
import { loadGrammar, parse } from './parser.ts'
import type { Answer, Question } from './question.ts'
import { readTree } from './read-tree.ts'
import { scriptsOf } from './scripts-of.ts'

// Ctrl-C reaches the whole group; whoever started this process ends it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit(0))
process.on('message', async (question: Question) => {
  process.send?.(await answer(question))
})

async function answer({ id, path, text, grammar, mostCpuMs }: Question): Promise<Answer> {
  const language = await loadGrammar(grammar).catch(whyOf)
  if (typeof language === 'string') return { id, kind: 'missing', why: language }
  try {
    const code = scriptsOf(path, text)
    const outline = parse(language, code, mostCpuMs, (tree) => readTree(tree.rootNode, { path, text: code }, READERS[grammar]))
    return outline === null ? { id, kind: 'too much' } : { id, kind: 'read', outline }
  } catch (error) {
    return { id, kind: 'broken', why: whyOf(error) }
  }
}

const whyOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
