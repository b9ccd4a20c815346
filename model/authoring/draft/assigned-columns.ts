import type { Table } from '../../fitting/rows/table.js';
import { isNamedTreatment, isProperty, isRegion, isSetting, isTreatment } from './column-roles.js';
import { idOf } from '../variables/names.js';
import { type ColumnProfile, isMissing } from '../variables/profile.js';

/** A column that scenarios can change, and how much speaks for it. */
export interface Candidate {
  readonly column: ColumnProfile;
  readonly score: number;
  readonly isNamed: boolean;
  /** Whether it is like an assignment: few values, of similar size, and unrelated to the other columns. */
  readonly isAssigned: boolean;
}

export const maxArms = 12;
/** The largest arm, relative to the smallest one. */
const maxImbalance = 4;
/** Share of the other columns that can be related to an assignment, if it has the name of one, and if not. */
const maxRelated = { named: 0.3, unnamed: 0.1 };
/** Standardized chi-square statistic of related columns. */
const leastRelated = 5;
/** More columns do not change whether a column is related to the others, and cost seconds. */
const maxCompared = 20;

/**
 * Columns that scenarios can change, the best first: with the name of a treatment or price, or like an assignment, and no property of
 * respondents. Without such a column, the others in the order of the file.
 *
 * @param others columns that an assignment does not determine
 * @param table a sample of the rows
 */
export function candidatesOf(
  columns: readonly ColumnProfile[],
  others: readonly ColumnProfile[],
  table: Table,
  groups: RowGroups,
): Candidate[] {
  const relation = relationIn(table, groups);
  const candidates = columns.map((column): Candidate => {
    const isNamed = isNamedTreatment(column);
    const isUnrelated = () => {
      const compared = others
        .slice(0, maxCompared)
        .filter((other) => other !== column && !isOneSided(column, other, table));
      const most = isTreatment(column) ? maxRelated.named : maxRelated.unnamed;
      return compared.filter((other) => relation(column, other) > leastRelated).length <= most * compared.length;
    };
    const canBeAssigned = areBalanced(column) || (isNamed && column.range !== null);
    const isAssigned = !isProperty(column.name) && canBeAssigned && isUnrelated();
    const penalty = isProperty(column.name) ? 4 : isSetting(column.name) ? 3 : isRegion(column.name) ? 1 : 0;
    return { column, isNamed, isAssigned, score: (isNamed ? 2 : 0) + (isAssigned ? 2 : 0) - penalty };
  });
  return candidates.toSorted((a, b) => b.score - a.score);
}

const areBalanced = ({ distinct, examples }: ColumnProfile): boolean =>
  distinct >= 2 && distinct <= maxArms && examples[0]!.count <= maxImbalance * examples.at(-1)!.count;

/** Whether a column has one value only in one of the arms, such as a contact of people who were to be called. */
function isOneSided({ name, distinct }: ColumnProfile, other: ColumnProfile, { columns }: Table): boolean {
  if (distinct > maxArms || other.type !== 'binary') return false;
  const texts = columns.get(other.name)!;
  const valuesOf = new Map<string, Set<string>>();
  columns.get(name)!.forEach((arm, row) => valuesOf.set(arm, (valuesOf.get(arm) ?? new Set()).add(texts[row]!)));
  const sizes = [...valuesOf.values()].map(({ size }) => size);
  return sizes.includes(1) && sizes.some((size) => size > 1);
}

/** The groups of rows, and the columns with one value in each. */
export interface RowGroups {
  /** Number of groups, relative to the number of rows. */
  readonly share: number;
  readonly nested: readonly string[];
}

/**
 * How closely two columns are related: the chi-square statistic of their classes in standard deviations. For two columns with one value in
 * each group, the groups count, not their rows.
 */
function relationIn({ columns, lines }: Table, { share, nested }: RowGroups) {
  const rows = lines.length;
  const classes = new Map<string, Int8Array>();
  const classesOf = (column: ColumnProfile) => {
    const known = classes.get(column.name) ?? classesIn(column, columns.get(column.name)!);
    classes.set(column.name, known);
    return known;
  };
  return (first: ColumnProfile, second: ColumnProfile): number => {
    const [a, b] = [classesOf(first), classesOf(second)];
    const counts = new Float64Array((maxClass + 1) ** 2);
    const [ofA, ofB] = [new Float64Array(maxClass + 1), new Float64Array(maxClass + 1)];
    let known = 0;
    for (let row = 0; row < rows; row++) {
      if (a[row]! < 0 || b[row]! < 0) continue;
      counts[a[row]! * (maxClass + 1) + b[row]!]! += 1;
      ofA[a[row]!]! += 1;
      ofB[b[row]!]! += 1;
      known++;
    }
    const degrees = (ofA.filter(Boolean).length - 1) * (ofB.filter(Boolean).length - 1);
    if (degrees < 1) return 0;
    let square = 0;
    counts.forEach((count, cell) => {
      const expected = (ofA[Math.floor(cell / (maxClass + 1))]! * ofB[cell % (maxClass + 1)]!) / known;
      if (expected > 0) square += (count - expected) ** 2 / expected;
    });
    const areNested = [first, second].every(({ name }) => nested.includes(name));
    return ((areNested ? square * share : square) - degrees) / Math.sqrt(2 * degrees);
  };
}

