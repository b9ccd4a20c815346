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

/** Outcome of a respondent with a linear predictor, by the family that the draft must find. */
const outcomes: Readonly<Record<string, (next: Random, predictor: number, scale: number) => string>> = {
  binary_logit: (next, predictor) => (predictor + logistic(next) > 0 ? 'yes' : 'no'),
  ordered_logit: (next, predictor) =>
    ['low', 'medium', 'high'][Number(predictor + logistic(next) > -1) + Number(predictor > 1)]!,
  counts: (next, predictor) => String(poisson(next, Math.exp(1 + 0.5 * predictor))),
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
  const named = new Map<string, string[]>();
  const add = (name: string, value: string) => named.set(name, [...(named.get(name) ?? []), value]);
  for (let row = 0; row < rows; row++) {
    const values = attributes.slice(0, columns).map(() => normal(next));
    const isTreated = isExperiment && next() < 0.5;
    const predictor = 0.5 * (values[0] ?? 0) - 0.3 * (values[1] ?? 0) + 0.2 * (values[2] ?? 0) + (isTreated ? 0.6 : 0);
    if (isExperiment) add('arm', isTreated ? 'letter' : 'control');
    values.forEach((value, k) => add(attributes[k]!, String(Number((scale * (5 + value)).toPrecision(7)))));
    const outcome = outcomes[kind]!(next, predictor, scale);
    add(kind === 'hazard' ? 'weeks' : 'outcome', outcome);
    if (kind === 'hazard') add('ended', outcome === '24' ? '0' : '1');
  }
  return { columns: named, lines: Int32Array.from({ length: rows }, (_, row) => row + 2) };
}

/** The family of the fitted draft. */
function familyOfDraft(own: Case): string {
  const table = tableOf(own);
  const outcome = own.kind === 'hazard' ? 'weeks' : 'outcome';
  const known = own.isExperiment ? { parameters: ['arm'], randomized: ['arm'] } : {};
  const { spec } = draftSpec(table, { file: 'data.csv', outcome, ...known });
  const { recipe, table: data } = expandSpec(parseSpec(spec), table);
  return calibrate({ recipe: parseRecipe(recipe), data, calibratedOn: '2026-01-01' }).definition.decision.family;
}

const kinds = Object.keys(outcomes);
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
const cases = kinds.flatMap((kind) =>
  sizes.map(([rows, columns, scale, isExperiment]): Case => ({ kind, rows, columns, scale, isExperiment })),
);
const ofFastLevel = ['binary_logit', 'amounts in a narrow range', 'amounts in whole numbers'].map((kind): Case => ({
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
      const expected = own.kind.split(' ')[0]!;
      // Few rows can look like another outcome, and amounts with zeros have two families.
      const others = own.kind === 'willingness_to_pay' ? ['amounts'] : [];
      if (own.rows >= 200) expect([expected, ...others]).toContain(family);
    },
  );
});
