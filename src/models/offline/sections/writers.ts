import type { Material } from '../material.ts'
import { writeDeploymentAndOperations, writeInterfacesAndIntegrations } from './architect-boundary.ts'
import { writeCrossCuttingConcepts } from './architect-concepts.ts'
import { writeConstraints, writeContextAndGoals } from './architect-context.ts'
import { writeDataAndPersistence } from './architect-data.ts'
import { writeRisksAndDecisions } from './architect-risks.ts'
import { writeRuntimeScenarios } from './architect-scenarios.ts'
import { writeBuildingBlocks, writeSolutionStrategy } from './architect-shape.ts'
import { writeFirstChange, writeFollowOne, writeKeyIdeas } from './beginner-code.ts'
import { writeBeforeYouStart, writeFirstRun, writeWhatItIs } from './beginner-first.ts'
import { writeLayOfTheLand } from './beginner-folders.ts'
import { writeEntryPointsAndApi } from './senior-api.ts'
import { writeArchitecture } from './senior-architecture.ts'
import { writeBuildTestRelease } from './senior-build.ts'
import { writeErrorsAndEdges } from './senior-errors.ts'
import { writeExtending } from './senior-extending.ts'
import { writeControlFlow } from './senior-flow.ts'
import { writePurposeAndScope } from './senior-purpose.ts'
import { writeConfigurationAndDependencies } from './senior-settings.ts'
import { writeDataAndState } from './senior-state.ts'

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
