import { uniformAt } from '../uniform-at.js';
import { normalQuantile } from '../../../model/math/normal.js';
import type { Cells } from './table-of.js';

/** A form of a model: a spec, and a small file for it with whole-number weights in the column `weight`. */
export interface FormSample {
  readonly name: string;
  readonly spec: string;
  readonly cells: Cells;
  /**
   * Column with the respondent or the group, whose rows have one weight. A copy of a row is in a copy of the respondent or group.
   * Default: each row is a respondent.
   */
  readonly unit?: 'id' | 'town';
}

const uniform = uniformAt(41);
const normal = (row: number, slot: number) => normalQuantile(uniform(row, slot));
const gumbel = (row: number, slot: number) => -Math.log(-Math.log(uniform(row, slot)));
const rowsOf = (count: number, cellsOf: (row: number) => Cells[number]): Cells =>
  Array.from({ length: count }, (_, row) => cellsOf(row));

const modes = ['bus', 'car', 'train'] as const;

interface ChoiceOptions {
  readonly rows?: number;
  /** Choices of each respondent. */
  readonly choices?: number;
  /** Coefficient of the price. */
  readonly price?: (respondent: number) => number;
  /** Standard deviation of the random error that bus and train share, and of the one that train and car share. */
  readonly shared?: readonly [number, number];
}

/** Choices between a bus, a car and a train, with a ranking. The waits have a logarithmic effect. */
function choices({ rows = 400, choices: each = 1, price = () => -0.8, shared = [0, 0] }: ChoiceOptions = {}): Cells {
  return rowsOf(rows, (row) => {
    const respondent = Math.floor(row / each);
    const survey = row % 2 === 0 ? 'panel' : 'mail';
    const prices = modes.map((_, k) => Math.round(10 + 30 * uniform(row, k)) / 10);
    const waits = modes.map((_, k) => 1 + Math.floor(20 * uniform(row, 3 + k)));
    const [slow, rail] = [shared[0] * normal(row, 9), shared[1] * normal(row, 10)];
    const own = [slow, rail, slow + rail];
    const scale = survey === 'panel' ? 1 : 1.6;
    const utilities = modes.map(
      (_, k) =>
        scale * (price(respondent) * prices[k]! - 0.7 * Math.log(waits[k]!) + own[k]!) +
        gumbel(row, 6 + k) / (1 + 2 * shared[0]),
    );
    const order = modes.toSorted((a, b) => utilities[modes.indexOf(b)]! - utilities[modes.indexOf(a)]!);
    return {
      ...Object.fromEntries(
        modes.flatMap((mode, k) => [
          [`price_${mode}`, prices[k]!],
          [`wait_${mode}`, waits[k]!],
        ]),
      ),
      ...{ choice: order[0]!, second: order[1]!, survey, id: respondent, weight: 1 + (respondent % 3) },
    };
  });
}

/** Persons in towns, with a binary, an ordered and a positive outcome. Spending is 0 for some. */
function persons(rows: number, each = 1): Cells {
  return rowsOf(rows, (row) => {
    const town = Math.floor(row / each);
    const age = 20 + Math.floor(50 * uniform(row, 0));
    const effect = 0.03 * (age - 45) + normal(town, 11) * (each > 1 ? 1 : 0);
    const score = effect + normal(row, 1);
    const spending = 0.01 * Math.ceil(100 * Math.exp(1 + effect / 2) * -Math.log(uniform(row, 2) * uniform(row, 3)));
    return {
      ...{ town, age, weight: 1 + (town % 3) },
      pays: score > 0 ? 'yes' : 'no',
      rating: score < -0.6 ? 1 : score < 0.5 ? 2 : 3,
      visits: Math.floor(-Math.exp(effect) * Math.log(uniform(row, 4))),
      spending,
      donation: uniform(row, 5) < 0.3 ? 0 : spending,
    };
  });
}

const modeSpec = (alternatives: string, { wait = 'wait', rest = '' } = {}) =>
  `title: Modes\nformula: choice ~ price + ${wait}\nalternatives: { shape: wide, ${alternatives} }\n${rest}`;
const personSpec = (formula: string, rest = '') => `title: Persons\nformula: ${formula}\n${rest}`;

/** All forms of choices, and the forms of other families that have their own likelihood. */
export const formSamples: readonly FormSample[] = [
  { name: 'Nests', spec: modeSpec('nests: { slow: [bus, train] }'), cells: choices({ shared: [1, 0] }) },
  {
    name: 'Nests that share an alternative',
    spec: modeSpec('nests: { slow: [bus, train], fast: [train, car] }'),
    cells: choices({ rows: 600, shared: [2, 2] }),
  },
  { name: 'A scale by group', spec: modeSpec('scale: survey'), cells: choices() },
  { name: 'A Box-Cox variable', spec: modeSpec('', { wait: 'box_cox(wait)' }), cells: choices() },
  { name: 'A ranking', spec: modeSpec('ranks: [second]'), cells: choices({ rows: 240 }) },
  {
    name: 'Latent classes',
    spec: modeSpec('classes: 2', { rest: 'id_column: id' }),
    cells: choices({ rows: 480, choices: 6, price: (respondent) => (respondent % 2 === 0 ? -2.5 : 0.5) }),
    unit: 'id',
  },
  {
    name: 'A random coefficient',
    spec: modeSpec('random: { price: normal }', { rest: 'id_column: id' }),
    cells: choices({ rows: 300, choices: 5, price: (respondent) => -0.8 + normal(respondent, 12) }),
    unit: 'id',
  },
  { name: 'Random intercepts', spec: personSpec('pays ~ age + (1 | town)'), cells: persons(300, 6), unit: 'town' },
  { name: 'Gamma amounts', spec: personSpec('spending ~ age', 'family: amounts'), cells: persons(240) },
  { name: 'Amounts that can be 0', spec: personSpec('donation ~ age', 'family: amounts'), cells: persons(240) },
  {
    name: 'An ordered probit',
    spec: personSpec('rating ~ age', 'outcome: { order: [1, 2, 3], link: probit }'),
    cells: persons(240),
  },
  {
    name: 'A complementary log-log model',
    spec: personSpec('pays ~ age', 'outcome: { link: complementary_log_log }'),
    cells: persons(240),
  },
];
