import type { Table } from '../../fitting/rows/table.js';
import { maxSets } from './choice-sets.js';
import type { ColumnProfile } from '../variables/profile.js';
import { groupsOf, type LongColumns, readSituations, type Situations } from './situations.js';

/** Columns that show a choice in a long table, and its choices. */
export interface FoundSituations {
  readonly columns: LongColumns;
  readonly situations: Situations;
  /** What else the rows can be. */
  readonly doubt?: ChoiceDoubt | undefined;
  /** Whether the outcome has the rank of each alternative, 1 for the best. */
  readonly isRanking?: boolean;
}

/**
 * `durations`: the last row of each group is the only one that can be chosen, as in periods until an event. `order`: the order of the
 * rows states the choice. `sizes`: groups of different sizes, without a column of alternatives. `events`: in addition, some have no
 * chosen row, as in events of respondents.
 */
type ChoiceDoubt = 'durations' | 'order' | 'sizes' | 'events';

interface Key {
  readonly columns: readonly string[];
  readonly groups: GroupCodes;
  readonly misfits: number;
  readonly event: string | undefined;
  readonly isRanking: boolean;
}

const maxAlternatives = 100;
/** Positions in a choice are a weaker sign than a column with alternatives. */
const leastWithoutId = 20;

/** The choices of a key with the column of their alternatives, or with positions. Undefined if the rows of the key are no choices. */
export function withAlternatives(
  key: Key,
  table: Table,
  outcome: string,
  candidates: readonly ColumnProfile[],
  isSure: boolean,
): FoundSituations | undefined {
  const { columns, groups, event } = key;
  const id = alternativesOf(key, table, outcome, candidates);
  if (id === undefined && (event === undefined || (!isSure && groups.sizes.length < leastWithoutId))) return undefined;
  const named: LongColumns = { situation: columns, id, outcome, event };
  const situations = readSituations(table, named);
  if (event === undefined && !isNamedChoice(situations)) return undefined;
  const others = candidates.filter(({ name }) => !columns.includes(name)).map(({ name }) => table.columns.get(name)!);
  const doubt = isDuration(situations, others)
    ? 'durations'
    : situations.chosenAt
      ? 'order'
      : id === undefined && !isAlike(groups)
        ? key.misfits > maxMisfits * groups.sizes.length
          ? 'events'
          : 'sizes'
        : undefined;
  return { columns: named, situations, doubt, isRanking: key.isRanking };
}

/** Most groups of different sizes are choices if almost all have one chosen row. */
const maxMisfits = 0.05;

function alternativesOf(
  { columns, groups, event }: Key,
  table: Table,
  outcome: string,
  candidates: readonly ColumnProfile[],
): string | undefined {
  const outcomes = table.columns.get(outcome)!;
  const found = candidates.flatMap(({ name, type, distinct }, position) => {
    if (columns.includes(name) || distinct > maxAlternatives || distinct < 2 || type === 'date') return [];
    const texts = table.columns.get(name)!;
    const alternatives = codesOf(texts);
    const pairs = combined(groups, alternatives);
    const repeated = table.lines.length - pairs.sizes.length;
    if (repeated > 0.05 * table.lines.length) return [];
    const isComplete = pairs.sizes.length >= 0.95 * groups.sizes.length * alternatives.sizes.length;
    const isName = type === 'category' || type === 'binary' || type === 'text';
    if (!isName && !isComplete && !isNumbering(texts)) return [];
    if (event !== undefined && statesChoice(alternatives.of, outcomes, event)) return [];
    return [{ name, position, repeated, isComplete, distinct }];
  });
  const [first] = found.toSorted(
    (a, b) =>
      a.repeated - b.repeated ||
      Number(b.isComplete) - Number(a.isComplete) ||
      a.distinct - b.distinct ||
      a.position - b.position,
  );
  return first && (first.isComplete || canBeSets(table, columns, first.name)) ? first.name : undefined;
}

/** Whether all chosen rows have one value, such as the number of the first row of choices whose chosen row is the first one. */
function statesChoice(codes: Int32Array, outcomes: readonly string[], event: string): boolean {
  const chosen = new Set(codes.filter((_, row) => outcomes[row]!.trim() === event));
  return chosen.size === 1;
}

/** Whether some alternative is always available, or an attribute can have the sets of available alternatives. */
function canBeSets(table: Table, key: readonly string[], id: string): boolean {
  const texts = table.columns.get(id)!;
  const sets = groupsOf(table, key).map((rows) => new Set(rows.map((row) => texts[row]!.trim())));
  const different = new Set(sets.map((own) => [...own].toSorted().join('\n')));
  return different.size <= maxSets || [...sets[0]!].some((value) => sets.every((own) => own.has(value)));
}

