import { adjustmentFields, adjustmentsRequest } from '../../../adjustments/adjustments';
import { hasProblems, parametersOf } from '../../../parameter-form/parameters';
import { rangeFields, type RangeInput, rangeOf, startRange } from '../../../parameter-form/parameter-range-field';
import type { Start } from '../../../run-simulation/new-run-page';
import type { RunInput } from '../../../run-simulation/run-form';
import type { CaseStudy } from '../../../workflow/use-workflow';
import { type Measure, readMeasures, valuesOf } from '../../../measures/measure';

export interface GoalInput extends RunInput {
  /** Name of the run; that of the simulation that it follows. */
  name?: string | undefined;
  objective: ObjectiveInput;
  ranges: readonly RangeInput[];
  constraints: readonly ConstraintInput[];
}

export const numericParameters = (workflow: CaseStudy) =>
  parametersOf(workflow).filter(({ kind }) => kind === 'number');

export function startGoal({ workflow, values, adjustments, followed }: Start): GoalInput {
  const numeric = numericParameters(workflow);
  // The parameter that the question changes.
  const first = numeric.find(({ id }) => Object.hasOwn(values, id)) ?? numeric[0];
  return {
    name: followed?.name,
    objective: { ...startQuantity(workflow, followed?.outcome), goal: 'reach', target: '' },
    ranges: first ? [startRange(first.id)] : [],
    constraints: [],
    values,
    adjustments,
    agentCount: undefined,
  };
}

/** The input with another objective. A measure of money is best at a value of its price, so that the search varies it. */
export function withObjective(workflow: CaseStudy, input: GoalInput, objective: ObjectiveInput): GoalInput {
  const money = moneyOf(workflow, objective);
  if (!money || objective.of === input.objective.of) return { ...input, objective };
  const isVaried = input.ranges.some(({ id }) => id === money.parameter);
  const ranges = isVaried ? input.ranges : [startRange(money.parameter)];
  return { ...input, ranges, objective: { ...objective, goal: 'maximize' } };
}

export function otherParameters(workflow: CaseStudy, { ranges }: Pick<GoalInput, 'ranges'>) {
  return parametersOf(workflow).filter(({ id }) => ranges.every((range) => range.id !== id));
}

/** The body of the request; undefined while a value is missing or invalid. */
export function goalRequest(workflow: CaseStudy, input: GoalInput): object | undefined {
  const { ranges, values, adjustments, agentCount } = input;
  const objective = objectiveRequest(workflow, input.objective);
  const constraints = input.constraints.map((constraint) => constraintRequest(workflow, constraint));
  if (objective === undefined || constraints.includes(undefined) || ranges.length === 0) return undefined;
  if (hasProblems(otherParameters(workflow, input), values)) return undefined;
  return {
    workflow_id: workflow.workflow_id,
    seed: workflow.default_seed,
    name: input.name,
    objective,
    parameters: ranges.map(rangeOf),
    ...(constraints.length > 0 && { constraints }),
    scenario_context: values,
    ...adjustmentsRequest(adjustments),
    agent_count: agentCount,
  };
}

/** The fields that the form shows, for the problems of the request. */
export function goalFields({ objective, ranges, constraints, adjustments }: GoalInput): string[] {
  return [
    ...adjustmentFields(adjustments),
    ...quantityFields('objective', objective),
    ...['objective.target', 'constraints'],
    ...constraints.flatMap((own, index) => [
      ...quantityFields(`constraints.${index}`, own),
      `constraints.${index}.${own.limit}`,
    ]),
    ...rangeFields(ranges),
  ];
}

const quantityFields = (path: string, { values }: Pick<ObjectiveInput, 'values'>) => [
  path,
  ...Object.keys(values).map((outcome) => `${path}.values.${outcome}`),
];

