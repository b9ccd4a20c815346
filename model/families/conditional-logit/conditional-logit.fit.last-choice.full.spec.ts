import { baselineScenario } from '../../definition.js';
import type { ConditionalLogit } from './conditional-logit.schema.js';
import { simulate } from '../../simulate.js';
import { calibrationRows, describeWithData } from '../../../test/support/calibration-data.js';
import { clusterLikelihoods } from '../../fitting/results/compare-fits.js';
import { expectRows } from '../../fitting/evidence/simulate-rows.js';
import { calibratedRanges } from '../../fitting/evidence/calibrated-ranges.js';
import { backtest } from '../../fitting/backtest.js';
import { calibrate } from '../../fitting/calibrate.js';
import type { Model } from '../../fitting/fit-sample.js';
import { parseRecipe } from '../../authoring/recipe/parse-recipe.js';
import type { Table } from '../../fitting/rows/table.js';
import { expandSpec } from '../../authoring/expand-spec.js';
import { parseSpec } from '../../authoring/parse-spec.js';

const withoutSeries = ({ lastChoice: _lastChoice, ...model }: Model): Model => model;
const brands = ['heinz28', 'heinz32', 'heinz41', 'hunts32'];
const specOf = (formula: string, more = '', variables = '') => `title: Ketchup
formula: choice ~ ${formula}
alternatives:
  shape: wide
  columns: { price: "price.{alt}", disp: "disp.{alt}", feat: "feat.{alt}"${variables} }${more}
id_column: household
split: { column: split, train: train, test: test }
parameters: { price: { each: alternative } }
fit: { population_replicates: 20 }
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
      ['half', purchases.map((_, row) => (row % 2 === 0 ? 'train' : 'test'))],
    ]),
  };
  const lastChoice = '\n  last_choice: { column: previous_choice, periods: 8, unit: purchases }';

  function calibrated(text: string, change: (decision: ConditionalLogit) => void = () => undefined) {
    const expansion = expandSpec(parseSpec(text), data);
    change((expansion.recipe as unknown as { definition: { decision: ConditionalLogit } }).definition.decision);
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

  it('The value of a parameter in a period has the calibrated range of that parameter', () => {
    const definition = structuredClone(withHabits.definition);
    const [parameter, value] = ['price_hunts32', 'price_in_2'];
    const price = definition.scenario.parameters.find(({ id }) => id === parameter)!;
    definition.scenario.parameters.push({ ...price, id: value });
    (definition.decision as ConditionalLogit).periods!.by_period = [{ parameter, period: 2, value }];
    const ranges = calibratedRanges(definition, withHabits.held!.model, new Set());
    const [general, own] = [parameter, value].map((id) => ranges.find((one) => one.parameter === id)!);
    expect(own).toEqual({ ...general, parameter: value });
    expect(own!.range[0]).toBeLessThan(own!.range[1]);
  });

  describe('with two classes of households', () => {
    const more = `${lastChoice}\n  classes: { number: 2, membership: previous_choice }`;
    // No training household starts after Heinz 41, so the data do not identify its term.
    const mixed = calibrated(specOf('price + disp + feat', more), (decision) => {
      const isKnown = ({ coefficient = '', id = '' }: { coefficient?: string; id?: string }) =>
        !/class_2_.*heinz41$/.test(coefficient || id) || !/previous/.test(coefficient || id);
      decision.coefficients = decision.coefficients.filter(isKnown);
      decision.classes![1]!.membership = decision.classes![1]!.membership!.filter(isKnown);
    });

    it('The class of a household depends on its last purchase before its first one, and habits count within classes', () => {
      expect(mixed.definition.evidence.fits[0]!.log_likelihood).toBeGreaterThan(
        withHabits.definition.evidence.fits[0]!.log_likelihood + 100,
      );
      const { coefficients } = mixed.definition.decision as ConditionalLogit;
      const effects = coefficients.filter(({ id }) => id.startsWith('last_choice'));
      expect(effects).toHaveLength(2);
    });

    it('Scores predict each held-out purchase from the earlier ones: together they are the likelihood of the household', () => {
      const { scores, observations } = mixed.definition.evidence.hold_out;
      const joint = clusterLikelihoods({ calibration: mixed, recipe: mixed.input.recipe }, 'held-out')!;
      const sum = joint.values.reduce((total, value) => total + value, 0);
      expect(scores[0]!.value).toBeCloseTo(-sum / observations, 7);
      expect(scores[0]!.value).toBeLessThan(withHabits.definition.evidence.hold_out.scores[0]!.value - 0.02);
    });

    it('Simulated agents agree with the closed form of series of held-out purchases', () => {
      const { input, definition } = mixed;
      const { holdOut } = backtest({ ...input, definition, agents: 200, seed: 1 });
      expect(holdOut.simulation).toEqual({ agents: 200 * 90, seed: 1 });
    });
  });

  it('A held-out purchase is predicted from the last purchase before the first row of its household, by a chain', () => {
    const { held } = withHabits;
    const { model, trained } = held!;
    const { rows } = model;
    const series = Array.from(rows.test.filter((row) => rows.respondents[row] === rows.respondents[rows.test[0]!]));
    const expected = expectRows(trained, model, rows.test);
    const single = expectRows(trained, withoutSeries(model), Int32Array.from(series));
    const share = (table: typeof expected, row: number) => Array.from(table.values.subarray(row * 4, row * 4 + 4));
    expect(share(expected, series[0]!)).toEqual(share(single, series[0]!));
    // The second one: the mean over all possible first ones.
    const after = (last: number, row: number) => {
      const columns = rows.attributes.columns.map((column) =>
        column.name === 'attribute.previous_choice' && column.type === 'category'
          ? { ...column, values: new Uint8Array(rows.count).fill(column.categories.indexOf(brands[last]!)) }
          : column,
      );
      const moved = withoutSeries({ ...model, rows: { ...rows, attributes: { ...rows.attributes, columns } } });
      return share(expectRows(trained, moved, Int32Array.of(row)), row);
    };
    const first = share(expected, series[0]!);
    brands.forEach((_, k) => {
      const mean = brands.reduce((sum, __, last) => sum + first[last]! * after(last, series[1]!)[k]!, 0);
      expect(share(expected, series[1]!)[k]).toBeCloseTo(mean, 12);
    });
  });

  it('A split that cuts households is refused, because their held-out purchases follow fitted ones', () => {
    const cut = 'split: { column: half, train: train, test: test, cuts_groups: true }';
    const text = specOf('price', lastChoice).replace(/split: .*/, cut);
    expect(() => calibrated(text)).toThrow(
      'a decision with periods needs a split that leaves all rows of a respondent together',
    );
  });

  it('A backtest compares agents with series of held-out purchases', () => {
    const { input, definition } = withHabits;
    const { holdOut } = backtest({ ...input, definition, agents: 200, seed: 1 });
    expect(holdOut.simulation).toEqual({ agents: 200 * 90, seed: 1 });
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
