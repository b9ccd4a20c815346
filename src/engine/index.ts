export { emptyColumn, type Chunk, type Column, type ColumnLayout } from './columns/column.js';
export { digestColumns } from './columns/digest-columns.js';
export { peopleOf } from './population/people-of.js';
export { mergeChunks } from './columns/merge-chunks.js';
export { definitionJsonSchema } from './definition/definition-json-schema.js';
export { definitionDigest } from './definition/definition-digest.js';
export { definitionSchema, type WorkflowDefinition } from './definition/definition.schema.js';
export type { TargetAdjustment } from './definition/target-adjustment.schema.js';
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
export { groupAgents, groupsOf } from './summary/segment-groups.js';
export { meanOf } from './population/mean-of.js';
export { quantileOf } from './population/quantile-function.js';
export { describePeople, type DescribedMargin } from './adjustments/describe-people.js';
export type { StoredPeople } from './adjustments/stored-people.js';
export { attributeKeys } from './adjustments/use-people.js';
export { type TargetMargin, weightToMargins } from './adjustments/weight-to-margins.js';
export { importPeople } from './population/prepare-people.js';
export { hasCategories, maxPeople, type People } from './definition/population.schema.js';
export { adjustDefinition } from './adjustments/adjust-definition.js';
export type { AdjustmentContext, Adjustments, AdjustmentWarning } from './adjustments/adjustment-step.js';
export { AdjustmentError, DefinitionError, EngineError, type EngineErrorCode, type Issue } from './engine-error.js';
export type { Curve, DecisionOutput, Measure, Outcome } from './model/decision-family.js';
export { familyNames } from './families/family-of.js';
export { analyzeEffects, type Effects, type FigureEffects, type GroupEffect } from './analyses/effects/effects.js';
export { maxEffectGroups, minPairAgents } from './analyses/effects/effect-groups.js';
export { maxJointAttributes, minVariationAgents, variationDraws } from './analyses/effects/effect-variation.js';
export type { EffectVariation, VarianceShare } from './analyses/effects/effect-variation.js';
export { compile, type CompiledSimulation } from './simulation/compile.js';
export { simulate, type SimulationOutput, type SimulationRequest } from './simulation/simulate.js';
export { simulateChunk } from './simulation/simulate-chunk.js';
export { summarizeSelection } from './simulation/summarize-selection.js';
export { agentsInteract, compareRuns, type Comparison } from './simulation/compare-runs.js';
export { namedShares } from './analyses/named-shares.js';
export { shareOfParameters } from './analyses/parameter-share.js';
export { compareMany, type ManyComparison } from './analyses/compare-many.js';
export type { ManyRequest, RankedRun } from './analyses/ranked-run.js';
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
export {
  elasticitiesOf,
  numericParameters,
  type ArcElasticity,
  type Elasticities,
  type Elasticity,
  type PointElasticity,
} from './analyses/elasticities.js';
export { elasticityFigures } from './analyses/elasticity-figures.js';
export { maxAnalysisAgents } from './analyses/figure-evaluator.js';
export type { EstimatedFigure } from './analyses/ratio-figures.js';
export { tradeOffsOf, type RatioMethod, type TradeOff, type TradeOffs } from './analyses/trade-offs.js';
export { hasWelfare, welfareOf, type GroupWelfare, type Welfare } from './analyses/welfare.js';
export { runStudy, type Study } from './analyses/run-study.js';
export type { GoalRequest } from './analyses/goals/goal-request.js';
export type { GoalResult } from './analyses/goals/goal-result.js';
export { maxEvaluationsOf } from './analyses/goals/max-evaluations.js';
export type { SensitivityRequest } from './analyses/sensitivity/sensitivity-request.js';
export { maxSensitivityEvaluations } from './analyses/sensitivity/sensitivity-request.js';
export { resolveSensitivity } from './analyses/sensitivity/resolve-sensitivity.js';
export { maxGoalNumber, resolveGoal, type RequestedGoal } from './analyses/goals/resolve-goal.js';
export { hasOwnModelError } from './summary/model-errors.js';
