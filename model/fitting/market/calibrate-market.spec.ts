import { backtest } from '../backtest.js';
import { parseRecipe } from '../../authoring/recipe/parse-recipe.js';
import { itInFullLevel } from '../../../test/support/full-level.js';
import { bassCurve } from '../bass.js';
import { calibrate } from '../calibrate.js';
import type { Table } from '../rows/table.js';
import { expandedCatalogSpec } from '../../../test/support/calibration/catalog-spec.js';

/** Synthetic markets: p, q, m in percent, and the percent of the first year. */
const technologyRates = {
  'Cellular.phone': [0.03, 0.2, 90, 10],
  'Colour.TV': [0.02, 0.3, 95, 10],
  Internet: [0.01, 0.25, 85, 10],
  Radio: [0.04, 0.15, 97, 10],
} as const;
const yearCount = 30;

interface Recipe {
  definition: {
    scenario: { parameters: { options: { id: string }[]; calibrated_range?: unknown }[] };
    decision: { coefficients: { id: string }[]; terms: { id: string; coefficient: string }[] };
  };
  data: { columns: Record<string, { map: Record<string, string> }> };
  fit: { sample: string };
}

/** Draft of the catalog recipe with four of its ten technologies and a typical one. */
function marketRecipe(): Recipe {
  const whole = expandedCatalogSpec('technology-adoption-bass') as Recipe;
  const kept = ['typical', 'cellular_phone', 'colour_tv', 'internet', 'radio'];
  const isKept = (id: string) =>
    kept.some((name) => id.endsWith(`_${name}`)) || ['one', 'advertising', 'word_of_mouth', 'seeded'].includes(id);
  const { decision, scenario } = whole.definition;
  decision.coefficients = decision.coefficients.filter(({ id }) => isKept(id));
  decision.terms = decision.terms.filter(({ id }) => isKept(id));
  const technology = scenario.parameters[0]!;
  // The ranges of the catalog do not fit these markets.
  for (const parameter of scenario.parameters) delete parameter.calibrated_range;
  technology.options = technology.options.filter(({ id }) => kept.includes(id));
  const column = whole.data.columns['parameter.technology']!;
  column.map = Object.fromEntries(Object.entries(column.map).filter(([, id]) => kept.includes(id)));
  whole.fit = { sample: 'full' };
  return whole;
}

/** Changes a percent of a year. Later readings are those of the held-out rows. */
type Change = (year: number, percent: number, name: string, isLater: boolean) => number;

/** Readings without error, each year. */
function readings(change: Change = (_, percent) => percent): Table {
  const rows = Object.entries(technologyRates).flatMap(([name, [p, q, m, first]]) => {
    const curve = bassCurve(p, q, m, first, yearCount);
    const early = Math.max(4, curve.findIndex((percent) => percent >= 40) + 1);
    return Array.from(curve, (percent, year) => [
      name,
      String(1950 + year),
      String(change(year, percent, name, year >= early)),
      year < early ? 'train' : 'test',
    ]);
  });
  const names = ['technology', 'year', 'adoption_pct', 'split'];
  return {
    columns: new Map(names.map((name, k) => [name, rows.map((row) => row[k]!)])),
    lines: Int32Array.from(rows.keys(), (row) => row + 2),
  };
}

/** Calibration of the markets. */
const calibrated = (data = readings()) =>
  calibrate({ recipe: parseRecipe(marketRecipe()), data, calibratedOn: '2026-01-01' });

const estimateOf = ({ definition }: ReturnType<typeof calibrated>, id: string) =>
  definition.evidence.estimates.find(({ coefficient }) => coefficient === id)!;

