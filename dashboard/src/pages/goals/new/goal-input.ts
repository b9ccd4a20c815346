import { adjustmentFields, adjustmentsRequest } from '../../../adjustments/adjustments';
import { hasProblems, parametersOf } from '../../../parameter-form';
import { rangeFields, rangeOf, startRange, type RangeInput } from '../../../parameter-form/parameter-range-field';
import type { Start } from '../../../run-simulation/new-run-page';
import type { RunInput } from '../../../run-simulation/run-form';
import type { CaseStudy } from '../../../workflow/use-workflow';
import {
  constraintRequest,
  moneyOf,
  objectiveRequest,
  startQuantity,
  type ConstraintInput,
  type ObjectiveInput,
} from './objective';

/** A goal, as entered. */
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

/** The parameters that the search does not vary. */
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
    ...(input.name !== undefined && { name: input.name }),
    objective,
    parameters: ranges.map(rangeOf),
    ...(constraints.length > 0 && { constraints }),
    scenario_context: values,
    ...adjustmentsRequest(adjustments),
    ...(agentCount !== undefined && { agent_count: agentCount }),
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
