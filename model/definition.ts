// Workflow definitions: schema, digest, and resolution of scenarios. Loads no decision model.
export { isContradicted, isRandomized } from './definition/experiments.js';
export {
  changedPeriods,
  periodsOf,
  baselineScenario,
  isBaselineScenario,
  isSameScenario,
  resolveScenario,
  type ScenarioWarning,
  scenarioJsonSchema,
  scenarioJsonSchemaSchema,
} from './definition/resolve-scenario.js';
export { definitionDigest } from './definition/definition-digest.js';
export {
  definitionJsonSchema,
  type Decision,
  definitionSchema,
  familyNames,
  type WorkflowDefinition,
  type WorkflowOf,
} from './definition/definition.schema.js';
export {
  type Evidence,
  evidenceSchema,
  type Fit,
  type HoldOut,
  type ModelComparison,
  type ModelError,
  type PopulationError,
} from './definition/evidence.schema.js';
export {
  wordsSchema,
  identifierSchema,
  isoDateSchema,
  slugSchema,
  textSchema,
} from './definition/identifier.schema.js';
export { type FitMeasures, fitMeasures } from './definition/fit-measures.js';
export { IssueList, type Path } from './definition/issue-list.js';
export type { Reason } from './definition/narrative.schema.js';
export {
  type Attribute,
  type CategoryAttribute,
  hasCategories,
  type JointTable,
  maxPeople,
  type NumericAttribute,
  type People,
  type PopulationDefinition,
  populationSchema,
} from './definition/population.schema.js';
export { type Factor, type Indicator, indicatorSchema, type TermFactor } from './definition/product.schema.js';
export { isChoice, numericParameters, traitsOf } from './definition/parameter-types.js';
export { checkCondition, type References, referencesOf } from './definition/references.js';
export type { ChoiceParameter, NumericParameter, Parameter, Scenario } from './definition/scenario.schema.js';
export type { TargetAdjustment } from './definition/adjustments.schema.js';
export { AdjustmentError, DefinitionError, EngineError, type Issue } from './engine-error.js';
export { meanOf, quantileOf } from './population/quantile-function.js';

/** Version in every manifest. Equal inputs can give different numbers under different versions. */
export const ENGINE_VERSION = '2.4.0';