describe('Market calibration', () => {
  const calibration = calibrated();

  it('A factor has the range of the markets relative to their median, and a share of first users only its default', () => {
    const ranges = new Map(calibration.ranges.map(({ parameter, range }) => [parameter, range]));
    // The rates of innovation are 0.01, 0.02, 0.03 and 0.04.
    expect(ranges.get('advertising')).toEqual([0.4, 1.6]);
    expect(ranges.get('seeded_share')).toEqual([0, 0]);
  });

  it('The model error of the curve is the error of the forecasts relative to the standard deviation of a share', () => {
    const { curves, changes, shares } = calibration.definition.evidence.errors!.model!;
    expect(curves).toBeGreaterThan(0);
    expect(shares).toBe(curves);
    expect(changes).toEqual({});
  });

  it('The fit recovers p, q and m of each market', () => {
    for (const [k, name] of ['cellular_phone', 'colour_tv', 'internet', 'radio'].entries()) {
      const [p, q, m] = Object.values(technologyRates)[k]!;
      expect(Math.exp(estimateOf(calibration, `p_${name}`).estimate)).toBeCloseTo(p, 5);
      expect(Math.exp(estimateOf(calibration, `q_${name}`).estimate)).toBeCloseTo(q, 4);
      expect(100 * estimateOf(calibration, `m_${name}`).estimate).toBeCloseTo(m, 2);
    }
  });

  it('An option without readings gets the median of the other markets and their variation', () => {
    const { estimate, standard_error: error } = estimateOf(calibration, 'q_typical');
    const [low, high] = [Math.log(0.2), Math.log(0.25)];
    const middle = (low + high) / 2;
    const distances = [0.15, 0.2, 0.25, 0.3].map((q) => Math.abs(Math.log(q) - middle)).sort((a, b) => a - b);
    expect(estimate).toBeCloseTo(middle, 4);
    expect(error).toBeCloseTo((1.4826 * (distances[1]! + distances[2]!)) / 2, 3);
  });

  it('The forecast of later readings has a lower error than a straight line', () => {
    const { hold_out: holdOut } = calibration.definition.evidence;
    expect(holdOut.curves!.map(({ label }) => label)).toEqual([
      'Cellular phone',
      'Colour television',
      'Internet',
      'Radio',
    ]);
    expect(holdOut.observations).toBe(holdOut.curves!.reduce((sum, { points }) => sum + points.length, 0));
    const [score] = holdOut.scores;
    expect(score!.value).toBeLessThan(score!.null_value!);
    expect(score!.value).toBeLessThan(0.05);
  });

  it('Later readings of a market do not change its own forecast', () => {
    const predicted = ({ definition }: ReturnType<typeof calibrated>, label: string) =>
      definition.evidence.hold_out
        .curves!.find((curve) => curve.label === label)!
        .points.map((point) => point.predicted);
    const others = calibrated(
      readings((_, percent, name, isLater) => (name === 'Internet' && isLater ? 0.9 * percent : percent)),
    );
    expect(predicted(others, 'Internet')).toEqual(predicted(calibration, 'Internet'));
    expect(predicted(others, 'Radio')).not.toEqual(predicted(calibration, 'Radio'));
  });

  it('The same input gives the same definition', () => {
    expect(JSON.stringify(calibrated().definition)).toBe(JSON.stringify(calibration.definition));
  });

  it('A recipe of a market with weights is rejected', () => {
    const weighted = marketRecipe();
    Object.assign(weighted.data, { weight: 'year' });
    expect(() => parseRecipe(weighted)).toThrow('data.weight: must be omitted');
  });

  it('The backtest rejects a definition that was made from other data', () => {
    const others = readings((year, percent) => (year > 20 ? percent - 1 : percent));
    const work = () =>
      backtest({
        recipe: parseRecipe(marketRecipe()),
        data: others,
        definition: calibration.definition,
        agents: 2,
        seed: 1,
      });
    expect(work).toThrow('differ from those of this recipe and data');
  });

  it.each<[string, Change, string]>([
    ['a share is above 1', (year, percent) => (year === 3 ? 120 : percent), 'a share must be from 0 to 1'],
    ['a share is below 0', (year, percent) => (year === 3 ? -1 : percent), 'a share must be from 0 to 1'],
  ])('Readings are rejected if %s', (_, change, message) => {
    expect(() => calibrated(readings(change))).toThrow(message);
  });

  it('Readings are rejected if the first differs from the start in the definition', () => {
    const shifted = readings((_, percent) => percent - 1);
    expect(() => calibrated(shifted)).toThrow('the first reading of "Cellular phone" is 0.09');
  });

  it('Readings are rejected if years are not in ascending order', () => {
    const { columns, lines } = readings();
    const years = columns.get('year')!.map((year, row) => (row === 5 ? '1950' : year));
    expect(() => calibrated({ lines, columns: new Map([...columns, ['year', years]]) })).toThrow('in ascending order');
  });

  itInFullLevel('Simulated agents follow the forecast of each market within random error', () => {
    const { holdOut } = backtest({
      recipe: parseRecipe(marketRecipe()),
      data: readings(),
      definition: calibrated().definition,
      agents: 4,
      seed: 1,
    });
    for (const { points } of holdOut.curves!)
      for (const { predicted, simulated } of points) expect(Math.abs(predicted - simulated!)).toBeLessThan(0.02);
  });
});
