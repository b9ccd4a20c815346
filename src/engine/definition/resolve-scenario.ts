import { type Issue } from '../engine-error.js';
import { type WorkflowDefinition } from './definition.schema.js';
import { isChoice, type Parameter, type Scenario } from './scenario.schema.js';

/** A value that is allowed, but lies where the model has not seen data. */
export interface ScenarioWarning {
  parameter: string;
  value: number;
  calibrated_range: readonly [number, number];
}

export type ScenarioResolution =
  { ok: true; scenario: Scenario; warnings: ScenarioWarning[] } | { ok: false; issues: Issue[] };

/** The calibrated baseline: every parameter at its default. */
export function baselineScenario(definition: WorkflowDefinition): Scenario {
  return Object.fromEntries(definition.scenario.parameters.map((parameter) => [parameter.id, parameter.default]));
}

/** As many issues as an answer lists, the last of which says how many more there are. */
const MOST_ISSUES = 20;

/**
 * A full scenario from what a user gave: defaults fill what is left out. Unknown parameters, other types and values out of the hard bounds
 * are issues, whose path is the parameter's id; nothing is coerced. At most 20 issues: the last then says, at the path '', how many more.
 *
 * @param context what came over the wire; nothing at all means the baseline
 */
export function resolveScenario(definition: WorkflowDefinition, context: unknown = {}): ScenarioResolution {
  if (typeof context !== 'object' || context === null || Array.isArray(context)) {
    return { ok: false, issues: [{ path: '', message: 'expected an object of scenario parameters' }] };
  }
  const parameters = new Map(definition.scenario.parameters.map((parameter) => [parameter.id, parameter]));
  const given = new Map<string, unknown>(Object.entries(context));
  const issues = [...given.keys()]
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
    const value = given.has(parameter.id) ? given.get(parameter.id) : parameter.default;
    const message = problemWith(parameter, value);
    if (message) issues.push({ path: parameter.id, message });
    else if (isChoice(parameter)) scenario[parameter.id] = String(value);
    else if (typeof value === 'number') {
      // Adding 0 turns -0 into 0: the two are one scenario and must have one digest.
      scenario[parameter.id] = value + 0;
      const [low, high] = parameter.calibrated_range;
      if (value < low || value > high) warnings.push({ parameter: parameter.id, value, calibrated_range: [low, high] });
    }
  }
  return issues.length > 0 ? { ok: false, issues: atMost(issues, MOST_ISSUES) } : { ok: true, scenario, warnings };
}

function atMost(issues: Issue[], most: number): Issue[] {
  if (issues.length <= most) return issues;
  const listed = issues.slice(0, most - 1);
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
