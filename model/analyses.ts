// Analyses of definitions and finished simulations: groups of agents, comparisons, figures, goals.
export { maxEffectGroups, minPairAgents } from './analyses/effects/effect-groups.js';
export { analyzeEffects, type Effects, type FigureEffects } from './analyses/effects/effects.js';
export { type Elasticities, elasticitiesOf, elasticityFigures } from './analyses/elasticities.js';
export { elasticitySchema } from './analyses/elasticity.js';
export type { EstimatedFigure } from './analyses/mean-functions.js';
export { choiceResults } from './analyses/choice-results.js';
export { analysisAgentsOf } from './analyses/figure-evaluator.js';
export { figureShape as expectedFigureShape, type GoalResult, goalResultSchema } from './analyses/goals/goal.js';
export { type GoalRequest, maxEvaluationsOf, type OutcomeValue, partsOfValue } from './analyses/goals/goal.js';
export { maxGoalNumber, resolveGoal, valueIssues } from './analyses/goals/resolve-goal.js';
export { modelSummary } from './analyses/model-summary.js';
export {
  type MeasuredAgents,
  type MeasuredScenario,
  measureScenarios,
  type OutcomeValues,
} from './analyses/measure-scenarios.js';
export { moneyMeasuresOf } from './analyses/money-measures.js';
export { shareOfParameters } from './analyses/named-shares.js';
export { namedParts, namedShares } from './analyses/named-shares.js';
export { evaluateAgents } from './analyses/evaluated-agents.js';
export { runGoal } from './analyses/goals/run-goal.js';
export { runSensitivity } from './analyses/sensitivity/run-sensitivity.js';
export { type SensitivityResult, sensitivityResultSchema } from './analyses/sensitivity/sensitivity.js';
export { resolveSensitivity } from './analyses/sensitivity/resolve-sensitivity.js';
export { maxSensitivityEvaluations, type SensitivityRequest } from './analyses/sensitivity/sensitivity.js';
export { type TradeOff, tradeOffsShape } from './analyses/trade-off.js';
export { tradeOffsOf } from './analyses/trade-offs.js';
export { hasWelfare, welfareOf } from './analyses/welfare.js';
export { type Welfare, welfareShape } from './analyses/welfare-result.js';
export { type Chunk, type Column, type ColumnLayout, emptyColumn } from './columns/column.js';
export { shareByPeriod } from './families/conditional-logit/periods/periods.js';
export { agentsInteract, compareRuns, type Comparison } from './simulation/compare-runs.js';
export { type PeopleGrouping, type SampledPeople, samplePeople } from './simulation/sample-people.js';
export { type PartsSummary, summarizeParts, summarizeSelection } from './simulation/summarize-groups.js';
export { estimateSummaryBytes } from './summary/summarize.js';
export { largestPart, missingParts, narrowerTexts } from './summary/errors.js';
export { wilsonInterval } from './summary/intervals.js';
export { clearPreferenceAttributes } from './analyses/effects/effect-sources.js';
export { hasOwnModelError } from './summary/model-errors.js';
export { modelErrorPrior } from './summary/changed-parameters.js';
export { groupAgents, groupsOf, type Segmentation, segmentations, segmentSize } from './summary/segment-groups.js';
export { smallGroupSize } from './summary/moments.js';
