import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Column, mergeChunks } from '../columns/column.js';
import { digestColumns } from '../columns/digest-columns.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import type { Scenario } from '../definition/scenario.schema.js';
import type { EngineError } from '../engine-error.js';
import { compile } from './compile.js';
import { simulate } from './simulate.js';
import { simulateChunk } from './simulate-chunk.js';

const json = readFileSync(join(import.meta.dirname, '../../catalog/swissmetro-mode-choice.json'), 'utf8');
const definition = parseDefinition(JSON.parse(json));
const baseline = baselineScenario(definition);
const scenario: Scenario = { ...baseline, swissmetro_cost_factor: 0.8, train_headway_factor: 0.5 };

const named = (columns: readonly Column[], name: string) => columns.find((column) => column.name === name)!;

function errorOf(work: () => unknown): EngineError | undefined {
  try {
    work();
  } catch (error) {
    return error as EngineError;
  }
  return undefined;
}

const codeOf = (work: () => unknown) => errorOf(work)?.code;

describe('simulate', () => {
  const agentCount = 200;
  const whole = simulate({ definition, scenario, seed: 0, agentCount });

  it.each([1, 7, 100, 200, 1_000])(
    'A simulation has the same digest and summary in chunks of %d agents',
    (chunkSize) => {
      const output = simulate({ definition, scenario, seed: 0, agentCount, chunkSize });
      expect(output.digest).toBe(whole.digest);
      expect(output.summary).toEqual(whole.summary);
    },
  );

  it('The digest does not depend on the order of the chunks', () => {
    const ranges = Array.from({ length: 20 }, (_, k): [number, number] => [k * 10, k * 10 + 10]);
    fc.assert(
      fc.property(fc.shuffledSubarray(ranges, { minLength: ranges.length }), (order) => {
        const compiled = compile(definition, scenario, 0);
        expect(digestColumns(mergeChunks(order.map(([from, to]) => simulateChunk(compiled, from, to))))).toBe(
          whole.digest,
        );
      }),
      { numRuns: 10 },
    );
  });

  it('A simulation of 50 agents has the first 50 agents of a simulation of 200', () => {
    const few = simulate({ definition, scenario, seed: 0, agentCount: 50 });
    for (const column of few.columns) {
      expect(column.values).toEqual(named(whole.columns, column.name).values.slice(0, 50));
    }
  });

  it('Attributes and random errors of agents do not depend on the scenario', () => {
    const other = simulate({ definition, scenario: { ...baseline, car_time_factor: 2 }, seed: 0, agentCount });
    const fixed = whole.columns.filter(({ name }) =>
      /^(attribute|error|available|assignment_draw|baseline)/.test(name),
    );
    expect(fixed.length).toBeGreaterThan(20);
    for (const column of fixed) expect(named(other.columns, column.name).values).toEqual(column.values);
  });

  it('Outcomes and baseline outcomes are equal if the scenario is the baseline', () => {
    const { columns, summary } = simulate({ definition, scenario: baseline, seed: 3, agentCount });
    expect(named(columns, 'outcome').values).toEqual(named(columns, 'baseline_outcome').values);
    expect(summary.flows).toEqual([]);
    expect(summary.outcomes.map(({ difference }) => difference)).toEqual([0, 0, 0]);
  });

  it('Each seed gives different agents, including seed 0', () => {
    const digests = [0, 1, 2 ** 53 - 1].map((seed) => simulate({ definition, scenario, seed, agentCount }).digest);
    expect(digests[0]).toBe(whole.digest);
    expect(new Set(digests).size).toBe(3);
  });

  it('A simulation reports its progress and stops on request', () => {
    const done: number[] = [];
    simulate({ definition, scenario, seed: 0, agentCount, chunkSize: 90, onProgress: (agents) => done.push(agents) });
    expect(done).toEqual([90, 180, 200]);
    const stopped = () => simulate({ definition, scenario, seed: 0, agentCount, shouldStop: () => true });
    expect(codeOf(stopped)).toBe('simulation_canceled');
  });

  it('A stop takes effect between the draws of the coefficients', () => {
    const request = { definition, scenario, seed: 0, agentCount: 20, parameterDraws: 200 };
    let checks = 0;
    const whole = simulate({ ...request, shouldStop: () => ++checks === 0 });
    expect(checks).toBeGreaterThan(20);
    expect(whole.summary).toEqual(simulate(request).summary);
    const [last, until] = [checks, 15];
    checks = 0;
    expect(codeOf(() => simulate({ ...request, shouldStop: () => ++checks > until }))).toBe('simulation_canceled');
    expect(checks).toBeLessThan(last);
  });

  it.each([0, -1, 1.5, NaN])('A simulation of %d agents is rejected', (count) => {
    expect(codeOf(() => simulate({ definition, scenario, seed: 0, agentCount: count }))).toBe('invalid_argument');
  });

  it.each([1, -2, 2.5, NaN])('A number of %d parameter draws is rejected', (parameterDraws) => {
    const request = { definition, scenario, seed: 0, agentCount: 10, parameterDraws };
    expect(codeOf(() => simulate(request))).toBe('invalid_argument');
  });

  it('A scenario without all parameters is rejected', () => {
    expect(codeOf(() => simulate({ definition, scenario: {}, seed: 0, agentCount: 1 }))).toBe('invalid_scenario');
  });
});

