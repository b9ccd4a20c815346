import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario } from '../../../model/definition.js';
import { parseDefinition, simulate } from '../../../model/simulate.js';
import { runGolden, exceedsRandomError } from './golden-simulation.js';

const readDefinition = (slug: string) =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../../catalog/${slug}.json`), 'utf8')));

describe('Golden simulation', () => {
  it.each(['hiv-test-incentive', 'health-insurance-visits', 'repeated-pd-cooperation'])(
    'The golden simulation finds no issue in %s',
    (slug) => {
      const { golden, issues } = runGolden(readDefinition(slug));
      expect(issues).toEqual([]);
      expect(golden).toMatchObject({ agent_count: 500, seed: 1 });
    },
  );

  it('A covariance with failing draws is reported, even if the first two draws succeed', () => {
    // A copy, because the engine keeps what it computed from the objects of a definition.
    const definition = structuredClone(readDefinition('hiv-test-incentive'));
    definition.decision.coefficients.find(({ id }) => id === 'constant')!.estimate = 0;
    definition.decision.terms.find(({ id }) => id === 'constant')!.scale = 1e308;
    const { coefficients, matrix } = definition.evidence.covariance!;
    const position = coefficients.indexOf('constant');
    // A standard error of 1.07. Above 1.8, the term is not a number.
    matrix.forEach((row) => (row[position]! *= 2.4));
    matrix[position]!.forEach((value, k, row) => (row[k] = 2.4 * value));
    const request = { definition, scenario: baselineScenario(definition), seed: 1, agentCount: 500 };
    expect(simulate({ ...request, parameterDraws: 2 }).summary.uncertainty).toMatchObject({ parameter_draws: 2 });
    const [issue] = runGolden(definition).issues;
    expect(issue?.path).toBe('decision');
    expect(issue?.message).toMatch(/^Draw \d+ of the coefficients .* see the term constant/);
  });
});

const agents = 500;

/** Probabilities that 0, 1, 2, … agents choose the outcome, each with the same probability. */
function binomial(probability: number): number[] {
  let one = (1 - probability) ** agents;
  return Array.from({ length: agents + 1 }, (_, count) => {
    const own = one;
    one *= ((agents - count) / (count + 1)) * (probability / (1 - probability));
    return own;
  });
}

describe('Test of shares against random error', () => {
  it.each([0.0001, 0.001, 0.006, 0.05, 0.3, 0.5, 0.7])(
    'Fewer than one valid definition in a million is rejected at an expected share of %d',
    (probability) => {
      const refused = binomial(probability).filter((_, count) =>
        exceedsRandomError(count / agents, probability, agents),
      );
      expect(refused.length).toBeGreaterThan(0);
      expect(refused.reduce((sum, one) => sum + one, 0)).toBeLessThan(1e-6);
    },
  );

  it('A share of 0 is rejected if 6% are expected, and accepted if 0.6% are expected', () => {
    expect(exceedsRandomError(0, 0.06, agents)).toBe(true);
    expect(exceedsRandomError(0, 0.006, agents)).toBe(false);
  });

  it.each([
    [0, 0, false],
    [1, 1, false],
    [1, 1 + 1e-15, false],
    [0, -1e-17, false],
    [0.002, 0, true],
    [0.998, 1, true],
  ])('A share of %d with a certain expectation of %d is rejected: %j', (share, expected, isBeyond) => {
    expect(exceedsRandomError(share, expected, agents)).toBe(isBeyond);
  });
});
