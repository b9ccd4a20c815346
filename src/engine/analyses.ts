// Analyses of definitions and finished simulations: groups of agents, comparisons, figures, goals.
export { maxEffectGroups, minPairAgents } from './analyses/effects/effect-groups.js';
export {
  type EffectVariation,
  maxJointAttributes,
  minVariationAgents,
  type VarianceShare,
  variationDraws,
} from './analyses/effects/effect-variation.js';
export { analyzeEffects, type Effects, type FigureEffects } from './analyses/effects/effects.js';
export { type Elasticities, elasticitiesOf } from './analyses/elasticities.js';
export { elasticityFigures } from './analyses/elasticity-figures.js';
export { analysisAgentsOf } from './analyses/figure-evaluator.js';
export type { GoalRequest } from './analyses/goals/goal-request.js';
export type { GoalResult } from './analyses/goals/goal-result.js';
export { maxEvaluationsOf } from './analyses/goals/max-evaluations.js';
export { maxGoalNumber, resolveGoal } from './analyses/goals/resolve-goal.js';
export { type ModelSummary, modelSummary } from './analyses/model-summary.js';
export { namedParts } from './analyses/named-parts.js';
export { namedShares } from './analyses/named-shares.js';
export { shareOfParameters } from './analyses/parameter-share.js';
export { evaluateAgents } from './analyses/evaluated-agents.js';
export { runGoal } from './analyses/goals/run-goal.js';
export { runSensitivity } from './analyses/sensitivity/run-sensitivity.js';
export { resolveSensitivity } from './analyses/sensitivity/resolve-sensitivity.js';
export { maxSensitivityEvaluations, type SensitivityRequest } from './analyses/sensitivity/sensitivity-request.js';
export { type TradeOff, tradeOffsOf } from './analyses/trade-offs.js';
export { hasWelfare, type Welfare, welfareOf } from './analyses/welfare.js';
export { type Chunk, type Column, type ColumnLayout, emptyColumn } from './columns/column.js';
export { shareByPeriod } from './families/conditional-logit/periods/periods.js';
export { agentsInteract, compareRuns, type Comparison } from './simulation/compare-runs.js';
export { type PeopleGrouping, type SampledPeople, samplePeople } from './simulation/sample-people.js';
export { type PartsSummary, summarizeParts } from './simulation/summarize-groups.js';
export { summarizeSelection } from './simulation/summarize-selection.js';
export { largestPart, missingParts, narrowerTexts } from './summary/errors.js';
export { wilsonInterval } from './summary/intervals.js';
export { clearPreferenceAttributes } from './analyses/effects/effect-sources.js';
export { hasOwnModelError } from './summary/model-errors.js';
export { modelErrorPrior } from './summary/model-error-prior.js';
export { groupAgents, groupsOf, type Segmentation, segmentations, segmentSize } from './summary/segment-groups.js';
export { smallGroupSize } from './summary/small-group-size.js';
