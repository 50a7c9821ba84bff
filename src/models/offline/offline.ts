import type { Model, ModelAnswer, ModelRequest, SharedContext, Target } from '../model.ts'
import { summariseFile, summariseFolder, summariseParts, summariseSystem } from './summaries.ts'
import { writeSection } from './write-section.ts'

const NO_USAGE = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0 } as const
const NOTHING_SHARED: SharedContext = { repositoryName: 'the repository', overview: '', folders: [], paths: [] }

/**
 * A model without a model: it reads the targets of a request, never its prompt, and answers in the form that a provider's model would,
 * with what the repository itself says. It needs no key, sends nothing, costs nothing, and gives the same answer each time.
 */
export function createOfflineModel(): Model {
  return {
    provider: { name: 'offline', host: 'this machine' },
    id: 'offline',
    send: async (request) => answerTo(request),
    // There is no parameter that could be refused.
    adapt: () => false,
    revision: () => 0,
  }
}

function answerTo(request: ModelRequest): ModelAnswer {
  const text = [sections(request), summaries(request.targets)].filter((part) => part !== '').join('\n')
  return { text, finish: 'stop', usage: NO_USAGE, requestId: null, raw: text }
}

function sections({ targets, shared }: ModelRequest): string {
  return targets
    .filter((target) => target.kind === 'section')
    .map(
      (target) =>
        `<section id="${target.id.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}">\n${writeSection(target, shared ?? NOTHING_SHARED)}\n</section>`,
    )
    .join('\n')
}

interface Summary {
  readonly path: string
  readonly part?: string
  readonly summary: string
}

function summaries(targets: readonly Target[]): string {
  const lists: Record<'files' | 'folders' | 'system', Summary[]> = { files: [], folders: [], system: [] }
  for (const target of targets) {
    if (target.kind === 'file')
      lists.files.push({
        path: target.path,
        ...(target.part === undefined ? {} : { part: target.part }),
        summary: summariseFile(target),
      })
    else if (target.kind === 'file-from-parts') lists.files.push({ path: target.path, summary: summariseParts(target) })
    else if (target.kind === 'folder') lists.folders.push({ path: target.path, summary: summariseFolder(target) })
    else if (target.kind === 'system') lists.system.push({ path: '.', summary: summariseSystem(target) })
  }
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0)
  return filled.length === 0 ? '' : JSON.stringify(Object.fromEntries(filled))
}
