import { baselineScenario } from '../../../engine/definition.js';
import type { ConditionalLogit } from '../../../engine/families/conditional-logit/conditional-logit.schema.js';
import { simulate } from '../../../engine/simulate.js';
import { calibrationRows, describeWithData } from '../../../../test/support/calibration-data.js';
import { backtest } from '../../backtest.js';
import { calibrate } from '../../calibrate.js';
import { parseRecipe } from '../../recipe/parse-recipe.js';
import type { Table } from '../../rows/table.js';
import { expandSpec } from '../../spec/expand-spec.js';
import { parseSpec } from '../../spec/parse-spec.js';

const brands = ['heinz28', 'heinz32', 'heinz41', 'hunts32'];
const specOf = (formula: string, more = '', variables = '') => `title: Ketchup
formula: choice ~ ${formula}
alternatives:
  shape: wide
  columns: { price: "price.{alt}", disp: "disp.{alt}", feat: "feat.{alt}"${variables} }${more}
id_column: household
split: { column: split, train: train, test: test }
levers: { price: { each: alternative } }
`;
describeWithData('catsup-brand-choice', 'ketchup purchases with habits', () => {
  const purchases = calibrationRows('catsup-brand-choice').filter((row) => row.previous_choice !== '');
  /** Purchases after a known one, with a column for each brand that is 1 after the same brand. */
  const data: Table = {
    lines: Int32Array.from(purchases, (_, row) => row + 2),
    columns: new Map([
      ...Object.keys(purchases[0]!).map((name): [string, string[]] => [name, purchases.map((row) => row[name]!)]),
      ...brands.map((brand): [string, string[]] => [
        `last.${brand}`,
        purchases.map((row) => String(Number(row.previous_choice === brand))),
      ]),
    ]),
  };
  const lastChoice = '\n  last_choice: { column: previous_choice, periods: 8, unit: purchases }';

  function calibrated(text: string) {
    const expansion = expandSpec(parseSpec(text), data);
    const recipe = parseRecipe(expansion.recipe);
    const input = { recipe, data: expansion.table, calibratedOn: '2026-11-27' };
    return { input, ...calibrate(input) };
  }

  const withHabits = calibrated(specOf('price + disp + feat', lastChoice));
  const estimatesOf = ({ definition }: typeof withHabits) =>
    (definition.decision as ConditionalLogit).coefficients.map(({ estimate }) => estimate);

  it('The fit equals that of a variable that is 1 for the last brand, and evidence is about single purchases', () => {
    const asVariable = calibrated(specOf('price + disp + feat + last', '', ', last: "last.{alt}"'));
    estimatesOf(withHabits).forEach((estimate, k) => expect(estimate).toBeCloseTo(estimatesOf(asVariable)[k]!, 6));
    const [own, other] = [withHabits, asVariable].map(({ definition }) => definition.evidence);
    expect(own!.fits[0]!.log_likelihood).toBeCloseTo(other!.fits[0]!.log_likelihood, 6);
    expect(own!.hold_out.scores[0]!.value).toBeCloseTo(other!.hold_out.scores[0]!.value, 6);
    expect(own!.baseline!.figures.map(({ id }) => id)).toEqual(brands);
  });

  it('Habits improve the prediction of households that were not in the fit', () => {
    const without = calibrated(specOf('price + disp + feat'));
    const [before, after] = [without, withHabits].map(
      ({ definition }) => definition.evidence.hold_out.scores[0]!.value,
    );
    expect(before).toBeCloseTo(0.8807, 3);
    expect(after).toBeCloseTo(0.7798, 3);
  });

  it('A temporary price changes later purchases less and less', () => {
    const { definition } = withHabits;
    const scenario = {
      ...baselineScenario(definition),
      ...{ price_hunts32: 0.7, first_period: 2, last_period: 3 },
    };
    const { curves } = simulate({ definition, scenario, seed: 1, agentCount: 4_000 }).summary;
    const { points } = curves.find(({ id }) => id === 'hunts32_by_period')!;
    const effects = points.map(({ share, baseline_share: before }) => share - before);
    expect(effects[0]).toBe(0);
    expect(effects[1]).toBeGreaterThan(0.05);
    expect(effects[2]).toBeGreaterThan(effects[1]!);
    for (const period of [3, 4, 5]) {
      expect(effects[period]).toBeGreaterThan(0);
      expect(effects[period]).toBeLessThan(effects[period - 1]! * 0.7);
    }
  });

  it('A backtest compares agents with single held-out purchases', () => {
    const { input, definition } = withHabits;
    const { holdOut } = backtest({ ...input, definition, agents: 2_000, seed: 1 });
    expect(holdOut.simulation).toEqual({ agents: expect.any(Number) as number, seed: 1 });
  });

  it.each([
    ['{ column: household, periods: 8 }', '"household" never has the value "heinz28" of an alternative'],
    ['{ column: previous, periods: 8 }', 'uses "previous", which is not a column of the data'],
    ['{ column: previous_choice, periods: 1 }', 'alternatives.last_choice.periods'],
  ])('The last choice %s is refused', (own, message) => {
    const text = specOf('price', `\n  last_choice: ${own}`);
    expect(() => expandSpec(parseSpec(text), data)).toThrow(message);
  });
});
