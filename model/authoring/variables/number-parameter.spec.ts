import { calibrate } from '../../fitting/calibrate.js';
import { calibrationResult } from '../../fitting/results/calibration-result.js';
import type { Table } from '../../fitting/rows/table.js';
import { resolveScenario } from '../../definition.js';
import { simulate } from '../../simulation/simulate.js';
import { expandSpec } from '../expand-spec.js';
import { parseSpec } from '../parse-spec.js';
import { parseRecipe } from '../recipe/parse-recipe.js';

/** Purchases at three prices. */
const rows = Array.from({ length: 600 }, (_, k) => {
  const price = [9, 12, 15][k % 3]!;
  return { price, rate: price, age: 20 + ((k * 7) % 50), buys: (k * 31) % 100 < 105 - 5 * price ? 1 : 0 };
});
const table: Table = {
  columns: new Map(
    (['price', 'rate', 'age', 'buys'] as const).map((name) => [name, rows.map((row) => String(row[name]))]),
  ),
  lines: Int32Array.from(rows, (_, row) => row + 2),
};

const expanded = (fields: string) =>
  expandSpec(parseSpec(`title: Prices\noutcome: { event: 1, label: Buys }\n${fields}`), table);

function parameterOf(fields: string): unknown {
  const { scenario } = expanded(fields).recipe.definition as { scenario: { parameters: unknown[] } };
  return scenario.parameters[0];
}

describe('numbers that scenarios set', () => {
  const { recipe, table: data } = expanded(
    'formula: buys ~ price + age\nparameters: { price: {} }\nunits: { price: USD }',
  );
  const calibration = calibrate({ recipe: parseRecipe(recipe), data, calibratedOn: '2026-01-01' });
  const { definition } = calibration;

  it('A price of three values is set to any number of its range, and compared with the reference', () => {
    expect(definition.scenario.parameters).toMatchObject([
      { id: 'price', type: 'number', unit: 'USD', default: 9, minimum: 9, maximum: 15, calibrated_range: [9, 15] },
    ]);
    const shareAt = (price: number) => {
      const resolved = resolveScenario(definition, { price });
      if (!resolved.ok) throw new Error('the price is refused');
      const { summary } = simulate({ definition, scenario: resolved.scenario, seed: 1, agentCount: 2_000 });
      return summary.outcomes[1]!.share;
    };
    const shares = [9, 12, 13.5, 15].map(shareAt);
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    expect(resolveScenario(definition, { price: 16 }).ok).toBe(false);
    const { effects } = calibrationResult(calibration);
    expect(effects.map(({ label }) => label)).toEqual(['Price: 12 compared with 9', 'Price: 15 compared with 9']);
    expect(effects[1]!.simulated).toBeCloseTo(shares[3]! - shares[0]!, 2);
  });

  it('The check of the baseline has the observed share, because each row has its own price', () => {
    for (const { observed, simulated } of definition.evidence.baseline!.figures)
      expect(Math.abs(observed - simulated)).toBeLessThan(0.002);
  });

  it.each([
    ['A number that was assigned at random', 'formula: buys ~ rate\nparameters: { rate: { randomized: true } }'],
    [
      'A number with a type in the spec',
      'formula: buys ~ rate + I(rate^2)\nparameters: { rate: {} }\ncolumns: { rate: { type: number } }',
    ],
    ['A number of the respondent with `change: set`', 'formula: buys ~ rate\nparameters: { rate: { change: set } }'],
  ])('%s is set to any number', (_, fields) => {
    expect(parameterOf(fields)).toMatchObject({ type: 'number', default: 9 });
  });

  it('Many values of a price that was assigned at random, or of a column with `change: set`, are a range', () => {
    const set = { type: 'number', default: 20, minimum: 20, maximum: 69 };
    expect(parameterOf('formula: buys ~ age\nparameters: { age: { change: set } }')).toMatchObject(set);
    expect(parameterOf('formula: buys ~ age\nparameters: { age: { randomized: true } }')).toMatchObject({ default: 1 });
    const paid = { ...table, columns: new Map([...table.columns, ['fee', table.columns.get('age')!]]) };
    const spec = 'title: Fees\nformula: buys ~ fee\nparameters: { fee: { randomized: true } }';
    const { scenario } = expandSpec(parseSpec(spec), paid).recipe.definition as { scenario: { parameters: object[] } };
    expect(scenario.parameters).toMatchObject([set]);
  });

  it('The first value of compare is the reference', () => {
    const fields = 'formula: buys ~ log(price)\nparameters: { price: { compare: [12, 9, 15] } }';
    expect(parameterOf(fields)).toMatchObject({ type: 'number', default: 12 });
  });

  it.each([
    [
      'The function factor() makes options of a price',
      'formula: buys ~ factor(price)\nparameters: { price: {} }',
      'choice',
    ],
    [
      'Labels make options of a price',
      'formula: buys ~ price\nparameters: { price: { compare: { 9: Low, 15: High } } }',
      'choice',
    ],
    ['A number of the respondent keeps its own value', 'formula: buys ~ rate\nparameters: { rate: {} }', 'choice'],
    [
      'The setting `change: multiply` makes a factor of a price',
      'formula: buys ~ price\nparameters: { price: { change: multiply } }',
      'number',
    ],
  ])('%s', (_, fields, type) => {
    expect(parameterOf(fields)).toMatchObject({ type, default: type === 'choice' ? 'as_observed' : 1 });
  });

  it('A value of compare outside the data is an issue', () => {
    expect(() => expanded('formula: buys ~ price\nparameters: { price: { compare: [9, 20] } }')).toThrow(
      '"20" is not between 9 and 15',
    );
  });
});
