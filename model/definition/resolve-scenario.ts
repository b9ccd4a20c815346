import type { Decision, WorkflowDefinition } from './definition.schema.js';
import type { Scenario, Parameter } from './scenario.schema.js';
import type { Issue } from '../engine-error.js';
import { numericParameters, traitsOf, valueJsonSchema } from './parameter-types.js';
import { z } from 'zod';

/**
 * Whether every parameter is at its default, and the alternatives are those of the baseline. A baseline scenario needs no comparison with
 * the baseline.
 */
export function isBaselineScenario(
  { scenario: { parameters }, decision }: Pick<WorkflowDefinition, 'scenario' | 'decision'>,
  scenario: Scenario,
): boolean {
  return (
    !hasEditedAlternatives(decision) &&
    parameters.every(({ id, default: defaultValue }) => scenario[id] === defaultValue)
  );
}

/** Whether scenario and baseline offer different alternatives. */
export function hasEditedAlternatives(decision: Decision): boolean {
  return decision.family === 'conditional_logit' && decision.alternatives.some(({ offered_in: side }) => side);
}

/** Whether a change of one parameter turns a scenario other than the baseline into the baseline. */
export function restoresBaseline(
  definition: WorkflowDefinition,
  scenario: Scenario,
  { parameter, value }: { readonly parameter: { readonly id: string }; readonly value: number | string },
): boolean {
  return (
    !isBaselineScenario(definition, scenario) && isBaselineScenario(definition, { ...scenario, [parameter.id]: value })
  );
}

/** Returns whether all parameters have the same values. */
export function isSameScenario(scenario: Scenario, other: Scenario): boolean {
  return Object.entries(scenario).every(([id, value]) => other[id] === value);
}

export type Periods = NonNullable<Extract<Decision, { family: 'conditional_logit' }>['periods']>;

/** The periods of a choice; undefined if agents decide once. */
export const periodsOf = ({ decision }: Pick<WorkflowDefinition, 'decision'>): Periods | undefined =>
  decision.family === 'conditional_logit' ? decision.periods : undefined;

/** The first and the last period with the values of a scenario. Periods before and after have the calibrated values. */
function windowOf({ from, until, number }: Periods, scenario: Scenario): { first: number; last: number } {
  return {
    first: from === undefined ? 1 : Number(scenario[from]),
    last: until === undefined ? number : Number(scenario[until]),
  };
}

/** Whether a period has the values of a scenario. */
export function isInWindow(periods: Periods, scenario: Scenario, period: number): boolean {
  const { first, last } = windowOf(periods, scenario);
  return period >= first && period <= last;
}

/** The periods in which a scenario has other values than the one that it is compared with, in order. */
export function changedPeriods(
  { decision, scenario: { parameters } }: Pick<WorkflowDefinition, 'decision' | 'scenario'>,
  scenario: Scenario,
  reference: Scenario,
): number[] {
  const periods = periodsOf({ decision });
  if (!periods) return [];
  const { from, until, number, by_period: own = [] } = periods;
  const calibrated = Object.fromEntries(parameters.map(({ id, default: value }) => [id, value]));
  const ofPeriods = new Set([from, until, ...own.map(({ value }) => value)]);
  const general = parameters.map(({ id }) => id).filter((id) => !ofPeriods.has(id));
  const valuesIn = (values: Scenario, period: number) => {
    const inPeriod = isInWindow(periods, values, period) ? values : calibrated;
    const single = new Map(own.filter((one) => one.period === period).map((one) => [one.parameter, values[one.value]]));
    return general.map((id) => (single.has(id) ? single.get(id) : inPeriod[id]));
  };
  return Array.from({ length: number }, (_, k) => k + 1).filter((period) => {
    if (hasEditedAlternatives(decision) && isInWindow(periods, scenario, period)) return true;
    const other = valuesIn(reference, period);
    return valuesIn(scenario, period).some((value, k) => value !== other[k]);
  });
}

/** Allowed value outside the range of the calibration data. */
export interface ScenarioWarning {
  parameter: string;
  value: number;
  calibrated_range: readonly [number, number];
}

type ScenarioResolution =
  | { ok: true; scenario: Scenario; warnings: ScenarioWarning[] }
  | { ok: false; issues: Issue[] };

/** Calibrated baseline: every parameter at its default. */
export function baselineScenario({ scenario }: WorkflowDefinition): Scenario {
  return baselineOf(scenario.parameters);
}

