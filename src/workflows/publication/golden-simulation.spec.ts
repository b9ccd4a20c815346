import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario } from '../../../model/definition.js';
import { parseDefinition, simulate } from '../../../model/simulate.js';
import { runGolden } from './golden-simulation.js';

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