describe('mergeChunks', () => {
  it('Chunks with a gap or an overlap are rejected', () => {
    const compiled = compile(definition, scenario, 0);
    const chunk = (from: number, to: number) => simulateChunk(compiled, from, to);
    expect(codeOf(() => mergeChunks([chunk(0, 2), chunk(3, 4)]))).toBe('invalid_argument');
    expect(codeOf(() => mergeChunks([chunk(0, 2), chunk(1, 4)]))).toBe('invalid_argument');
  });
});

describe('the choice', () => {
  const burdens: Record<string, string[]> = {
    train: ['train_time_factor', 'train_cost_factor', 'train_headway_factor'],
    swissmetro: [
      'swissmetro_time_factor',
      'swissmetro_cost_factor',
      'swissmetro_headway_factor',
      'swissmetro_airline_seats_share',
    ],
    car: ['car_time_factor', 'car_cost_factor'],
  };
  const parametersByAlternative = Object.entries(burdens).flatMap(([alternative, ids]) =>
    ids.map((id) => ({ alternative, id })),
  );

  it('No agent leaves an alternative that becomes cheaper, faster, more frequent or more comfortable', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...parametersByAlternative),
        fc.double({ min: 0.1, max: 1, noNaN: true }),
        fc.double({ min: 0.1, max: 1, noNaN: true }),
        fc.maxSafeNat(),
        ({ alternative, id }, a, b, seed) => {
          const outcomes = [Math.min(a, b), Math.max(a, b)].map((value) => {
            const chunk = simulateChunk(compile(definition, { ...scenario, [id]: value }, seed), 0, 100);
            const { values, categories } = named(chunk.columns, 'outcome');
            return Array.from(values, (code) => categories![code]);
          });
          const [better, worse] = outcomes as [string[], string[]];
          const lost = worse.filter((outcome, agent) => outcome === alternative && better[agent] !== alternative);
          expect(lost).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('Outcome shares agree with the mean probabilities within 3.5 standard errors', () => {
    const { columns } = simulate({ definition, scenario, seed: 5, agentCount: 40_000 });
    const outcome = named(columns, 'outcome');
    const outcomes = Array.from(outcome.values);
    outcome.categories!.forEach((id, code) => {
      const probabilities = Array.from(named(columns, `probability.${id}`).values);
      const share = outcomes.reduce((count, own) => count + Number(own === code), 0) / 40_000;
      const mean = probabilities.reduce((sum, probability) => sum + probability, 0) / 40_000;
      const variance =
        probabilities.reduce((sum, probability) => sum + probability * (1 - probability), 0) / 40_000 ** 2;
      expect(Math.abs(share - mean)).toBeLessThan(3.5 * Math.sqrt(variance));
    });
  });

  it('The outcome is the available alternative with the greatest utility plus error, and probabilities sum to 1', () => {
    const { columns } = simulate({ definition, scenario, seed: 6, agentCount: 500 });
    const ids = named(columns, 'outcome').categories!;
    for (let agent = 0; agent < 500; agent++) {
      const at = (prefix: string) => ids.map((id) => named(columns, `${prefix}.${id}`).values[agent]!);
      const available = at('available');
      const scores = at('utility').map((utility, k) => (available[k] ? utility + at('error')[k]! : -Infinity));
      expect(named(columns, 'outcome').values[agent]).toBe(scores.indexOf(Math.max(...scores)));
      expect(at('probability').reduce((sum, probability) => sum + probability, 0)).toBeCloseTo(1, 12);
      at('probability').forEach((probability, k) => expect(probability > 0).toBe(available[k] === 1));
    }
  });

  it('All numbers are finite, including those of unavailable alternatives', () => {
    const { columns } = simulate({ definition, scenario, seed: 6, agentCount: 500 });
    for (const { values } of columns) expect(values.every((value: number) => Number.isFinite(value))).toBe(true);
  });

  it.each([
    ['infinite', 1e308],
    ['not a number', NaN],
  ])('A simulation fails with the id of a term whose value is %s', (_, scale) => {
    const wrong = structuredClone(definition);
    wrong.decision.terms.find(({ id }) => id === 'headway')!.scale = scale;
    const error = errorOf(() => simulate({ definition: wrong, scenario, seed: 0, agentCount: 10 }));
    expect(error?.code).toBe('utility_not_finite');
    expect(error?.meta).toEqual({ term: 'headway', alternative: 'train', agent: 0 });
  });
});
