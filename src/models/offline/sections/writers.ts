import type { Material } from '../material.ts'
import { writeBuildingBlocks, writeConstraints, writeContextAndGoals, writeSolutionStrategy } from './architect-frame.ts'
import { writeRisksAndDecisions } from './architect-risks.ts'
import {
  writeCrossCuttingConcepts,
  writeDataAndPersistence,
  writeDeploymentAndOperations,
  writeInterfacesAndIntegrations,
  writeRuntimeScenarios,
} from './architect-run.ts'
import { writeFirstChange, writeFollowOne, writeKeyIdeas } from './beginner-code.ts'
import { writeBeforeYouStart, writeFirstRun, writeLayOfTheLand, writeWhatItIs } from './beginner-start.ts'
import {
  writeArchitecture,
  writeControlFlow,
  writeDataAndState,
  writeEntryPointsAndApi,
  writePurposeAndScope,
} from './senior-shape.ts'
import { writeBuildTestRelease, writeConfigurationAndDependencies, writeErrorsAndEdges, writeExtending } from './senior-work.ts'

/** Who writes which section. */
export const SECTION_WRITERS: Readonly<Record<string, (material: Material) => string>> = {
  'what-it-is': writeWhatItIs,
  'before-you-start': writeBeforeYouStart,
  'first-run': writeFirstRun,
  'lay-of-the-land': writeLayOfTheLand,
  'key-ideas': writeKeyIdeas,
  'follow-one': writeFollowOne,
  'first-change': writeFirstChange,
  'purpose-and-scope': writePurposeAndScope,
  architecture: writeArchitecture,
  'entry-points-and-api': writeEntryPointsAndApi,
  'data-and-state': writeDataAndState,
  'control-flow': writeControlFlow,
  'errors-and-edges': writeErrorsAndEdges,
  'build-test-release': writeBuildTestRelease,
  'configuration-and-dependencies': writeConfigurationAndDependencies,
  extending: writeExtending,
  'context-and-goals': writeContextAndGoals,
  constraints: writeConstraints,
  'solution-strategy': writeSolutionStrategy,
  'building-blocks': writeBuildingBlocks,
  'runtime-scenarios': writeRuntimeScenarios,
  'data-and-persistence': writeDataAndPersistence,
  'interfaces-and-integrations': writeInterfacesAndIntegrations,
  'deployment-and-operations': writeDeploymentAndOperations,
  'cross-cutting-concepts': writeCrossCuttingConcepts,
  'risks-and-decisions': writeRisksAndDecisions,
}
