import type { Table } from '../../fitting/rows/table.js';
import { isNumberText } from '../../fitting/rows/read-cell.js';

/** Texts that mean an empty cell. A spec can name others in addition. An unquoted NA of a file is empty before. */
export const missingTexts = ['', 'N/A', 'NaN', 'nan', 'null', 'NULL', '.'] as const;

const missing: ReadonlySet<string> = new Set(missingTexts);

/** Whether a cell is empty. Values that a spec names as missing are empty before its columns are read. */
export const isMissing = (text: string): boolean => missing.has(text.trim());

export const columnTypes = [
  'binary',
  'integer',
  'number',
  'category',
  'text',
  'date',
  'id',
  'constant',
  'empty',
] as const;
export type ColumnType = (typeof columnTypes)[number];

export const columnRoles = ['outcome', 'group', 'weight', 'parameter', 'id'] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** A column of a table: what its cells contain, and what it can mean. */
export interface ColumnProfile {
  readonly name: string;
  readonly type: ColumnType;
  readonly missing: number;
  /** Distinct values that are not missing. */
  readonly distinct: number;
  /** The most frequent values, at most 20, most frequent first. */
  readonly examples: readonly { readonly value: string; readonly count: number }[];
  /** Of numbers. */
  readonly range: {
    readonly minimum: number;
    readonly maximum: number;
    readonly mean: number;
    readonly median: number;
  } | null;
  /** Of numbers: at most 20 intervals of equal width. The last one includes its end. */
  readonly histogram: readonly { readonly from: number; readonly to: number; readonly count: number }[] | null;
  /** Likely meaning. A user decides. */
  readonly guess: ColumnRole | null;
}

export interface TableProfile {
  readonly rows: number;
  readonly columns: readonly ColumnProfile[];
  readonly warnings: readonly { readonly code: string; readonly column: string; readonly message: string }[];
}

const maxExamples = 20;
const maxIntervals = 20;
/** Texts with more distinct values are not categories. An attribute has at most 255 categories. */
const maxCategories = 50;
const datePattern = /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})([T ]\d{1,2}:\d{2}.*)?$/;

const rolePatterns: readonly (readonly [ColumnRole, RegExp])[] = [
  [
    'weight',
    /^(w|wt|wts|weight|weights|pweight|fweight|sampling_?weight|survey_?weight|gewichtung|ponderaci[oó]n|pond[eé]ration|ponderazione|weegfactor|weging|factor_?expansi[oó]n)$/i,
  ],
  [
    'outcome',
    /^(y|outcome|response|chosen|choice|converted|conversion|bought|purchased?|gave|voted|paid|callback|called_?back|churn(ed)?|clicked|answer)$/i,
  ],
];
const idPattern =
  /(^|[_. -])(id|uuid|guid|key|no|nr|number|code)$|num$|^(id|uuid|row|index|rowid|case|unnamed.*)$|[a-z]I[dD]$/;

/** Profiles each column of a table: type, missing and distinct values, distribution and likely meaning. */
export function profileTable(table: Table): TableProfile {
  const columns = Array.from(table.columns, ([name, texts]) => profileColumn(name, texts));
  return { rows: table.lines.length, columns, warnings: warningsOf(columns, table.lines.length) };
}

/** Profiles one column. */
export function profileColumn(name: string, texts: readonly string[]): ColumnProfile {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const missing = missingCount(counts);
  const found = [...counts];
  const type = typeOf(name, found, texts.length - missing);
  const isNumeric = found.length > 0 && found.every(([value]) => isNumberText(value) && !isRounded(value));
  const numbers = isNumeric ? sortedNumbers(found) : null;
  return {
    name,
    type,
    missing,
    distinct: found.length,
    examples: mostFrequent(found).map(([value, count]) => ({ value, count })),
    range: numbers && rangeOf(numbers),
    histogram: numbers && type !== 'id' ? histogramOf(numbers, found.length) : null,
    guess: roleOf(name, type, found),
  };
}

/** By count, then by value, so that the same column always has the same examples. Does not sort the rest: a column can have a million values. */
function mostFrequent(found: readonly (readonly [string, number])[]): (readonly [string, number])[] {
  const isBefore = ([a, m]: readonly [string, number], [b, n]: readonly [string, number]) =>
    m > n || (m === n && a < b);
  const first: (readonly [string, number])[] = [];
  for (const one of found) {
    if (first.length === maxExamples && !isBefore(one, first.at(-1)!)) continue;
    const place = first.findIndex((other) => isBefore(one, other));
    first.splice(place < 0 ? first.length : place, 0, one);
    if (first.length > maxExamples) first.pop();
  }
  return first;
}

