// Checks definitions, adjusts them, and simulates their agents.
export { adjustDefinition } from './adjustments/adjust-definition.js';
export type { AdjustmentContext, Adjustments, AdjustmentWarning } from './adjustments/adjustment-step.js';
export { type DescribedMargin, describePeople } from './adjustments/use-people.js';
export type { StoredPeople } from './adjustments/adjustment-step.js';
export { type ProductRevenues, productRevenuesOf } from './analyses/money-measures.js';
export { parametersOfPlaces } from './adjustments/offer-products.js';
export { attributeKeys } from './adjustments/use-people.js';
export { type TargetMargin, weightToMargins } from './adjustments/weight-to-margins.js';
export { digestColumns } from './columns/digest-columns.js';
export { mergeChunks } from './columns/column.js';
export type { DecisionOutput } from './equations/decision-family.js';
export { peopleOf, lacksRows, withoutRows, withRows, withSyntheticAgents } from './population/people.js';
export { importPeople } from './population/prepare-people.js';
export { compile, type CompiledSimulation } from './simulation/compile.js';
export { type ParameterQuantity, parameterQuantities } from './simulation/parameter-quantities.js';
export { simulate, type SimulationOutput } from './simulation/simulate.js';
export {
  blockAgents,
  blockCount,
  type BlockStatistics,
  combineBlocks,
  decodeBlock,
  encodeBlock,
  simulateBlock,
} from './simulation/parts.js';
export { simulateChunk } from './simulation/simulate-chunk.js';
export { errorPartSchema, errorsSchema } from './summary/errors.js';
export { type Interval, intervalSchema } from './summary/intervals.js';
export { type DefinitionWarning, definitionWarnings } from './validation/definition-warnings.js';
export { parseDefinition } from './validation/parse-definition.js';
export { recheckEvidence } from './validation/recheck-evidence.js';
export * from './summary/summary.js';
