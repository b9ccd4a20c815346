import { tableOf } from '../../../test/support/calibration/table-of.js';
import { expandSpec } from '../../authoring/expand-spec.js';
import { parseSpec } from '../../authoring/parse-spec.js';
import { parseRecipe } from '../../authoring/recipe/parse-recipe.js';
import { numbers } from '../../authoring/testing/numbers.js';
import { baselineScenario } from '../../definition.js';
import { simulate } from '../../simulation/simulate.js';
import { calibrate } from '../calibrate.js';

/** Visits of people with a letter or without. Some people never go, which a negative binomial does not contain. */
function experimentOf(never: number) {
  const next = numbers(5);
  return Array.from({ length: 1_000 }, () => {
    const [letter, age] = [next() < 0.5, 20 + 50 * next()];
    const mean = Math.exp(0.6 + (letter ? 0.4 : 0) + 0.01 * (age - 45));
    let visits = 0;
    for (let product = next(); product > Math.exp(-mean); product *= next()) visits++;
    return {
      ...{ letter: letter ? 'letter' : 'none', age: age.toFixed(1) },
      visits: letter && next() < never ? 0 : visits,
    };
  });
}

function fitted(rows: ReturnType<typeof experimentOf>) {
  const spec = `title: Letters
formula: visits ~ letter + age
family: counts
parameters: { letter: { randomized: true, baseline: none } }
fit: { population_replicates: 20, baseline_reason: The letters are assigned at random. }
`;
  const { recipe, table } = expandSpec(parseSpec(spec), tableOf(rows));
  const { definition } = calibrate({ recipe: parseRecipe(recipe), data: table, calibratedOn: '2026-12-01' });
  const [parameter] = definition.scenario.parameters;
  const scenario = { ...baselineScenario(definition), [parameter!.id]: 'letter' };
  return simulate({ definition, scenario, seed: 1, agentCount: 2_000 }).summary;
}

/** The difference of the means of both arms, with its standard error. */
function differenceOf(rows: ReturnType<typeof experimentOf>) {
  const [own, none] = ['letter', 'none'].map((arm) => {
    const visits = rows.filter(({ letter }) => letter === arm).map((row) => row.visits);
    const mean = visits.reduce((sum, value) => sum + value, 0) / visits.length;
    const variance = visits.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (visits.length - 1);
    return { mean, variance: variance / visits.length };
  });
  return { value: own!.mean - none!.mean, error: Math.sqrt(own!.variance + none!.variance) };
}

describe('effects between the arms of an experiment', () => {
  it.each([0, 0.3])(
    'The interval of an effect on a mean is that of the difference of the means, also if the model is wrong (%s never go)',
    (never) => {
      const rows = experimentOf(never);
      const { value, error } = differenceOf(rows);
      const [low, high] = fitted(rows).measures[0]!.difference_interval!;
      expect((high - low) / (3.92 * error)).toBeGreaterThan(0.85);
      expect((high - low) / (3.92 * error)).toBeLessThan(1.15);
      expect(Math.abs((low + high) / 2 - value)).toBeLessThan(0.5 * error);
    },
  );

  it('The interval of a share contains the difference in the data if the family misfits it', () => {
    const rows = experimentOf(0.3);
    const share = (arm: string) => {
      const own = rows.filter(({ letter }) => letter === arm);
      return own.filter(({ visits }) => visits === 0).length / own.length;
    };
    const [none] = fitted(rows).outcomes;
    const [low, high] = none!.difference_interval!;
    const observed = share('letter') - share('none');
    expect(low).toBeLessThan(observed);
    expect(high).toBeGreaterThan(observed);
    expect(Math.abs(none!.difference - observed)).toBeGreaterThan(0.03);
  });
});
