import { AppError, type Issue } from '../../../common/errors/app-error.js';
import {
  resolveScenario,
  type Scenario,
  type ScenarioWarning,
  type WorkflowDefinition,
} from '../../../engine/definition.js';
import { withSuggestions } from '../../scenario-suggestions.js';
import { maxPoints, type CreateSweep, type SweepParameter, type SweptParameter } from './request.schema.js';

export interface SweepPoint {
  scenario: Scenario;
  warnings: readonly ScenarioWarning[];
}

/** Values of ranges are rounded to these digits, because 0.1 + 0.2 is not 0.3 in binary. */
const significantDigits = 12;

function valuesOf(parameter: SweepParameter): SweptParameter['values'] {
  if ('values' in parameter) return parameter.values;
  const { from, to, steps } = parameter;
  return Array.from({ length: steps }, (_, step) =>
    Number((from + ((to - from) * step) / (steps - 1)).toPrecision(significantDigits)),
  );
}

/** Returns the parameters with their values. Throws {@link AppError} `validation_error` if they do not form a grid. */
export function sweptParameters({ parameters, scenario_context = {} }: CreateSweep): SweptParameter[] {
  const swept = parameters.map((parameter) => ({ name: parameter.name, values: valuesOf(parameter) }));
  const issues: Issue[] = swept.flatMap(({ name }, index) => {
    const path = `parameters.${index}.name`;
    if (swept.findIndex((other) => other.name === name) < index)
      return [{ path, message: 'appears twice: list each parameter once' }];
    return Object.hasOwn(scenario_context, name)
      ? [{ path, message: 'is also set in scenario_context: set it in one place only' }]
      : [];
  });
  const count = swept.reduce((product, { values }) => product * values.length, 1);
  if (count > maxPoints) {
    issues.push({
      path: 'parameters',
      message: `expected at most ${maxPoints} points, received ${count}: use fewer values`,
    });
  }
  if (issues.length > 0) throw AppError.validation(issues);
  return swept;
}

/** Returns the values of each point, in the order of the points: the last parameter changes fastest. */
export function gridOf(parameters: readonly SweptParameter[]): Record<string, number | string>[] {
  return parameters.reduce<Record<string, number | string>[]>(
    (points, { name, values }) => points.flatMap((point) => values.map((value) => ({ ...point, [name]: value }))),
    [{}],
  );
}

/** Returns the scenario without the swept parameters: the values that all points share. */
export function commonOf(scenario: Scenario, parameters: readonly SweptParameter[]): Scenario {
  const swept = new Set(parameters.map(({ name }) => name));
  return Object.fromEntries(Object.entries(scenario).filter(([name]) => !swept.has(name)));
}

/** Returns the warnings of all points: one for each value outside the calibrated range. */
export function warningsOf(points: readonly SweepPoint[]): ScenarioWarning[] {
  const warnings = points.flatMap(({ warnings }) => warnings);
  return [...new Map(warnings.map((warning) => [`${warning.parameter} ${warning.value}`, warning])).values()];
}

/**
 * Returns the points with their scenarios. Throws {@link AppError} `invalid_scenario_context` with one issue for each value that the
 * workflow rejects.
 */
export function resolvePoints(
  definition: WorkflowDefinition,
  base: CreateSweep['scenario_context'],
  parameters: readonly SweptParameter[],
): SweepPoint[] {
  const issues = new Map<string, Issue>();
  const points = gridOf(parameters).map((values): SweepPoint => {
    const resolved = resolveScenario(definition, { ...base, ...values });
    if (resolved.ok) return resolved;
    for (const { path, message } of withSuggestions(definition, resolved.issues)) {
      const isValue = definition.scenario.parameters.some(({ id }) => id === path && Object.hasOwn(values, id));
      const text = isValue ? `${String(values[path])}: ${message}` : message;
      const position = parameters.findIndex(({ name }) => name === path);
      issues.set(`${path} ${text}`, { path: position < 0 ? path : `parameters.${position}`, message: text });
    }
    return { scenario: {}, warnings: [] };
  });
  if (issues.size > 0) throw AppError.withIssues('invalid_scenario_context', [...issues.values()]);
  return points;
}