/**
 * What an objective or a constraint is about, as entered. `of` is `share:train`, `measure:payment`, `money:swissmetro_cost_factor` for a measure
 * of money that the workflow offers, `own:…` for a measure of the user, or `values`.
 */
export interface QuantityInput {
  of: string;
  /** By outcome: a number as text, or the id of a parameter or variable. */
  values: Readonly<Record<string, string>>;
  /** Cost of one outcome that pays, for a measure of money. */
  unitCost: string;
}

export interface ObjectiveInput extends QuantityInput {
  goal: 'reach' | 'maximize' | 'minimize';
  target: string;
}

export interface ConstraintInput extends QuantityInput {
  limit: 'at_most' | 'at_least';
  value: string;
}

/** The quantity that results start with: the one of a question, or else of the workflow. */
export function startQuantity(
  { headline_outcome: headline, outcomes, measures }: CaseStudy,
  asked?: string,
): QuantityInput {
  const id = asked ?? headline ?? outcomes[0]?.id ?? '';
  const isMeasure = measures.some((measure) => measure.id === id);
  return { of: `${isMeasure ? 'measure' : 'share'}:${id}`, values: {}, unitCost: '' };
}

export const isShare = ({ of }: QuantityInput) => of.startsWith('share:');

/** The unit of the numbers of a quantity; empty if it depends on the values. */
export function unitOf(workflow: CaseStudy, input: QuantityInput): string {
  if (isShare(input)) return '%';
  const measure = workflow.measures.find(({ id }) => `measure:${id}` === input.of);
  return (measure ?? moneyOf(workflow, input) ?? ownOf(workflow, input))?.unit ?? '';
}

export const moneyOf = ({ money_measures: all }: CaseStudy, { of }: QuantityInput) =>
  all.find(({ parameter }) => `money:${parameter}` === of);

/** The measures that the user has defined for results. */
export const ownMeasures = ({ workflow_id: id }: CaseStudy): readonly Measure[] => readMeasures(id);

const ownOf = (workflow: CaseStudy, { of }: QuantityInput) =>
  of.startsWith('own:') ? ownMeasures(workflow).find(({ id }) => `own:${id}` === of) : undefined;

function quantityRequest(workflow: CaseStudy, input: QuantityInput) {
  const { of, values, unitCost } = input;
  const id = of.slice(of.indexOf(':') + 1);
  const money = moneyOf(workflow, input);
  if (money) {
    const priceOf = (name: string) => (Number(unitCost) === 0 ? name : { name, constant: -Number(unitCost) });
    return { values: Object.fromEntries(Object.entries(money.values).map(([key, name]) => [key, priceOf(name)])) };
  }
  const own = ownOf(workflow, input);
  if (own) return { values: valuesOf(own) };
  if (of.startsWith('share:')) return { share: id };
  if (of.startsWith('measure:')) return { measure: id };
  const given = Object.entries(values).filter(([, value]) => value !== '');
  const isNumber = (value: string) => Number.isFinite(Number(value));
  return { values: Object.fromEntries(given.map(([key, value]) => [key, isNumber(value) ? Number(value) : value])) };
}

/** A number of the request. Shares are entered in percent. */
const numberOf = (quantity: QuantityInput, text: string) =>
  isShare(quantity) ? Number((Number(text) / 100).toFixed(8)) : Number(text);

/** The objective of a request; undefined while the target is missing. */
function objectiveRequest(workflow: CaseStudy, input: ObjectiveInput) {
  const { goal, target } = input;
  const quantity = quantityRequest(workflow, input);
  if (goal !== 'reach') return { goal, ...quantity };
  return target === '' ? undefined : { goal, ...quantity, target: numberOf(input, target) };
}

/** A constraint of a request; undefined while its limit is missing. */
function constraintRequest(workflow: CaseStudy, input: ConstraintInput) {
  const { limit, value } = input;
  return value === '' ? undefined : { ...quantityRequest(workflow, input), [limit]: numberOf(input, value) };
}