function sortedNumbers(found: readonly (readonly [string, number])[]): Float64Array {
  const numbers = new Float64Array(found.reduce((sum, [, count]) => sum + count, 0));
  let row = 0;
  for (const [value, count] of found) {
    numbers.fill(Number(value), row, row + count);
    row += count;
  }
  return numbers.sort();
}

/** Removes the counts of missing texts, trims the others, and returns the number of missing cells. */
function missingCount(counts: Map<string, number>): number {
  let missing = 0;
  for (const [text, count] of [...counts]) {
    const value = text.trim();
    if (value === text && !isMissing(value)) continue;
    counts.delete(text);
    if (isMissing(value)) missing += count;
    else counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return missing;
}

/** Whether a double rounds a whole number: it is an identifier, and two of them must not become one. */
function isRounded(text: string): boolean {
  if (text.length < 16 || !/^[+-]?\d{1,310}$/.test(text)) return false;
  return BigInt(text) !== BigInt(Number(text));
}

function typeOf(name: string, found: readonly (readonly [string, number])[], known: number): ColumnType {
  const { length: distinct } = found;
  if (distinct === 0) return 'empty';
  if (distinct === 1) return 'constant';
  if (distinct === 2) return 'binary';
  const isNumeric = found.every(([value]) => isNumberText(value));
  const isWhole = isNumeric && found.every(([value]) => Number.isInteger(Number(value)));
  const isUnique = distinct === known && distinct > 20;
  if (isNumeric && !isWhole) return 'number';
  if (isWhole) return found.some(([value]) => isRounded(value)) ? 'id' : 'integer';
  if (found.every(([value]) => datePattern.test(value))) return 'date';
  if (isUnique || (idPattern.test(name) && distinct > maxCategories)) return 'id';
  return distinct <= maxCategories ? 'category' : 'text';
}

function rangeOf(sorted: Float64Array): NonNullable<ColumnProfile['range']> {
  const { length } = sorted;
  const mean = sorted.reduce((sum, value) => sum + value / length, 0);
  const median = sorted[Math.ceil(length / 2) - 1]!;
  return { minimum: sorted[0]!, maximum: sorted[length - 1]!, mean: Number(mean.toPrecision(6)), median };
}

function histogramOf(sorted: Float64Array, distinct: number): NonNullable<ColumnProfile['histogram']> {
  const [minimum, maximum] = [sorted[0]!, sorted[sorted.length - 1]!];
  const count = Math.min(maxIntervals, distinct);
  const width = (maximum - minimum) / count;
  const counts = new Float64Array(count);
  for (const value of sorted) counts[width > 0 ? Math.min(count - 1, Math.floor((value - minimum) / width)) : 0]! += 1;
  const end = (k: number) => (k === count ? maximum : Number((minimum + k * width).toPrecision(6)));
  return Array.from(counts, (own, k) => ({ from: end(k), to: end(k + 1), count: own }));
}

function roleOf(name: string, type: ColumnType, found: readonly (readonly [string, number])[]): ColumnRole | null {
  if (type === 'empty' || type === 'constant' || type === 'date') return null;
  if (type === 'id' || type === 'text') return null;
  const role = rolePatterns.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
  // These words also mean the weight of a body.
  if (/^(peso|pesi|poids|gewichte?)$/i.test(name) && found.every(([value]) => Number(value) > 0 && Number(value) < 20))
    return 'weight';
  if (role === 'weight' && found.some(([value]) => !(Number(value) >= 0))) return null;
  return role;
}

function warningsOf(columns: readonly ColumnProfile[], rows: number): TableProfile['warnings'] {
  return columns.flatMap(({ name, type, missing, distinct }) => {
    const share = Math.round((100 * missing) / Math.max(1, rows));
    const count = missing.toLocaleString('en-US');
    const texts = `${distinct.toLocaleString('en-US')} different texts, so a model cannot use it`;
    const warnings: [boolean, string, string][] = [
      [type === 'empty', 'empty_column', `The column "${name}" is empty.`],
      [type === 'constant', 'constant_column', `The column "${name}" has one value only.`],
      [type === 'text', 'free_text', `The column "${name}" has ${texts}.`],
      [missing > 0 && type !== 'empty', 'missing_values', `${count} rows (${share}%) lack "${name}".`],
    ];
    return warnings.flatMap(([applies, code, message]) => (applies ? [{ code, column: name, message }] : []));
  });
}
