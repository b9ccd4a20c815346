import type { Cell, ColumnCell, Step, When } from '../../authoring/recipe/cell.schema.js';
import type { DataIssues } from '../../authoring/spec-error.js';
import { columnOf, type Table } from './table.js';

/** Value of a row: a text or a number; null if the recipe defines no value; undefined for an empty cell. */
export type Value = string | number | null | undefined;

/** Source of cells, and the collector of their issues. */
export interface Reader {
  readonly table: Table;
  /** Texts that mean an empty cell. */
  readonly missing: ReadonlySet<string>;
  readonly issues: DataIssues;
}

/** Reads a value from every row. Values that cannot be read become null and are added to `issues`. */
export function readCells(cell: Cell, reader: Reader): Value[] {
  const source = readSource(cell, reader);
  const treat = treatment(cell, reader);
  const applies = cell.when ? conditionOf(cell.when, reader) : () => true;
  return Array.from(reader.table.lines, (_, row) => (applies(row) ? treat(source(row), row) : null));
}

type Read = (row: number) => Value;

function readSource(cell: Cell, reader: Reader): Read {
  if ('column' in cell) return readColumn(cell, reader);
  if ('constant' in cell) return () => cell.constant;
  if ('first' in cell) return readFirst(cell.first, reader);
  if ('mean' in cell) return readMean(cell, reader);
  const { parts, combine } = composition(cell);
  const values = parts.map((part) => readCells(part, reader));
  return (row) => {
    const operands = values.map((column) => column[row]);
    if (operands.includes(null)) return null;
    if (operands.includes(undefined)) return undefined;
    return combine(operands.map((operand, k) => numberOf(operand!, nameOf(parts[k]!), row, reader)));
  };
}

function readFirst(cells: readonly Cell[], reader: Reader): Read {
  const columns = cells.map((cell) => readCells(cell, reader));
  return (row) => {
    const values = columns.map((column) => column[row]);
    const first = values.find((value) => value !== null && value !== undefined);
    return first ?? (values.includes(undefined) ? undefined : null);
  };
}

/** Mean over the rows with the same text in a column; rows without a value do not count. */
function readMean({ mean: part, by }: Extract<Cell, { by: string }>, reader: Reader): Read {
  const values = readCells(part, reader);
  const texts = columnOf(reader.table, by);
  const found = new Map<string, { sum: number; count: number }>();
  values.forEach((value, row) => {
    if (value === null || value === undefined) return;
    const own = found.get(texts[row]!) ?? { sum: 0, count: 0 };
    own.sum += numberOf(value, nameOf(part), row, reader);
    own.count++;
    found.set(texts[row]!, own);
  });
  return (row) => {
    const own = found.get(texts[row]!);
    return own ? own.sum / own.count : values[row];
  };
}

type Arithmetic = Exclude<
  Cell,
  { column: string } | { constant: string | number } | { first: readonly Cell[] } | { by: string }
>;

function composition(cell: Arithmetic): {
  parts: readonly Cell[];
  combine: (values: readonly number[]) => number;
} {
  if ('divide' in cell) return { parts: cell.divide, combine: ([a, b]) => a! / b! };
  if ('difference' in cell) return { parts: cell.difference, combine: ([a, b]) => a! - b! };
  if ('product' in cell)
    return { parts: cell.product, combine: (values) => values.reduce((all, value) => all * value, 1) };
  return { parts: cell.sum, combine: (values) => values.reduce((all, value) => all + value, 0) };
}

function readColumn({ column, map, otherwise, if_missing }: ColumnCell, { table, missing, issues }: Reader): Read {
  const texts = columnOf(table, column);
  const mappedValues = map && new Map(Object.entries(map));
  return (row) => {
    const text = texts[row]!.trim();
    const mapped = mappedValues?.get(text);
    if (mapped !== undefined) return mapped;
    if (missing.has(text)) return if_missing;
    if (!mappedValues) return text;
    if (otherwise !== undefined) return otherwise;
    issues.add(
      table.lines[row]!,
      column,
      `"${text}" is not in the map; it has: ${[...mappedValues.keys()].join(', ')}`,
    );
    return null;
  };
}

function treatment(cell: Cell, reader: Reader): (value: Value, row: number) => Value {
  const { steps = [], cut, into } = cell;
  const name = nameOf(cell);
  return (value, row) => {
    // Texts remain texts unless a step or cut needs a number.
    const isText = typeof value === 'string' && steps.length === 0 && !cut;
    if (value === null || value === undefined || isText) return value;
    const number = steps.reduce(takeStep, numberOf(value, name, row, reader));
    if (!Number.isFinite(number)) {
      reader.issues.add(reader.table.lines[row]!, name, `"${value}" becomes ${number}, which is not a finite number`);
      return null;
    }
    return cut && into ? into[cut.filter((bound) => number >= bound).length] : number;
  };
}

function takeStep(value: number, step: Step): number {
  if ('add' in step) return value + step.add;
  if ('multiply' in step) return value * step.multiply;
  if ('power' in step) return value ** step.power;
  if ('log' in step) return Math.log(value);
  if ('log1p' in step) return Math.log1p(value);
  if ('exp' in step) return Math.exp(value);
  if ('expm1' in step) return Math.expm1(value);
  if ('at_most' in step) return Math.min(value, step.at_most);
  if ('at_least' in step) return Math.max(value, step.at_least);
  if ('round' in step) return Number(value.toFixed(step.round));
  return value === step.replace.from ? step.replace.to : value;
}

function conditionOf(when: When, reader: Reader): (row: number) => boolean {
  const texts = columnOf(reader.table, when.column);
  if ('in' in when) return (row) => when.in.includes(texts[row]!.trim());
  const { at_least: low = -Infinity, at_most: high = Infinity } = when;
  return (row) => {
    const text = texts[row]!.trim();
    if (reader.missing.has(text)) return false;
    const value = numberOf(text, when.column, row, reader);
    return value >= low && value <= high;
  };
}

const numberPattern = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Whether a text is a number that a double can hold: `1e999` is none. */
export function isNumberText(text: string): boolean {
  return numberPattern.test(text) && Number.isFinite(Number(text));
}

/** Number of a text. Adds an issue and returns NaN if the text is not a number. */
export function numberOf(value: string | number, column: string, row: number, { table, issues }: Reader): number {
  if (typeof value === 'number') return value;
  if (isNumberText(value)) return Number(value);
  issues.add(
    table.lines[row]!,
    column,
    `"${value}" is not a number; if it means an empty cell, add it to data.missing`,
  );
  return NaN;
}

/** Columns that a cell reads, for messages. */
export function nameOf(cell: Cell): string {
  if ('column' in cell) return cell.column;
  if ('constant' in cell) return String(cell.constant);
  if ('mean' in cell) return nameOf(cell.mean);
  const parts = 'first' in cell ? cell.first : composition(cell).parts;
  return parts.map(nameOf).join(', ');
}
