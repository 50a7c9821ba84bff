// A process of its own that parses: a text that hangs or breaks the parser takes nothing else with it, and it knows no secrets.
import { READERS } from './languages/readers.ts'
import { loadGrammar, parse, wakeParser } from './parser.ts'
import type { Answer, Question } from './question.ts'
import { readTree } from './read-tree.ts'
import { scriptsOf } from './scripts-of.ts'

// Ctrl-C reaches the whole group; whoever started this process ends it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// An orderly end may wait for ever on a thread that compiles.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
let isOver = false
let work: Promise<void> = Promise.resolve()
// One message after the other: answers come in the order of the questions.
process.on('message', (questions: readonly Question[]) => {
  work = work.then(() => answerAll(questions))
})

async function answerAll(questions: readonly Question[]): Promise<void> {
  let answers: Answer[] = []
  let since = Date.now()
  for (const question of questions) {
    if (isOver) return
    const one = await answer(question)
    answers.push(one)
    // Whoever asked starts another process.
    isOver = one.kind !== 'read'
    if (isOver || question === questions.at(-1) || Date.now() - since > LONGEST_SILENCE_MS) {
      process.send?.(answers)
      answers = []
      since = Date.now()
    }
  }
}

// What is missing is told with the first question.
wakeParser().catch(() => {})

/** Whoever asked waits no longer than one text may take, and this. */
const LONGEST_SILENCE_MS = 100

async function answer({ path, text, grammar, mostCpuMs }: Question): Promise<Answer> {
  const language = await loadGrammar(grammar).catch(whyOf)
  if (typeof language === 'string') return { kind: 'missing', why: language }
  try {
    const code = scriptsOf(path, text)
    const outline = parse(language, code, mostCpuMs, (tree) => readTree(tree.rootNode, { path, text: code }, READERS[grammar]))
    return outline === null ? { kind: 'too much' } : { kind: 'read', outline }
  } catch (error) {
    return { kind: 'broken', why: whyOf(error) }
  }
}

const whyOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
