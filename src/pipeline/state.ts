// What travels between nodes: counters only. Bulk is in the store.
import { StateSchema } from '@langchain/langgraph'
import { z } from 'zod'

export const PipelineState = new StateSchema({
  /** Requests sent and units done when the last gate was passed: a round that adds none has not moved. */
  rows: z.number().default(0),
  idleRounds: z.number().default(0),
  /** The estimate needs no question: it is free, under the threshold, or was said yes to. */
  approved: z.boolean().default(false),
})
