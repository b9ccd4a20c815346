import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withOwnFares, withPeriods } from '../testing/mixed-definitions.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { baselineScenario, resolveScenario, scenarioJsonSchema } from './resolve-scenario.js';

const json = readFileSync(join(import.meta.dirname, '../../model/testing/linear-mode-choice.json'), 'utf8');
const definition = parseDefinition(JSON.parse(json));

describe('resolveScenario', () => {
  it('Omitted parameters get their calibrated defaults', () => {
    const expected = { ...baselineScenario(definition), car_time_factor: 1.2 };
    expect(resolveScenario(definition, { car_time_factor: 1.2 })).toEqual({
      ok: true,
      scenario: expected,
      warnings: [],
    });
    expect(resolveScenario(definition)).toEqual({ ok: true, scenario: baselineScenario(definition), warnings: [] });
  });

  it('A value outside the calibrated range is accepted with a warning', () => {
    expect(resolveScenario(definition, { train_cost_factor: 0.5 })).toMatchObject({
      ok: true,
      warnings: [{ parameter: 'train_cost_factor', value: 0.5, calibrated_range: [0.8, 1.25] }],
    });
  });

  it('Values at the bounds of a parameter are accepted, and values outside are rejected', () => {
    expect(resolveScenario(definition, { train_cost_factor: 0.1, car_cost_factor: 5 }).ok).toBe(true);
    expect(resolveScenario(definition, { train_cost_factor: 0.0999, car_cost_factor: 5.001 })).toEqual({
      ok: false,
      issues: [
        { path: 'train_cost_factor', message: 'expected at least 0.1 (× baseline)' },
        { path: 'car_cost_factor', message: 'expected at most 5 (× baseline)' },
      ],
    });
  });

  it.each([['1'], [null], [true], [NaN], [Infinity], [[1]], [{}], [undefined]])(
    'The value %p of a numeric parameter is rejected without coercion',
    (value) => {
      expect(resolveScenario(definition, { train_cost_factor: value })).toEqual({
        ok: false,
        issues: [{ path: 'train_cost_factor', message: 'expected a number' }],
      });
    },
  );

  it.each(['price', '__proto__', 'constructor', 'toString'])('The unknown parameter %s is rejected', (id) => {
    const context: unknown = JSON.parse(`{ "${id}": 1 }`);
    expect(resolveScenario(definition, context)).toMatchObject({ ok: false, issues: [{ path: id }] });
  });

  it('At most 20 issues are listed, the first names the parameters and the last counts the omitted issues', () => {
    const context = Object.fromEntries(Array.from({ length: 5_000 }, (_, k) => [`unknown_${k}`, k]));
    const resolved = resolveScenario(definition, { ...context, car_time_factor: 'fast' });
    const issues = resolved.ok ? [] : resolved.issues;
    expect(issues).toHaveLength(20);
    expect(issues[0]!.message).toMatch(/^is not a parameter of this workflow. Its parameters: train_time_factor, /);
    expect(issues[1]).toEqual({ path: 'unknown_1', message: 'is not a parameter of this workflow' });
    expect(issues.at(-1)).toEqual({ path: '', message: 'and 4982 more issues' });
    const twenty = resolveScenario(definition, Object.fromEntries(Object.entries(context).slice(0, 20)));
    expect(twenty.ok ? [] : twenty.issues.map(({ path }) => path)).toEqual(Object.keys(context).slice(0, 20));
  });

  it.each([[null], ['text'], [3], [[]]])('The scenario %j is rejected because it is not an object', (context) => {
    expect(resolveScenario(definition, context)).toMatchObject({ ok: false, issues: [{ path: '' }] });
  });

  it('The value -0 becomes 0, so that equal scenarios have equal digests', () => {
    const resolved = resolveScenario(definition, { swissmetro_airline_seats_share: -0 });
    expect(resolved.ok && Object.is(resolved.scenario.swissmetro_airline_seats_share, 0)).toBe(true);
  });
});

describe('the periods of a scenario', () => {
  const repeated = withOwnFares(withPeriods(definition));

  it('A last period before the first one is rejected with the values that are possible', () => {
    const message =
      'is 2, but first_trip is 5, so that no trips would have the change: send a last_trip of at least 5, or a smaller first_trip';
    const resolved = resolveScenario(repeated, { train_cost_factor: 0.8, first_trip: 5, last_trip: 2 });
    expect(resolved).toEqual({ ok: false, issues: [{ path: 'last_trip', message }] });
    expect(resolveScenario(repeated, { first_trip: 5, last_trip: 5 }).ok).toBe(true);
  });

  it('A value of a single period that is left out is that of its parameter, if the scenario applies in the period', () => {
    const own = (context: object) => {
      const resolved = resolveScenario(repeated, context);
      if (!resolved.ok) throw new Error('the scenario is valid');
      return [resolved.scenario.swissmetro_fare_2, resolved.scenario.swissmetro_fare_3];
    };
    expect(own({ swissmetro_cost_factor: 0.5 })).toEqual([0.5, 0.5]);
    expect(own({ swissmetro_cost_factor: 0.5, last_trip: 2 })).toEqual([0.5, 1]);
    expect(own({ swissmetro_cost_factor: 0.5, swissmetro_fare_2: 1 })).toEqual([1, 0.5]);
    expect(own({ train_cost_factor: 0.5 })).toEqual([1, 1]);
  });
});

describe('scenarioJsonSchema', () => {
  it('The JSON Schema of a scenario describes every parameter and allows no other', () => {
    const schema = scenarioJsonSchema(definition);
    expect(schema.additionalProperties).toBe(false);
    expect(Object.keys(schema.properties)).toEqual(definition.scenario.parameters.map(({ id }) => id));
    expect(schema.properties.train_headway_factor).toMatchObject({
      type: 'number',
      default: 1,
      minimum: 0.1,
      maximum: 5,
      'x-unit': '× baseline',
      'x-calibrated-range': [0.5, 2],
    });
  });
});