/** The calibrated baseline of some parameters. */
export function baselineOf(parameters: readonly Parameter[]): Scenario {
  return Object.fromEntries(parameters.map((parameter) => [parameter.id, parameter.default]));
}

/** Maximum number of listed issues. The last one then counts the omitted issues. */
const maxIssues = 20;

/**
 * Full scenario of a `scenario_context`. Omitted parameters get their defaults, and omitted values of single periods that of their parameter. Unknown parameters, wrong types and values outside the
 * bounds are issues, with the id of the parameter as their path, and so is a last period before the first one. Values are never coerced. If there are more than 20 issues, the last
 * listed issue has the path '' and counts the omitted issues.
 *
 * @param context untrusted value of the request; the baseline if undefined
 */
export function resolveScenario(definition: WorkflowDefinition, context: unknown = {}): ScenarioResolution {
  if (typeof context !== 'object' || context === null || Array.isArray(context)) {
    return { ok: false, issues: [{ path: '', message: 'expected an object of scenario parameters' }] };
  }
  const parameters = new Map(definition.scenario.parameters.map((parameter) => [parameter.id, parameter]));
  const values = new Map<string, unknown>(Object.entries(context));
  const issues = [...values.keys()]
    .filter((id) => !parameters.has(id))
    .map((path, position) => ({
      path,
      message:
        position > 0
          ? 'is not a parameter of this workflow'
          : `is not a parameter of this workflow. Its parameters: ${[...parameters.keys()].join(', ') || 'none'}`,
    }));

  const scenario: Record<string, number | string> = {};
  for (const parameter of parameters.values()) {
    const value = values.has(parameter.id) ? values.get(parameter.id) : parameter.default;
    const message = traitsOf(parameter).problemOf(value);
    if (message) issues.push({ path: parameter.id, message });
    // Adding 0 turns -0 into 0, so that equal scenarios have equal digests.
    else scenario[parameter.id] = typeof value === 'number' ? value + 0 : String(value);
  }
  Object.assign(
    scenario,
    ownValues(definition, scenario, (id) => values.has(id)),
  );
  if (issues.length === 0) issues.push(...periodIssues(definition, scenario));
  if (issues.length > 0) return { ok: false, issues: truncated(issues, maxIssues) };
  const warnings = numericParameters(definition.scenario.parameters)
    .filter((parameter) => !traitsOf(parameter).isInData(scenario[parameter.id]))
    .map(({ id, calibrated_range }) => ({ parameter: id, value: Number(scenario[id]), calibrated_range }));
  return { ok: true, scenario, warnings };
}

/** A scenario that applies until a period before its first one would change nothing. */
function periodIssues(definition: WorkflowDefinition, scenario: Scenario): Issue[] {
  const periods = periodsOf(definition);
  if (periods?.from === undefined || periods.until === undefined) return [];
  const { from, until, unit } = periods;
  const { first, last } = windowOf(periods, scenario);
  if (first <= last) return [];
  const message = `is ${last}, but ${from} is ${first}, so that no ${unit} would have the change: send a ${until} of at least ${first}, or a smaller ${from}`;
  return [{ path: until, message }];
}

/** Values of single periods that a request leaves out: the value of the parameter in the periods in which the scenario applies. */
function ownValues(definition: WorkflowDefinition, scenario: Scenario, isSent: (id: string) => boolean): Scenario {
  const periods = periodsOf(definition);
  const own = (periods?.by_period ?? []).filter(
    ({ value, period }) => !isSent(value) && isInWindow(periods!, scenario, period),
  );
  return Object.fromEntries(own.map(({ value, parameter }) => [value, scenario[parameter]!]));
}

function truncated(issues: Issue[], maxLength: number): Issue[] {
  if (issues.length <= maxLength) return issues;
  const listed = issues.slice(0, maxLength - 1);
  return [...listed, { path: '', message: `and ${issues.length - listed.length} more issues` }];
}

export const scenarioJsonSchemaSchema = z.strictObject({
  $schema: z.literal('https://json-schema.org/draft/2020-12/schema'),
  title: z.string(),
  type: z.literal('object'),
  additionalProperties: z.literal(false),
  properties: z.record(z.string(), valueJsonSchema),
});

/** JSON Schema (2020-12) of the `scenario_context` of a workflow. Unit, labels and calibrated range are annotations without validation. */
export function scenarioJsonSchema(definition: WorkflowDefinition): z.infer<typeof scenarioJsonSchemaSchema> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Scenario of ${definition.name}`,
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      definition.scenario.parameters.map((parameter) => [parameter.id, traitsOf(parameter).jsonSchema()]),
    ),
  };
}
