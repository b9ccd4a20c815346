import { normalQuantile } from '../../math/normal.js';
import type { Table } from '../../fitting/rows/table.js';
import { fillUniforms, streamPurposes } from '../../random/stream.js';
import { streamKey } from '../../random/stream-key.js';
import { columnsOf, type Formula } from '../formula.js';
import { labelOf } from './names.js';
import type { Spec } from '../spec.schema.js';

/** Up to this number of rows are cells: so few groups of respondents would not identify the errors of a model. */
export const fewRows = 30;
/** A column of a table of counts has few values. */
const maxCellValues = 20;

/**
 * Rows of `cbind(successes, failures)` as separate respondents, if they are the cells of a table: each combination of the columns occurs once, or
 * the rows are few. Otherwise the respondents of a row belong together, such as the matches of a team, and each row remains one.
 *
 * @returns undefined for other data
 */
export function separateCells(spec: Spec, formula: Formula, table: Table) {
  const { outcome } = formula;
  const isGrouped = [spec.group, spec.id_column, spec.weight, formula.groups].some((column) => column !== undefined);
  if (outcome.function !== 'cbind' || isGrouped || (spec.split && 'column' in spec.split)) return undefined;
  const [success, second] = outcome.columns as [string, string];
  const [successes, counts] = [countsOf(table, success), countsOf(table, second)];
  const failures = outcome.isTotal ? counts?.map((total, row) => total - (successes?.[row] ?? 0)) : counts;
  if (!successes || !failures?.every((count) => count >= 0) || !hasCells(formula, table)) return undefined;
  const failure = outcome.isTotal ? `not ${success}` : second;
  const weight = unusedName(table, 'respondents');
  const rows = Array.from(table.lines, (_, row) => row);
  const { label, other, ...rest } = spec.outcome;
  return {
    spec: {
      ...spec,
      outcome: { ...rest, event: success, label: label ?? labelOf(success), other: other ?? labelOf(failure) },
      weight,
      weight_kind: 'frequency' as const,
    },
    formula: { ...formula, outcome: { columns: [success] } },
    table: withCounts(
      repeated(
        table,
        [...rows, ...rows],
        new Map([[success, [...rows.map(() => success), ...rows.map(() => failure)]]]),
      ),
      weight,
      [...successes, ...failures],
    ),
    note: `${rows.length} rows are cells of ${[...successes, ...failures].reduce((sum, count) => sum + count, 0)} separate respondents. If those of a row belong together, name the column of the rows in \`group\`.`,
  };
}

/** The rows with counts by row: those with a count of 0 are left out. */
function withCounts(table: Table, name: string, counts: readonly number[]): Table {
  const kept = counts.flatMap((count, row) => (count > 0 ? [row] : []));
  return repeated({ ...table, columns: new Map([...table.columns, [name, counts.map(String)]]) }, kept);
}

function repeated({ columns, lines }: Table, rows: readonly number[], added = new Map<string, string[]>()): Table {
  return {
    lines: Int32Array.from(rows, (row) => lines[row]!),
    columns: new Map([
      ...Array.from(columns, ([name, texts]) => [name, rows.map((row) => texts[row]!)] as const),
      ...added,
    ]),
  };
}

/** Whole numbers of a column; undefined if it has other values. */
function countsOf({ columns }: Table, column: string): number[] | undefined {
  const counts = columns.get(column)?.map((text) => (text.trim() === '' ? NaN : Number(text)));
  return counts?.every((count) => Number.isSafeInteger(count) && count >= 0) ? counts : undefined;
}

function hasCells(formula: Formula, { columns, lines }: Table): boolean {
  if (lines.length < fewRows) return true;
  const used = columnsOf(formula).map((column) => columns.get(column) ?? []);
  const keys = Array.from(lines, (_, row) => JSON.stringify(used.map((texts) => texts[row])));
  return new Set(keys).size === lines.length && used.every((texts) => new Set(texts).size <= maxCellValues);
}

function unusedName({ columns }: Table, name: string): string {
  let own = name;
  for (let k = 2; columns.has(own); k++) own = `${name}_${k}`;
  return own;
}

/**
 * Splits the respondents of each row with a frequency at random into training and held-out respondents, so that a table of a few rows with many
 * respondents has both. Each respondent is held out with the same probability.
 *
 * @returns undefined if the frequencies are not whole numbers
 */
export function splitFrequencies(
  table: Table,
  weight: string,
  { seed, share }: { readonly seed: number; readonly share: number },
): { readonly table: Table; readonly split: { column: string; train: string; test: string } } | undefined {
  const counts = countsOf(table, weight);
  if (!counts) return undefined;
  const key = streamKey(seed, 'held-out respondents');
  const heldOut = counts.map((count, row) => binomial(count, share, uniformsOf(key, row, count)));
  const rows = counts.map((_, row) => row);
  const split = { column: unusedName(table, 'sample'), train: 'train', test: 'test' };
  const parts = [...rows.map(() => split.train), ...rows.map(() => split.test)];
  const doubled = repeated(table, [...rows, ...rows], new Map([[split.column, parts]]));
  return {
    table: withCounts(doubled, weight, [...counts.map((count, row) => count - heldOut[row]!), ...heldOut]),
    split,
  };
}

/** Above this number, a normal number with the mean and the variance of the binomial one is accurate to a part of a respondent. */
const maxCounted = 10_000;

function uniformsOf(key: ReturnType<typeof streamKey>, row: number, count: number): Float64Array {
  const uniforms = new Float64Array(count > maxCounted ? 1 : count);
  fillUniforms(key, streamPurposes.population, row, 1, 0, uniforms.length, uniforms);
  return uniforms;
}

function binomial(count: number, share: number, uniforms: Float64Array): number {
  if (count <= maxCounted) return uniforms.filter((uniform) => uniform < share).length;
  const number = count * share + Math.sqrt(count * share * (1 - share)) * normalQuantile(uniforms[0]!);
  return Math.min(count, Math.max(0, Math.round(number)));
}
