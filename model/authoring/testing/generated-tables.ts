import type { Table } from '../../fitting/rows/table.js';
import { numbers } from './numbers.js';

type Random = () => number;
type Column = (next: Random, rows: number) => readonly unknown[];

const each =
  (valueOf: (next: Random, row: number, rows: number) => unknown): Column =>
  (next, rows) =>
    Array.from({ length: rows }, (_, row) => valueOf(next, row, rows));
const oneOf = (...values: readonly unknown[]): Column => each((next) => values[Math.floor(values.length * next())]);
const exponential = (next: Random, mean: number) => -mean * Math.log(next());

/** Outcomes as people record them, by name. */
const outcomes: Readonly<Record<string, Column>> = {
  bought: oneOf(0, 1),
  gekauft: oneOf('ja', 'nein', 'nein'),
  rating: oneOf(1, 2, 3, 4, 5),
  recommend: each((next) => Math.min(10, Math.floor(11 * Math.sqrt(next())))),
  opinion: oneOf('Disagree', 'Neither', 'Agree'),
  income: oneOf('under 20k', '20k-40k', 'over 40k'),
  brand: oneOf('Acme', 'Zeta', 'Mira'),
  visits: each((next) => Math.floor(exponential(next, 2))),
  spend: each((next) => (next() < 0.02 ? 0 : (20 * Math.exp(2 * next() - 1)).toFixed(2))),
  gift: each((next) => (next() < 0.3 ? 0 : (20 * Math.exp(2 * next() - 1)).toFixed(2))),
  purchases: each((next) => 1 + Math.min(6, Math.floor(exponential(next, 1)))),
};

/** Other columns, by name. */
const others: Readonly<Record<string, Column>> = {
  CUSTOMER_ID: each((next, row) => 37 * row + Math.floor(30 * next())),
  resp: each((_next, row) => 1 + Math.floor(row / 3)),
  village: each((_next, row) => `V${(row * 7) % 24}`),
  arm: oneOf('letter', 'control', 'call'),
  offer: oneOf(0, 1),
  price: oneOf(9, 12, 15),
  plan_code: oneOf(1, 2, 3, 4),
  zip_code: each((next) => 10_000 + Math.floor(60 * next())),
  age: each((next) => 18 + Math.floor(60 * next())),
  minutes: each((_next, row) => Math.floor(row / 2)),
  score: each((next) => (next() < 0.04 ? '' : (10 * next()).toFixed(2))),
  region: each((next) => (next() < 0.02 ? 'island' : ['north', 'south'][Math.floor(2 * next())])),
  note: each((_next, row) => `note ${row}`),
  empty: oneOf(''),
  year: oneOf(2024),
};

/** Columns that follow from others: a copy, a sum and a part of an attribute. */
const derived: Readonly<
  Record<string, (columns: ReadonlyMap<string, readonly string[]>) => readonly unknown[] | undefined>
> = {
  receipt: (columns) => columns.get('bought')?.map((text, row) => (text === '1' && row % 3 === 0 ? 1 : 0)),
  total: (columns) => columns.get('age')?.map((text, row) => Number(text) + Number(columns.get('offer')?.[row] ?? 0)),
  over_40: (columns) => columns.get('age')?.map((text) => (Number(text) > 40 ? 'yes' : 'no')),
};

/** A small random file with the column of its outcome. */
export function generatedTable(seed: number): { outcome: string; table: Table } {
  const next = numbers(seed + 1);
  for (let k = 0; k < 5; k++) next();
  const rows = 120 + Math.floor(180 * next());
  const names = Object.keys(outcomes);
  const outcome = names[seed % (names.length + 1)] ?? 'week';
  const columns = new Map<string, string[]>();
  if (outcome === 'week') {
    const weeks = Array.from({ length: rows }, () => Math.min(12, 1 + Math.floor(exponential(next, 9))));
    columns.set(
      'week',
      weeks.map((week, row) => String(row === 7 && seed % 2 === 0 ? 0 : week)),
    );
    columns.set(
      'arrest',
      weeks.map((week) => (week < 12 ? '1' : '0')),
    );
  } else columns.set(outcome, outcomes[outcome]!(next, rows).map(String));
  for (const [name, column] of Object.entries(others))
    if (next() < 0.4) columns.set(name, column(next, rows).map(String));
  for (const [name, column] of Object.entries(derived)) {
    const values = next() < 0.4 ? column(columns) : undefined;
    if (values) columns.set(name, values.map(String));
  }
  return { outcome, table: { columns, lines: Int32Array.from({ length: rows }, (_, row) => row + 2) } };
}
