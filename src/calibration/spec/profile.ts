import type { Table } from '../rows/table.js';
import { isNumberText } from '../rows/read-cell.js';

/** Texts that mean an empty cell, unless the column has only texts and the spec names others. */
export const missingTexts = ['', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', '.'] as const;

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
/** Ages and counts have fewer values without gaps. */
const leastSequence = 150;
const datePattern = /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})([T ]\d{1,2}:\d{2}.*)?$/;

const rolePatterns: readonly (readonly [ColumnRole, RegExp])[] = [
  ['weight', /^(w|wt|wts|weight|weights|pweight|fweight|sampling_?weight|survey_?weight)$/i],
  [
    'outcome',
    /^(y|outcome|response|chosen|choice|converted|conversion|bought|purchased?|gave|voted|paid|callback|called_?back|churn(ed)?|clicked|answer)$/i,
  ],
  [
    'parameter',
    /(treat(ment|ed)?|^arm$|condition|variant|offer|price|cost|fare|discount|incentive|^ask|match|letter|message)/i,
  ],
];
const idPattern =
  /(^|[_. -])(id|uuid|guid|key|no|nr|number|code)$|num$|^(id|uuid|row|index|rowid|unnamed.*)$|[a-z]I[dD]$/;

/** Profiles the columns of a table: types, missing and distinct values, distributions and likely meanings. */
export function profileTable(table: Table): TableProfile {
  const columns = Array.from(table.columns, ([name, texts]) => profileColumn(name, texts));
  return { rows: table.lines.length, columns, warnings: warningsOf(columns, table.lines.length) };
}

/** Profiles one column. */
export function profileColumn(name: string, texts: readonly string[]): ColumnProfile {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const missing = missingCount(counts);
  // Sorted by count, then by value, so that the same column always has the same examples.
  const ordered = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const type = typeOf(name, ordered, texts.length - missing);
  const isNumeric = ordered.length > 0 && ordered.every(([value]) => isNumberText(value));
  const numbers = isNumeric ? ordered.map(([value, count]) => ({ value: Number(value), count })) : [];
  return {
    name,
    type,
    missing,
    distinct: ordered.length,
    examples: ordered.slice(0, maxExamples).map(([value, count]) => ({ value, count })),
    range: isNumeric ? rangeOf(numbers) : null,
    histogram: isNumeric && type !== 'id' ? histogramOf(numbers) : null,
    guess: roleOf(name, type, ordered, texts.length),
  };
}

/** Removes the counts of missing texts, trims the others, and returns the number of missing cells. */
function missingCount(counts: Map<string, number>): number {
  let missing = 0;
  for (const [text, count] of [...counts]) {
    const value = text.trim();
    if (value === text && !(missingTexts as readonly string[]).includes(value)) continue;
    counts.delete(text);
    if ((missingTexts as readonly string[]).includes(value)) missing += count;
    else counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return missing;
}

function typeOf(name: string, ordered: readonly (readonly [string, number])[], known: number): ColumnType {
  const { length: distinct } = ordered;
  if (distinct === 0) return 'empty';
  if (distinct === 1) return 'constant';
  if (distinct === 2) return 'binary';
  const isNumeric = ordered.every(([value]) => isNumberText(value));
  const isWhole = isNumeric && ordered.every(([value]) => Number.isInteger(Number(value)));
  const isUnique = distinct === known && distinct > 20;
  if (isNumeric && !isWhole) return 'number';
  if (isWhole && (idPattern.test(name) || (distinct > leastSequence && isSequence(ordered)))) return 'id';
  if (isWhole) return 'integer';
  if (ordered.every(([value]) => datePattern.test(value))) return 'date';
  if (isUnique || (idPattern.test(name) && distinct > maxCategories)) return 'id';
  return distinct <= maxCategories ? 'category' : 'text';
}

/** Whether whole numbers have no gaps, as row numbers and numbers of groups do. */
function isSequence(ordered: readonly (readonly [string, number])[]): boolean {
  let [low, high] = [Infinity, -Infinity];
  for (const [value] of ordered) {
    low = Math.min(low, Number(value));
    high = Math.max(high, Number(value));
  }
  return high - low + 1 === ordered.length;
}

interface Counted {
  readonly value: number;
  readonly count: number;
}

function rangeOf(numbers: readonly Counted[]): NonNullable<ColumnProfile['range']> {
  const sorted = numbers.toSorted((a, b) => a.value - b.value);
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  const mean = sorted.reduce((sum, { value, count }) => sum + value * (count / total), 0);
  let below = 0;
  const median = sorted.find(({ count }) => (below += count) * 2 >= total)!.value;
  return { minimum: sorted[0]!.value, maximum: sorted.at(-1)!.value, mean: Number(mean.toPrecision(6)), median };
}

function histogramOf(numbers: readonly Counted[]): NonNullable<ColumnProfile['histogram']> {
  const { minimum, maximum } = rangeOf(numbers);
  const count = Math.min(maxIntervals, numbers.length);
  const width = (maximum - minimum) / count;
  const counts = new Float64Array(count);
  for (const one of numbers) {
    const k = width > 0 ? Math.min(count - 1, Math.floor((one.value - minimum) / width)) : 0;
    counts[k]! += one.count;
  }
  const end = (k: number) => (k === count ? maximum : Number((minimum + k * width).toPrecision(6)));
  return Array.from(counts, (own, k) => ({ from: end(k), to: end(k + 1), count: own }));
}

function roleOf(
  name: string,
  type: ColumnType,
  ordered: readonly (readonly [string, number])[],
  rows: number,
): ColumnRole | null {
  if (type === 'empty' || type === 'constant' || type === 'date') return null;
  if (type === 'id') return ordered.length < rows * 0.9 ? 'group' : 'id';
  if (type === 'text') return null;
  const found = rolePatterns.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
  if (found === 'weight' && ordered.some(([value]) => !(Number(value) >= 0))) return null;
  return found;
}

function warningsOf(columns: readonly ColumnProfile[], rows: number): TableProfile['warnings'] {
  return columns.flatMap(({ name, type, missing, distinct }) => {
    const share = Math.round((100 * missing) / Math.max(1, rows));
    const count = missing.toLocaleString('en-US');
    return [
      ...(type === 'empty' ? [{ code: 'empty_column', column: name, message: `The column "${name}" is empty.` }] : []),
      ...(type === 'constant'
        ? [{ code: 'constant_column', column: name, message: `The column "${name}" has one value only.` }]
        : []),
      ...(type === 'text'
        ? [
            {
              code: 'free_text',
              column: name,
              message: `The column "${name}" has ${distinct.toLocaleString('en-US')} different texts, so a model cannot use it.`,
            },
          ]
        : []),
      ...(missing > 0 && type !== 'empty'
        ? [
            {
              code: 'missing_values',
              column: name,
              message: `${count} rows (${share}%) lack "${name}".`,
            },
          ]
        : []),
    ];
  });
}
