import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { isChoice, traitsOf } from '../../definition/parameter-types.js';
import type { Parameter } from '../../definition/scenario.schema.js';
import type { Issue } from '../../engine-error.js';
import { familyOf } from '../../families/family-of.js';
import type { SensitivityRequest, VariedParameter } from './sensitivity.js';

interface RequestedParameter {
  readonly name: string;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A sensitivity analysis as requested. */
export interface RequestedSensitivity extends Omit<SensitivityRequest, 'parameters'> {
  /** Default: all parameters that the data vary with. */
  readonly parameters?: readonly RequestedParameter[] | undefined;
}

export type SensitivityResolution = { ok: true; request: SensitivityRequest } | { ok: false; issues: Issue[] };

/** Checks a sensitivity analysis against a workflow and fills in the ranges: calibrated ranges, and all options of choices. */
export function resolveSensitivity(
  definition: WorkflowDefinition,
  { parameters: requested, ...rest }: RequestedSensitivity,
): SensitivityResolution {
  const { decision, scenario, evidence } = definition;
  if (familyOf(decision).interacting) {
    const message =
      'the agents of this workflow interact, so that its shares have no expected values. Try values with a parameter sweep';
    return { ok: false, issues: [{ path: 'workflow_id', message }] };
  }
  const issues: Issue[] = [];
  const own =
    requested ??
    scenario.parameters.filter((parameter) => traitsOf(parameter).isVaried).map(({ id }) => ({ name: id }));
  const parameters = own.flatMap((one, k): VariedParameter[] => {
    const path = `parameters.${k}`;
    const parameter = scenario.parameters.find(({ id }) => id === one.name);
    if (!parameter) {
      const known = scenario.parameters.map(({ id }) => id).join(', ') || 'none';
      issues.push({ path: `${path}.name`, message: `is not a parameter of this workflow. Its parameters: ${known}` });
      return [];
    }
    if (own.slice(0, k).some(({ name }) => name === one.name))
      issues.push({ path: `${path}.name`, message: 'must not occur twice' });
    issues.push(...rangeIssues(parameter, one, path));
    return [variedParameter(parameter, one)];
  });
  if (parameters.length === 0 && issues.length === 0)
    issues.push({ path: 'parameters', message: 'the workflow has no parameter that its data vary with: name some' });
  const include = rest.include_coefficients && evidence.covariance !== undefined;
  return issues.length > 0
    ? { ok: false, issues }
    : { ok: true, request: { ...rest, parameters, include_coefficients: include } };
}

function variedParameter(parameter: Parameter, { from, to }: RequestedParameter): VariedParameter {
  if (isChoice(parameter)) return { name: parameter.id, options: parameter.options.map(({ id }) => id) };
  const { studiedRange, rounded } = traitsOf(parameter);
  const [low, high] = studiedRange;
  return { name: parameter.id, from: from ?? rounded(low, Math.ceil), to: to ?? rounded(high, Math.floor) };
}

function rangeIssues(parameter: Parameter, requested: RequestedParameter, path: string): Issue[] {
  const ends = (['from', 'to'] as const).filter((end) => requested[end] !== undefined);
  if (isChoice(parameter))
    return ends.map((end) => ({ path: `${path}.${end}`, message: 'is not allowed for a choice of options' }));
  const { minimum, maximum } = parameter;
  const { boundsProblem, stepProblem } = traitsOf(parameter);
  const issues = ends.flatMap((end): Issue[] => {
    const value = requested[end]!;
    const isInside = boundsProblem(value) === undefined;
    const message = isInside ? stepProblem(value) : `expected ${minimum} to ${maximum}, received ${value}`;
    return message === undefined ? [] : [{ path: `${path}.${end}`, message }];
  });
  const varied = variedParameter(parameter, requested);
  if (issues.length === 0 && 'from' in varied && !(varied.from < varied.to))
    issues.push({ path: `${path}.to`, message: `must be greater than ${varied.from}, the lower end` });
  return issues;
}
