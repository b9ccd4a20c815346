import { rowsOf } from '../../../test/support/full-level.js';
import { calibrate } from '../../fitting/calibrate.js';
import type { Table } from '../../fitting/rows/table.js';
import { expandSpec } from '../expand-spec.js';
import { parseSpec } from '../parse-spec.js';
import { parseRecipe } from '../recipe/parse-recipe.js';
import { numbers } from '../testing/numbers.js';
import { draftSpec } from './draft-spec.js';

type Random = () => number;
const normal = (next: Random) => Math.sqrt(-2 * Math.log(next() || 0.5)) * Math.cos(2 * Math.PI * next());
const logistic = (next: Random) => {
  const share = next() || 0.5;
  return Math.log(share / (1 - share));
};

function poisson(next: Random, mean: number): number {
  if (mean > 200) return Math.round(mean + Math.sqrt(mean) * normal(next));
  let count = 0;
  for (let product = next(); product > Math.exp(-mean); product *= next()) count++;
  return count;
}

const digits = (value: number) => String(Number(value.toPrecision(6)));

type Cells = Readonly<Record<string, string>>;

/** A choice between three modes of travel, one of which depends on the predictor. */
function drawChoice(next: Random, predictor: number, scale: number) {
  const shown = ['bus', 'car', 'rail'].map((mode) => ({ mode, price: 1 + 3 * next(), minutes: 10 + 20 * next() }));
  const utilities = shown.map(
    ({ mode, price, minutes }) =>
      (mode === 'car' ? predictor : 0) - 0.8 * price - 0.05 * minutes - Math.log(-Math.log(next() || 0.5)),
  );
  const best = utilities.indexOf(Math.max(...utilities));
  return shown.map(({ mode, price, minutes }, k) => ({
    ...{ mode, price: digits(scale * price), minutes: digits(minutes) },
    outcome: k === best ? '1' : '0',
  }));
}

/** Rows with the outcome of a respondent with a linear predictor, by the family that the draft must find. */
const rowsByKind: Readonly<Record<string, (next: Random, predictor: number, scale: number, row: number) => Cells[]>> = {
  'conditional_logit, long': (next, predictor, scale, row) =>
    drawChoice(next, predictor, scale).map((cells) => ({ trip: String(row), ...cells })),
  'conditional_logit, wide': (next, predictor, scale) => {
    const shown = drawChoice(next, predictor, scale);
    const columns = shown.map(({ mode, price, minutes }) => ({
      [`price_${mode}`]: price,
      [`minutes_${mode}`]: minutes,
    }));
    return [Object.assign({ outcome: shown.find(({ outcome }) => outcome === '1')!.mode }, ...columns) as Cells];
  },
  'willingness_to_pay, bids': (next, predictor, scale) => {
    const amount = next() < 0.2 ? 0 : scale * Math.exp(1 + 0.4 * predictor + 0.6 * normal(next));
    const first = scale * [1, 2, 4, 8][Math.floor(4 * next())]!;
    const bids = [0, ...[first, amount < first ? first / 2 : 2 * first].sort((a, b) => a - b)];
    const upper = bids.find((bid) => bid > amount);
    return [
      { outcome: digits(bids.findLast((bid) => bid <= amount)!), upper: upper === undefined ? '' : digits(upper) },
    ];
  },
};

/** Outcome of a respondent, if it is one column. */
const outcomes: Readonly<Record<string, (next: Random, predictor: number, scale: number) => string>> = {
  binary_logit: (next, predictor) => (predictor + logistic(next) > 0 ? 'yes' : 'no'),
  ordered_logit: (next, predictor) =>
    ['low', 'medium', 'high'][Number(predictor + logistic(next) > -1) + Number(predictor > 1)]!,
  counts: (next, predictor) => String(poisson(next, Math.exp(1 + 0.5 * predictor))),
  'counts, or amounts for a large mean': (next, predictor, scale) =>
    String(poisson(next, Math.max(scale, 1) * Math.exp(1 + 0.3 * predictor))),
  amounts: (next, predictor, scale) => digits(scale * Math.exp(0.4 * predictor + 0.6 * normal(next))),
  // Such as a height in centimeters, and sales in whole numbers.
  'amounts in a narrow range': (next, predictor, scale) =>
    digits(scale * (1.7 + 0.02 * predictor + 0.02 * normal(next))),
  'amounts in whole numbers': (next, predictor, scale) =>
    String(Math.round(Math.max(scale, 5_000) * Math.exp(0.4 * predictor + 0.6 * normal(next)))),
  willingness_to_pay: (next, predictor, scale) =>
    next() < 0.4 ? '0' : digits(scale * Math.exp(0.4 * predictor + 0.6 * normal(next))),
  hazard: (next, predictor) => {
    let weeks = 1;
    while (weeks < 24 && next() > 1 / (1 + Math.exp(2 - 0.5 * predictor))) weeks++;
    return String(weeks);
  },
};

