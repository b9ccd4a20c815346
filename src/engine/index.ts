export { emptyColumn, type Chunk, type Column, type ColumnLayout } from './columns/column.js';
export { digestColumns } from './columns/digest-columns.js';
export { peopleOf } from './population/people-of.js';
export { mergeChunks } from './columns/merge-chunks.js';
export { definitionJsonSchema } from './definition/definition-json-schema.js';
export { definitionDigest } from './definition/definition-digest.js';
export { definitionSchema, type WorkflowDefinition } from './definition/definition.schema.js';
export { slugSchema } from './definition/identifier.schema.js';
export { evidenceSchema, type Evidence } from './definition/evidence.schema.js';
export { isBaselineScenario } from './definition/is-baseline.js';
export { parseDefinition } from './validation/parse-definition.js';
export { recheckEvidence } from './validation/recheck-evidence.js';
export type { Attribute, PopulationDefinition } from './definition/population.schema.js';
export {
  baselineScenario,
  resolveScenario,
  type ScenarioResolution,
  type ScenarioWarning,
} from './definition/resolve-scenario.js';
export { isChoice, type Parameter, type Scenario } from './definition/scenario.schema.js';
export { scenarioJsonSchema, type ScenarioJsonSchema } from './definition/scenario-json-schema.js';
export { groupAgents } from './summary/segment-groups.js';
export { DefinitionError, EngineError, type EngineErrorCode, type Issue } from './engine-error.js';
export type { Curve, DecisionOutput, Measure, Outcome } from './model/decision-family.js';
export { familyNames } from './families/family-of.js';
export { compile, type CompiledSimulation } from './simulation/compile.js';
export { simulate, type SimulationOutput, type SimulationRequest } from './simulation/simulate.js';
export { simulateChunk } from './simulation/simulate-chunk.js';
export { summarizeSelection } from './simulation/summarize-selection.js';
export { agentsInteract, compareRuns, type Comparison } from './simulation/compare-runs.js';
export type { Interval } from './summary/intervals.js';
export { segmentations, segmentSize, type Segmentation } from './summary/segment-groups.js';
export type {
  CurveSummary,
  ErrorParts,
  Flow,
  MeasureSummary,
  OutcomeShare,
  OutcomeSummary,
  SegmentGroup,
  SegmentSummary,
  Summary,
  UncertaintySummary,
} from './summary/summary.js';
export { smallGroupSize } from './summary/small-group-size.js';
export { type PartsSummary, summarizeParts } from './simulation/summarize-groups.js';
export { ENGINE_VERSION } from './version.js';
export {
  agentFields,
  agentId,
  agentRenderer,
  longestTranscriptBytes,
  type AgentField,
  type RenderedAgent,
} from './simulation/render-agent.js';
export { maxTranscriptBytes } from './transcript/limit-transcript.js';
export { textIssues } from './transcript/text-limits.js';
export { checkWording, sampleTranscripts } from './simulation/wording/check-wording.js';
