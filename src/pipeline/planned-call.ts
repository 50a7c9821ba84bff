import type { ModelRequest } from '../models/model.ts'
import type { PlannedUnit } from '../store/units.ts'
import type { PaidStage } from '../vocabulary.ts'
import type { Connection } from './context.ts'

/** One call, cut for the connection it will go to. The prompt is built only when the call's turn comes. */
export interface PlannedCall {
  readonly id: string
  readonly stage: PaidStage
  readonly connection: Connection
  readonly units: readonly PlannedUnit[]
  readonly build: () => Promise<ModelRequest>
}

/** What a paid stage knows: which calls to make for its open units, and how to read their answers. */
export interface PaidStageWork {
  readonly stage: PaidStage
  /** Calls for what can be asked now; later rounds bring the rest. */
  readonly plan: (open: readonly PlannedUnit[], connection: Connection) => Promise<PlannedCall[]>
  /** label -> accepted text. */
  readonly read: (text: string, labels: readonly string[]) => Map<string, string>
}
