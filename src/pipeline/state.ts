// What travels between nodes: one flag. Bulk is in the store, and what the branches tell each other in RunState.
import { StateSchema } from '@langchain/langgraph'
import { z } from 'zod'

export const PipelineState = new StateSchema({
  /** The estimate needs no question: it is free, under the threshold, or was said yes to. */
  approved: z.boolean().default(false),
})