const maxClass = 12;
const fifths = 5;

/** Class of each row: the value if there are few, the fifth of a number, the frequent texts; -1 for no value. */
function classesIn({ range, examples, distinct }: ColumnProfile, texts: readonly string[]): Int8Array {
  if (range !== null && distinct > maxClass) {
    const sorted = Float64Array.from(texts.filter((text) => !isMissing(text)).map(Number)).sort();
    const bounds = Array.from(
      { length: fifths - 1 },
      (_, k) => sorted[Math.floor(((k + 1) * sorted.length) / fifths)]!,
    );
    return Int8Array.from(texts, (text) =>
      isMissing(text) ? -1 : bounds.filter((bound) => Number(text) >= bound).length,
    );
  }
  const classOf = new Map(examples.slice(0, maxClass).map(({ value }, k) => [value, k]));
  return Int8Array.from(texts, (text) => (isMissing(text) ? -1 : (classOf.get(text.trim()) ?? maxClass)));
}

/** Results that are called so. */
const afterPattern =
  /retention|rounds?(_|$)|follow_?up|endline|post_?test|opened|clicked|contacted|attended|compli(ed|ance)|take_?up|(^|_)(spen[dt]|spending|revenue|conversions?|converted|sessions|visit|purchased?)(_|$)/;
const wavePattern = /(y|w|t|wave|day|week|month|year|round)_?\d+$/;
const leastStem = 4;
const leastSteps = 4;

/**
 * Columns that were probably measured after an assignment, and so are results of it: another measure or wave of the outcome, names such as
 * retention, and flags to the right of the arm that differ between arms.
 */
export function measuredAfter(
  { column: arm, isAssigned }: Candidate,
  outcome: ColumnProfile,
  columns: readonly ColumnProfile[],
  all: readonly ColumnProfile[],
  table: Table,
  groups: RowGroups,
): Set<string> {
  const relation = relationIn(table, groups);
  const at = (column: ColumnProfile) => all.indexOf(column);
  const wave = wavePattern.exec(idOf(outcome.name))?.[1];
  const onScale = sameScale(outcome, all);
  const isAfter = (column: ColumnProfile) => {
    const id = idOf(column.name);
    const differs = relation(arm, column) > leastRelated || isOneSided(arm, column, table);
    return (
      haveSameStem(id, idOf(outcome.name)) ||
      onScale.has(column) ||
      afterPattern.test(id) ||
      (wave !== undefined && wavePattern.exec(id)?.[1] === wave) ||
      (isAssigned && column.type === 'binary' && at(column) > at(arm) && differs)
    );
  };
  const found = new Set<string>();
  for (const column of columns) {
    // Flags next to a result are further results.
    const isNext = column.type === 'binary' && at(column) > at(arm) && found.has(all[at(column) - 1]?.name ?? '');
    const isKept = column === arm || isProperty(column.name) || isNamedTreatment(column);
    if (!isKept && (isNext || isAfter(column))) found.add(column.name);
  }
  return found;
}

/** Whether two names start with the same word, such as `retention_1` and `retention_7`. */
function haveSameStem(first: string, second: string): boolean {
  const [a, b] = [first.split('_')[0]!, second.split('_')[0]!];
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= leastStem && long.startsWith(short) && long.length <= short.length + 1;
}

/** Columns next to the outcome with its scale, such as further questions. */
function sameScale(outcome: ColumnProfile, all: readonly ColumnProfile[]): Set<ColumnProfile> {
  const scaleOf = ({ range, distinct, type }: ColumnProfile) =>
    type === 'integer' && distinct >= leastSteps && distinct <= maxArms ? `${range!.minimum} ${range!.maximum}` : '';
  const scale = scaleOf(outcome);
  const found = new Set<ColumnProfile>();
  for (const step of [-1, 1])
    for (let k = all.indexOf(outcome) + step; scale !== '' && all[k] && scaleOf(all[k]!) === scale; k += step)
      found.add(all[k]!);
  return found;
}
