import type { Issue } from '../engine-error.js';
import type { WorkflowDefinition } from './definition.schema.js';
import { isChoice, type Parameter, type Scenario } from './scenario.schema.js';

/** Allowed value outside the range of the calibration data. */
export interface ScenarioWarning {
  parameter: string;
  value: number;
  calibrated_range: readonly [number, number];
}

export type ScenarioResolution =
  | { ok: true; scenario: Scenario; warnings: ScenarioWarning[] }
  | { ok: false; issues: Issue[] };

/** Calibrated baseline: every parameter at its default. */
export function baselineScenario(definition: WorkflowDefinition): Scenario {
  return Object.fromEntries(definition.scenario.parameters.map((parameter) => [parameter.id, parameter.default]));
}

/** Maximum number of listed issues. The last one then counts the omitted issues. */
const maxIssues = 20;

/**
 * Full scenario of a `scenario_context`. Omitted parameters get their defaults. Unknown parameters, wrong types and values outside the
 * bounds are issues, with the id of the parameter as their path. Values are never coerced. If there are more than 20 issues, the last
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
  const warnings: ScenarioWarning[] = [];
  for (const parameter of parameters.values()) {
    const value = values.has(parameter.id) ? values.get(parameter.id) : parameter.default;
    const message = problemWith(parameter, value);
    if (message) issues.push({ path: parameter.id, message });
    else if (isChoice(parameter)) scenario[parameter.id] = String(value);
    else if (typeof value === 'number') {
      // Adding 0 turns -0 into 0, so that equal scenarios have equal digests.
      scenario[parameter.id] = value + 0;
      const [low, high] = parameter.calibrated_range;
      if (value < low || value > high) warnings.push({ parameter: parameter.id, value, calibrated_range: [low, high] });
    }
  }
  return issues.length > 0 ? { ok: false, issues: truncated(issues, maxIssues) } : { ok: true, scenario, warnings };
}

function truncated(issues: Issue[], maxLength: number): Issue[] {
  if (issues.length <= maxLength) return issues;
  const listed = issues.slice(0, maxLength - 1);
  return [...listed, { path: '', message: `and ${issues.length - listed.length} more issues` }];
}

function problemWith(parameter: Parameter, value: unknown): string | undefined {
  if (isChoice(parameter)) {
    const options = parameter.options.map(({ id }) => id);
    return typeof value === 'string' && options.includes(value) ? undefined : `expected one of ${options.join(', ')}`;
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'expected a number';
  if (parameter.type === 'integer' && !Number.isInteger(value)) return 'expected an integer';
  if (value < parameter.minimum) return `expected at least ${parameter.minimum} (${parameter.unit})`;
  if (value > parameter.maximum) return `expected at most ${parameter.maximum} (${parameter.unit})`;
  return undefined;
}
