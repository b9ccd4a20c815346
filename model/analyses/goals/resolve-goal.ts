import { withArticle } from '../../equations/sentence.js';
import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { numericParameters, traitsOf } from '../../definition/parameter-types.js';
import type { NumericParameter } from '../../definition/scenario.schema.js';
import type { Issue } from '../../engine-error.js';
import { familyOf } from '../../families/family-of.js';
import {
  type Constraint,
  type GoalRequest,
  type Objective,
  partsOfValue,
  type Quantity,
  type VariedParameter,
} from './goal.js';
import { variableFactors } from './quantities.js';

/** A goal as requested: bounds can be omitted. */
export interface RequestedGoal {
  readonly parameters: readonly {
    readonly name: string;
    readonly from?: number | undefined;
    readonly to?: number | undefined;
  }[];
  readonly objective: Objective;
  readonly constraints?: readonly Constraint[] | undefined;
}

export type GoalResolution = { ok: true; request: GoalRequest } | { ok: false; issues: Issue[] };

/**
 * Checks a goal against a workflow and fills in the bounds: by default the calibrated range of the parameter, or its allowed range if no
 * data vary with it.
 */
export function resolveGoal(definition: WorkflowDefinition, requested: RequestedGoal): GoalResolution {
  const { decision, scenario } = definition;
  if (familyOf(decision).interacting) {
    const message =
      'the agents of this workflow interact, so that its shares have no smooth expected values. Try values with a parameter sweep';
    return { ok: false, issues: [{ path: 'workflow_id', message }] };
  }
  const issues: Issue[] = [];
  const parameters = requested.parameters.flatMap((own, k): VariedParameter[] => {
    const path = `parameters.${k}`;
    const parameter = numericParameters(scenario.parameters).find(({ id }) => id === own.name);
    if (!parameter) {
      issues.push({ path: `${path}.name`, message: noNumberText(definition, own.name) });
      return [];
    }
    if (requested.parameters.slice(0, k).some(({ name }) => name === own.name))
      issues.push({ path: `${path}.name`, message: 'must not occur twice' });
    const [low, high] = traitsOf(parameter).studiedRange;
    const { from = low, to = high } = own;
    issues.push(...boundIssues(parameter, from, to, path));
    return [{ name: own.name, from, to }];
  });
  const { objective, constraints = [] } = requested;
  issues.push(...quantityIssues(definition, objective, 'objective'), ...targetIssues(objective));
  issues.push(...numberIssues({ target: objective.target }, 'objective'));
  constraints.forEach((constraint, k) => {
    const path = `constraints.${k}`;
    const { at_most, at_least } = constraint;
    issues.push(...quantityIssues(definition, constraint, path), ...numberIssues({ at_most, at_least }, path));
  });
  return issues.length > 0 ? { ok: false, issues } : { ok: true, request: { parameters, objective, constraints } };
}

function noNumberText({ scenario: { parameters } }: WorkflowDefinition, name: string): string {
  const isKnown = parameters.some(({ id }) => id === name);
  const numeric = numericParameters(parameters).map(({ id }) => id);
  return `${isKnown ? 'is a choice of options, not a number' : 'is not a parameter of this workflow'}. Parameters with numbers: ${numeric.join(', ') || 'none'}`;
}

function boundIssues(parameter: NumericParameter, from: number, to: number, path: string): Issue[] {
  const { boundsProblem, stepProblem } = traitsOf(parameter);
  const limits = Object.entries({ from, to }).flatMap(([end, value]) => {
    const message = Number.isFinite(value) ? (boundsProblem(value) ?? stepProblem(value)) : 'expected a finite number';
    return message === undefined ? [] : [{ path: `${path}.${end}`, message }];
  });
  return from < to ? limits : [...limits, { path: `${path}.to`, message: `must be greater than \`from\` (${from})` }];
}

/** Numbers above this limit are no meaningful values, and their sums over agents can overflow. */
export const maxGoalNumber = 1e12;

function numberIssues(numbers: Readonly<Record<string, unknown>>, path: string): Issue[] {
  return Object.entries(numbers).flatMap(([field, value]): Issue[] => {
    if (typeof value !== 'number' || Math.abs(value) <= maxGoalNumber) return [];
    return [{ path: `${path}.${field}`, message: 'expected a number between -1e12 and 1e12' }];
  });
}

function targetIssues({ goal, target, share }: Objective): Issue[] {
  if (goal !== 'reach' || target === undefined || share === undefined) return [];
  return target > 0 && target < 1 ? [] : [{ path: 'objective.target', message: 'expected a share between 0 and 1' }];
}

/** Problems of the values of outcomes: unknown names, and numbers that are too great. */
export function valueIssues(definition: WorkflowDefinition, values: Quantity['values']): Issue[] {
  return quantityIssues(definition, { values }, '').map((issue) => ({ ...issue, path: issue.path.slice(1) }));
}

function quantityIssues(definition: WorkflowDefinition, quantity: Quantity, path: string): Issue[] {
  const { decision, outcome_groups: groups = [], scenario } = definition;
  const family = familyOf(decision);
  const outcomes = family.outcomes(decision).map(({ id }) => id);
  const { share, measure, values } = quantity;
  if (share !== undefined) {
    const known = [...outcomes, ...groups.map(({ id }) => id)];
    return known.includes(share) ? [] : [unknownName(`${path}.share`, 'outcome or outcome group', known)];
  }
  if (measure !== undefined) {
    const known = family.measures(decision, scenario.parameters).map(({ id }) => id);
    return known.includes(measure) ? [] : [unknownName(`${path}.measure`, 'measure', known)];
  }
  const model = family.linear(decision);
  const numeric = numericParameters(scenario.parameters).map(({ id }) => id);
  return Object.entries(values ?? {}).flatMap(([outcome, value]): Issue[] => {
    const place = `${path}.values.${outcome}`;
    if (!outcomes.includes(outcome)) return [unknownName(place, 'outcome', outcomes)];
    const { name, factor, constant } = partsOfValue(value);
    const numbers =
      typeof value === 'object'
        ? numberIssues({ factor, constant }, place)
        : numberIssues({ [outcome]: constant }, `${path}.values`);
    if (name === undefined || numeric.includes(name) || variableFactors(model, name, outcome)) return numbers;
    const variables = model.variables.map(({ id }) => id).filter((id) => variableFactors(model, id, outcome));
    const expected = [...numeric, ...variables].join(', ') || 'none';
    const namePath = typeof value === 'object' ? `${place}.name` : place;
    return [{ path: namePath, message: `expected a number, or a parameter or variable of this outcome: ${expected}` }];
  });
}

function unknownName(path: string, noun: string, known: readonly string[]): Issue {
  return {
    path,
    message: `is not ${withArticle(noun)} of this workflow. Expected one of: ${known.join(', ') || 'none'}`,
  };
}
