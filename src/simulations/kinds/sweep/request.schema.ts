import { z } from 'zod';
import { adjustmentFields } from '../../../saved/adjustments/adjustment.schema.js';
import { createSimulationSchema, runFields, withSuggestions } from '../../simulation.schema.js';
import { AppError, type Issue } from '../../../common/errors/app-error.js';
import {
  resolveScenario,
  type Scenario,
  type ScenarioWarning,
  type WorkflowDefinition,
} from '../../../../model/definition.js';
import { settingValue } from '../../schema-parts.js';

/** Maximum points of a sweep. Each point counts against the quota. */
export const maxPoints = 200;

const { workflow_id, agent_count, scenario_context, seed, follows, uncertainty } = createSimulationSchema.shape;

const name = z
  .string()
  .min(1)
  .max(64)
  .meta({ examples: ['train_cost_factor'] });

const listedSchema = z.strictObject({
  name,
  values: z
    .array(z.union([z.number(), z.string().max(64)]))
    .min(1)
    .max(maxPoints)
    .refine((values) => new Set(values).size === values.length, 'must not contain a value twice')
    .meta({ uniqueItems: true, examples: [[0.8, 1, 1.2]] }),
});

const rangeSchema = z
  .strictObject({
    name,
    from: z.number().meta({ examples: [0.8] }),
    to: z.number().meta({ examples: [1.2] }),
    steps: z
      .int()
      .min(2)
      .max(maxPoints)
      .meta({ description: 'Number of evenly spaced values, including both ends; 2 to 200.', examples: [5] }),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'must differ from `from`' });

export const sweepParameterSchema = z.union([listedSchema, rangeSchema]);
type SweepParameter = z.infer<typeof sweepParameterSchema>;

export const createSweepSchema = z.strictObject({
  workflow_id,
  agent_count,
  scenario_context: scenario_context.meta({
    description: 'Parameter values that all points share. Omitted parameters keep their calibrated defaults.',
    examples: [{ car_cost_factor: 1.1 }],
  }),
  seed: seed.meta({
    description:
      'Random seed of all points, so that they share agents and random errors. If omitted, the service generates a seed and returns it.',
  }),
  follows,
  uncertainty,
  parameters: z
    .array(sweepParameterSchema)
    .min(1)
    .max(2)
    .meta({
      description: `One or two parameters with their values. Two parameters form a grid. Maximum: ${maxPoints} points.`,
    }),
  ...adjustmentFields,
  ...runFields,
});
export type CreateSweep = z.infer<typeof createSweepSchema>;

/** A parameter with all its values. Ranges are expanded. */
export const sweptParameterSchema = z.strictObject({
  name: z.string().meta({ examples: ['train_cost_factor'] }),
  values: z.array(settingValue).meta({ examples: [[0.8, 1, 1.2]] }),
});
export type SweptParameter = z.infer<typeof sweptParameterSchema>;

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
