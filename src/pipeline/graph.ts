// Wires the stages. With state.ts the only importer of LangGraph. The store is the truth; the graph only says where to go on.
import { Command, END, interrupt, Send, START, StateGraph } from '@langchain/langgraph'
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite'
import { keepEstimate } from '../store/estimates.ts'
import { updateJob } from '../store/jobs.ts'
import { holdsLease } from '../store/lease.ts'
import { countUnits } from '../store/units.ts'
import { holdingCalls, isHeldBack } from '../store/unknown-calls.ts'
import { PAID_STAGES, type PaidStage, type Stage } from '../vocabulary.ts'
import { adoptKnownUnits } from './adopt-known-units.ts'
import { performCall } from './call-model.ts'
import { chooseConnection } from './choose-connection.ts'
import type { RunContext } from './context.ts'
import { type Estimate, makeEstimate } from './estimate.ts'
import { passGate } from './gate.ts'
import { stageUnits } from './open-units.ts'
import { NeedsSwap, outcomePause, Stopped } from './pauses.ts'
import type { PaidStageWork } from './planned-call.ts'
import { noteConnectionInUse } from './provenance.ts'
import { reportProgress } from './report-progress.ts'
import { fileSummariesWork } from './stages/file-summaries.ts'
import { folderSummariesWork } from './stages/folder-summaries.ts'
import { ground } from './stages/grounding.ts'
import { writeGuide } from './stages/guide.ts'
import { overviewWork } from './stages/overview.ts'
import { scan } from './stages/scan.ts'
import { sectionsWork } from './stages/sections.ts'
import { PipelineState } from './state.ts'
import { readStoredAnswersAgain } from './stored-answers.ts'

const WORK: Readonly<Record<PaidStage, (context: RunContext) => PaidStageWork>> = {
  'file-summaries': fileSummariesWork,
  'folder-summaries': folderSummariesWork,
  overview: overviewWork,
  sections: sectionsWork,
}

/** More Sends in one superstep cost quadratic time in LangGraph; the rest comes with the next round. */
const MOST_SENDS = 300

/** The question the graph stops for. The only one. */
export const APPROVE_ESTIMATE = 'approve_estimate'

/** The answer to it. The approval itself, with its cap, stands in the store. */
export const approvalOf = () => new Command({ resume: { approved: true } })

/** The compiled graph over the store's own database. `onEstimate` is called once the estimate is stored: it may approve it, and says so. */
export function buildGraph(context: RunContext, onEstimate: (estimate: Estimate) => 'approved' | 'ask') {
  const enter = (stage: Stage) => {
    // Who was fenced off while it stood still must not write over what the new holder does.
    if (!holdsLease(context.store, context.epoch)) throw new Stopped('fenced')
    if (context.state.stop !== null) throw new Stopped(context.state.stop)
    updateJob(context.store, context.job.id, { stage }, context.now())
    reportProgress(context, stage, { isNewStage: true })
  }
  const graph = new StateGraph(PipelineState)
    .addNode('scan', async () => {
      enter('scan')
      await scan(context)
      return {}
    })
    .addNode('estimate', async () => {
      enter('estimate')
      const estimate = await makeEstimate(context)
      keepEstimate(context.store, context.job.id, estimate, context.now())
      return { approved: onEstimate(estimate) === 'approved' }
    })
    // Nothing but the question: what stands before an interrupt runs again when it is answered.
    .addNode('approval', (state: { approved: boolean }) => {
      if (!state.approved) interrupt({ type: APPROVE_ESTIMATE })
      return {}
    })
    // A new job may need units that were in flight when another job's process died: that is told before anything is sent.
    .addNode('unknown-outcomes', () => {
      const untold = holdingCalls(context.store, context.job.id, 'untold')
      if (isHeldBack(untold)) throw new NeedsSwap(outcomePause(untold, null))
      return {}
    })
    .addNode('grounding', async () => {
      enter('grounding')
      await ground(context)
      return {}
    })
    .addNode('guide', async () => {
      enter('guide')
      await writeGuide(context)
      return {}
    })
    .addEdge(START, 'scan')
    .addEdge('scan', 'estimate')
    .addEdge('estimate', 'approval')
    .addEdge('approval', 'unknown-outcomes')
    .addEdge('unknown-outcomes', planOf('file-summaries') as never)
    .addEdge('grounding', 'guide')
    .addEdge('guide', END)
  PAID_STAGES.forEach((stage, index) => {
    const next = PAID_STAGES[index + 1]
    addPaidStage(graph as never, context, stage, next ? planOf(next) : 'grounding', enter)
  })
  return graph.compile({ checkpointer: new SqliteSaver(context.store.db) })
}

const planOf = (stage: PaidStage) => `plan-${stage}`

/** plan -> one Send a call -> gate -> plan again, or the next stage. */
function addPaidStage(
  graph: StateGraph<typeof PipelineState>,
  context: RunContext,
  stage: PaidStage,
  next: string,
  enter: (stage: Stage) => void,
): void {
  const work = WORK[stage](context)
  const [plan, call, gate] = [planOf(stage), `call-${stage}`, `gate-${stage}`]
  graph.addNode(
    plan,
    async () => {
      enter(stage)
      const calls = await planCalls(context, work)
      return new Command({ goto: calls.length > 0 ? calls.map((id) => new Send(call, { call: id })) : gate })
    },
    { ends: [call, gate] },
  )
  graph.addNode(call, async (state: { call?: string }) => {
    // A branch never throws: its neighbours' answers would be lost. Whatever happens is said to the gate.
    await context.semaphore.run(async () => {
      const planned = context.state.calls.get(state.call ?? '')
      if (!planned) return
      try {
        await performCall(context, work, planned)
      } catch (error) {
        context.state.crash ??= error
      }
    })
    return {}
  })
  graph.addEdge(call as never, gate as never)
  graph.addNode(
    gate,
    async () => {
      const { state } = context
      await context.keeping?.save()
      const rows = countRows(context)
      state.idleRounds = rows > state.rows ? 0 : state.idleRounds + 1
      state.rows = rows
      const way = passGate(context, stage, state.idleRounds)
      if (way === 'done') state.idleRounds = 0
      return new Command({ goto: way === 'done' ? next : plan })
    },
    { ends: [plan, next] },
  )
}

/** Requests sent and units done: a round that changes neither has not moved. */
function countRows({ store, job }: RunContext): number {
  const { calls } = store.sql('SELECT count(*) AS calls FROM ledger').get() as { calls: number }
  return calls + countUnits(store, job.id, null).done
}

/** Puts the calls of a round where the branches find them. Returns their ids. */
async function planCalls(context: RunContext, work: PaidStageWork): Promise<string[]> {
  adoptKnownUnits(context)
  const choice = chooseConnection(context)
  if (context.state.stop !== null || context.state.pause !== null || choice.kind !== 'connection') return []
  readStoredAnswersAgain(context, work)
  const { open } = stageUnits(context, work.stage, choice.connection)
  if (open.length === 0) return []
  noteConnectionInUse(context, choice.connection)
  const calls = (await work.plan(open, choice.connection)).slice(0, MOST_SENDS)
  for (const call of calls) context.state.calls.set(call.id, call)
  return calls.map((call) => call.id)
}
