import { isNumberText } from '../../fitting/rows/read-cell.js';
import type { Table } from '../../fitting/rows/table.js';
import { isMissing } from '../variables/profile.js';
import type { Situation } from './situations.js';

/** Why other columns are left out. */
export const sameEffect = 'its effect cannot be distinguished from those of the constants and of the other variables';

/** Rows that are enough to see that a column follows from others. */
const maxRows = 10_000;
const tolerance = 1e-7;

/**
 * Columns of alternatives whose effects can be distinguished from those of the constants and of earlier columns: their differences within
 * choices are not sums of others. By modified Gram-Schmidt orthogonalization.
 */
export function independentAttributes(
  names: readonly string[],
  table: Table,
  situations: readonly Situation[],
): Set<string> {
  const cells = cellsOf(situations);
  const basis: Float64Array[] = [];
  /** Adds what a column contributes. Returns whether it contributes anything. */
  const add = (valueAt: (cell: Cell) => number): boolean => {
    const column = demeaned(cells, valueAt);
    const norm = Math.sqrt(dot(column, column));
    if (norm === 0) return false;
    for (const own of basis) {
      const along = dot(own, column);
      for (let k = 0; k < column.length; k++) column[k]! -= along * own[k]!;
    }
    const rest = Math.sqrt(dot(column, column));
    if (rest <= tolerance * norm) return false;
    basis.push(column.map((value) => value / rest));
    return true;
  };
  for (const alternative of new Set(cells.map((cell) => cell.alternative)))
    add((cell) => Number(cell.alternative === alternative));
  return new Set(
    names.filter((name) => {
      const texts = table.columns.get(name)!.map((text) => text.trim());
      const isKnown = (text: string) => !isMissing(text);
      const values = [...new Set(cells.map(({ row }) => texts[row]!))].filter(isKnown);
      if (values.every(isNumberText)) return add(({ row }) => (isKnown(texts[row]!) ? Number(texts[row]) : 0));
      const own = values.filter((value) => !isInConstants(value, texts, cells));
      const before = basis.length;
      for (const value of own) add(({ row }) => Number(texts[row] === value));
      return own.length > 1 && basis.length - before >= own.length - 1;
    }),
  );
}

interface Cell {
  readonly situation: number;
  readonly alternative: string;
  readonly row: number;
}

function cellsOf(situations: readonly Situation[]): Cell[] {
  const valid = situations.filter(({ problem }) => problem !== 'twice');
  const perChoice = Math.max(1, ...valid.slice(0, 100).map(({ rows }) => rows.size));
  const step = Math.max(1, Math.ceil((valid.length * perChoice) / maxRows));
  return valid
    .filter((_, k) => k % step === 0)
    .flatMap(({ rows }, situation) => Array.from(rows, ([alternative, row]) => ({ situation, alternative, row })));
}

function demeaned(cells: readonly Cell[], valueAt: (cell: Cell) => number): Float64Array {
  const values = Float64Array.from(cells, valueAt);
  for (let start = 0; start < cells.length;) {
    let end = start;
    let sum = 0;
    while (end < cells.length && cells[end]!.situation === cells[start]!.situation) sum += values[end++]!;
    for (let k = start; k < end; k++) values[k]! -= sum / (end - start);
    start = end;
  }
  return values;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}

/** Whether the alternatives with a text always have it. */
function isInConstants(value: string, texts: readonly string[], cells: readonly Cell[]): boolean {
  const having = new Set(cells.filter(({ row }) => texts[row] === value).map(({ alternative }) => alternative));
  return cells.every(({ alternative, row }) => !having.has(alternative) || texts[row] === value);
}