const attributes = ['age', 'income', 'distance', 'size', ...Array.from({ length: 16 }, (_, k) => `answer_${k}x`)];

interface Case {
  readonly kind: string;
  readonly rows: number;
  readonly columns: number;
  readonly scale: number;
  readonly isExperiment: boolean;
}

function tableOf({ kind, rows, columns, scale, isExperiment }: Case): Table {
  const next = numbers(rows + columns);
  const records = Array.from({ length: rows }, (_, row) => {
    const values = attributes.slice(0, columns).map(() => normal(next));
    const isTreated = isExperiment && next() < 0.5;
    const predictor = 0.5 * (values[0] ?? 0) - 0.3 * (values[1] ?? 0) + 0.2 * (values[2] ?? 0) + (isTreated ? 0.6 : 0);
    const ofRespondent = {
      ...(isExperiment && { arm: isTreated ? 'letter' : 'control' }),
      ...Object.fromEntries(values.map((value, k) => [attributes[k]!, digits7(scale * (5 + value))])),
    };
    const drawn = rowsByKind[kind]?.(next, predictor, scale, row) ?? [outcomeCells(kind, next, predictor, scale)];
    return drawn.map((cells): Cells => ({ ...ofRespondent, ...cells }));
  }).flat();
  return {
    columns: new Map(Object.keys(records[0]!).map((name) => [name, records.map((record) => record[name]!)])),
    lines: Int32Array.from(records, (_, row) => row + 2),
  };
}

const digits7 = (value: number) => String(Number(value.toPrecision(7)));

function outcomeCells(kind: string, next: Random, predictor: number, scale: number): Cells {
  const outcome = outcomes[kind]!(next, predictor, scale);
  return kind === 'hazard' ? { weeks: outcome, ended: outcome === '24' ? '0' : '1' } : { outcome };
}

/** The family of the fitted draft. */
function familyOfDraft(own: Case): string {
  const table = tableOf(own);
  const outcome = own.kind === 'hazard' ? 'weeks' : 'outcome';
  const predictors = [...(own.isExperiment ? ['arm'] : []), ...attributes.slice(0, own.columns)];
  const known = own.isExperiment ? { parameters: ['arm'], randomized: ['arm'] } : {};
  const { spec } =
    own.kind === 'willingness_to_pay, bids'
      ? { spec: `title: Bids\nformula: interval(outcome, upper) ~ ${predictors.join(' + ')}` }
      : draftSpec(table, { file: 'data.csv', outcome, ...known });
  const { recipe, table: data } = expandSpec(parseSpec(spec), table);
  return calibrate({ recipe: parseRecipe(recipe), data, calibratedOn: '2026-01-01' }).definition.decision.family;
}

const kinds = Object.keys({ ...outcomes, ...rowsByKind });
const small = [
  [20, 1],
  [60, 2],
  [200, 4],
].flatMap(([rows, columns]) =>
  [1e-6, 1, 1e5, 1e9].flatMap((scale) =>
    [false, true].map((isExperiment) => [rows!, columns!, scale, isExperiment] as const),
  ),
);
const sizes = [...small, [1_000, 20, 1, false] as const, [1_000, 20, 1e9, true] as const];
const cases = kinds
  .flatMap((kind) =>
    sizes.map(([rows, columns, scale, isExperiment]): Case => ({ kind, rows, columns, scale, isExperiment })),
  )
  // Answers of few respondents to two bids do not identify who pays nothing.
  .filter(({ kind, rows }) => kind !== 'willingness_to_pay, bids' || rows >= 60);
const ofFastLevel = [
  'binary_logit',
  'counts, or amounts for a large mean',
  'amounts in a narrow range',
  'amounts in whole numbers',
  'conditional_logit, wide',
].map((kind): Case => ({
  kind,
  rows: 60,
  columns: 2,
  scale: 1e9,
  isExperiment: true,
}));

describe('Data that were drawn from a model, at each scale', () => {
  test.each(rowsOf(ofFastLevel, cases))(
    'The draft of $kind fits: $rows rows, $columns columns, scale $scale, experiment: $isExperiment',
    (own) => {
      const family = familyOfDraft(own);
      const expected = own.kind.split(/\W/)[0]!;
      // Few rows can look like another outcome, and amounts with zeros and large counts have two families.
      const others = ['willingness_to_pay', 'counts, or amounts for a large mean'].includes(own.kind)
        ? ['amounts']
        : [];
      if (own.rows >= 200) expect([expected, ...others]).toContain(family);
    },
  );
});