function isNumbering(texts: readonly string[]): boolean {
  const numbers = [...new Set(texts.map(Number))].toSorted((a, b) => a - b);
  return numbers.every((own, k) => own === numbers[0]! + k) && (numbers[0] === 0 || numbers[0] === 1);
}

/** Two alternatives with the numbers 0 and 1 are also what a panel with two waves and an outcome of the respondent looks like. */
function isNamedChoice({ all, isNamed }: Situations): boolean {
  const alternatives = new Set(all.flatMap(({ rows }) => [...rows.keys()]));
  const isFlag = [...alternatives].every((one) => one === '0' || one === '1');
  return isNamed && !isFlag && all.filter(({ problem }) => problem).length <= 0.5 * all.length;
}

/**
 * Durations with a row for each period end in the last row, which is the only one with an event: they have different lengths, some are
 * censored, or a column counts the periods.
 *
 * @param others columns that are not in the key
 */
function isDuration({ all }: Situations, others: readonly (readonly string[])[]): boolean {
  const groups = all.map(({ rows }) => [...rows.values()]);
  const isLast = all.every(
    ({ rows, chosen }) => chosen.length === 0 || (chosen.length === 1 && chosen[0] === [...rows.keys()].at(-1)),
  );
  if (!isLast) return false;
  const differ = new Set(groups.map(({ length }) => length)).size > 1;
  const isCensored = all.some(({ chosen }) => chosen.length === 0);
  if (differ && isCensored) return true;
  const counts = (texts: readonly string[]) =>
    groups.every((rows) => rows.every((row, k) => k === 0 || isLater(texts[row]!, texts[rows[k - 1]!]!)));
  return (differ || isCensored) && others.some(counts);
}

function isLater(text: string, before: string): boolean {
  const step = Number(text) - Number(before);
  return (Number.isNaN(step) ? Date.parse(text) - Date.parse(before) : step) > 0;
}

function isAlike({ sizes }: GroupCodes): boolean {
  const counts = new Map<number, number>();
  for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + 1);
  return Math.max(...counts.values()) >= 0.9 * sizes.length;
}

/** Rows in groups, numbered from 0, and the number of rows of each group. */
export interface GroupCodes {
  readonly of: Int32Array;
  readonly sizes: Int32Array;
}

/** Texts as codes, numbered from 0 in the order of their first row. */
export interface CodedTexts {
  readonly of: Int32Array;
  readonly codes: ReadonlyMap<string, number>;
}

export function codedTexts(texts: readonly string[]): CodedTexts {
  const codes = new Map<string, number>();
  const of = Int32Array.from(texts, (text) => codeIn(codes, text.trim()));
  return { of, codes };
}

function codeIn<Key>(codes: Map<Key, number>, key: Key): number {
  const code = codes.get(key) ?? codes.size;
  codes.set(key, code);
  return code;
}

/** More rows are first tried on some groups. */
export const maxTriedRows = 5_000;

export function regrouped(of: Int32Array, rows: Int32Array): GroupCodes {
  const known = new Map<number, number>();
  const own = rows.map((row) => codeIn(known, of[row]!));
  return { of: own, sizes: sizesOf(own, known.size) };
}

/** A column as codes, with the rows of its first groups. */
export interface ColumnCodes extends GroupCodes {
  readonly tried: Int32Array;
}

export function codesOf(texts: readonly string[]): ColumnCodes {
  const { of, codes } = codedTexts(texts);
  const sizes = sizesOf(of, codes.size);
  let rows = 0;
  const limit = sizes.findIndex((size) => (rows += size) >= maxTriedRows);
  const tried: number[] = [];
  for (let row = 0; row < of.length; row++) if (limit < 0 || of[row]! <= limit) tried.push(row);
  return { of, sizes, tried: Int32Array.from(tried) };
}

function sizesOf(of: Int32Array, count: number): Int32Array {
  const sizes = new Int32Array(count);
  for (const code of of) sizes[code]!++;
  return sizes;
}

export function combined(a: GroupCodes, b: GroupCodes): GroupCodes {
  const known = new Map<number, number>();
  const of = a.of.map((code, row) => codeIn(known, code * b.sizes.length + b.of[row]!));
  return { of, sizes: sizesOf(of, known.size) };
}
