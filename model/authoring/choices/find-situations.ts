import type { Table } from '../../fitting/rows/table.js';
import type { ColumnProfile } from '../variables/profile.js';
import {
  type CodedTexts,
  codedTexts,
  codesOf,
  type ColumnCodes,
  combined,
  type GroupCodes,
  maxTriedRows,
  regrouped,
  type FoundSituations,
  withAlternatives,
} from './key-alternatives.js';
import { chosenPattern, runsOf, worstMark } from './situations.js';

/** Columns, pairs and triples that are tried as the key of a choice. */
const maxKeyColumns = 200;
const maxPairColumns = 25;
const maxTripleColumns = 10;
/** Fewer choices can fit by chance. */
const leastChoices = 10;
/** Choices between one product and none have one row. */
const leastSeveral = 0.7;
/** Groups with several chosen rows are no choices. Those without a chosen row can be decisions against all alternatives. */
const weightOfSeveral = 10;
const maxAlternatives = 100;

/**
 * Finds the columns that identify the choices and the alternatives of a long table. Most rows must show one chosen alternative in each
 * choice; those that do not are problems of the choices. Undefined if there is no choice.
 */
export function findSituations(
  table: Table,
  outcome: ColumnProfile,
  columns: readonly ColumnProfile[],
  isSure = false,
): FoundSituations | undefined {
  const ranks = canBeRanks(outcome) ? table.columns.get(outcome.name)!.map(Number) : undefined;
  const events = ranks ? [firstRank, ...eventsOf(outcome)] : eventsOf(outcome);
  if (events.length === 0) return undefined;
  const candidates = columns.filter(
    ({ name, type }) => name !== outcome.name && !['constant', 'empty', 'number'].includes(type),
  );
  const codes = new Map(candidates.map(({ name }) => [name, codesOf(table.columns.get(name)!)]));
  const outcomes = codedTexts(table.columns.get(outcome.name)!);
  const find = (keys: readonly (readonly string[])[]) => {
    const found = keys.flatMap((columns) => {
      const parts = columns.map((name) => codes.get(name)!).toSorted((a, b) => b.sizes.length - a.sizes.length);
      if (!canBeKey(parts, outcomes, events, isSure)) return [];
      const groups = (parts as readonly GroupCodes[]).reduce(combined);
      return events.flatMap((event) => {
        const misfits = misfitsOf(groups, outcomes, event, isSure);
        const isRanking = ranks !== undefined && event === firstRank;
        return misfits === undefined || (isRanking && !areRanks(groups, ranks))
          ? []
          : [{ columns, groups, misfits, event, isRanking }];
      });
    });
    for (const key of found.toSorted((a, b) => a.misfits - b.misfits)) {
      const choice = withAlternatives(key, table, outcome.name, candidates, isSure);
      if (choice) return choice;
    }
    return undefined;
  };
  const names = candidates.map(({ name }) => name);
  const single = find(names.slice(0, maxKeyColumns).map((name) => [name]));
  if (single && problemShare(single) === 0) return single;
  const parts = names.length > maxTripleColumns ? independentColumns(names, codes) : names;
  const pair = find(subsets(parts.slice(0, maxPairColumns), 2));
  // A column that almost fits must not hide a pair that fits.
  const best = pair && (!single || problemShare(pair) < 0.5 * problemShare(single)) ? pair : single;
  return best && (!isSure || problemShare(best) < 0.5)
    ? best
    : (find(subsets(parts.slice(0, maxTripleColumns), 3)) ??
        best ??
        restarted(table, outcome, candidates, outcomes, isSure));
}

/**
 * Whether the groups of some columns can have at least two rows on average, and at most one for each alternative. In a large table, the rows with
 * some values of the first column, which contain whole groups, must already look like choices.
 */
function canBeKey(
  parts: readonly ColumnCodes[],
  outcomes: CodedTexts,
  events: readonly (string | undefined)[],
  isSure: boolean,
): boolean {
  const counts = parts.map(({ sizes }) => sizes.length);
  const greatest = counts.reduce((product, count) => product * count, 1);
  const rows = outcomes.of.length;
  if (Math.max(...counts) > rows / 1.9 || greatest < rows / maxAlternatives) return false;
  if (rows <= 2 * maxTriedRows) return true;
  const { tried } = parts[0]!;
  const part = parts.map((own) => regrouped(own.of, tried)).reduce(combined);
  const own = { ...outcomes, of: tried.map((row) => outcomes.of[row]!) };
  return events.some((event) => misfitsOf(part, own, event, isSure, true) !== undefined);
}

const problemShare = ({ situations: { all } }: FoundSituations) =>
  all.filter(({ problem }) => problem !== undefined).length / all.length;

/** A choice whose numbers of tasks restart, without a column of the respondent: rows with the same number follow each other. */
function restarted(
  table: Table,
  outcome: ColumnProfile,
  candidates: readonly ColumnProfile[],
  outcomes: CodedTexts,
  isSure: boolean,
): FoundSituations | undefined {
  for (const { name } of candidates.slice(0, maxKeyColumns)) {
    const runs = runsOf(table, [name]);
    if (runs.length > table.lines.length / 1.9) continue;
    const of = new Int32Array(table.lines.length);
    runs.forEach((rows, group) => rows.forEach((row) => (of[row] = group)));
    const groups = { of, sizes: Int32Array.from(runs, ({ length }) => length) };
    for (const event of eventsOf(outcome)) {
      const misfits = misfitsOf(groups, outcomes, event, isSure);
      if (misfits === undefined) continue;
      const key = { columns: [name], groups, misfits, event, isRanking: false };
      const choice = withAlternatives(key, table, outcome.name, candidates, isSure);
      if (choice?.situations.isRestarted) return choice;
    }
  }
  return undefined;
}

const firstRank = '1';

/** Whether an outcome can rank the alternatives of each choice, from 1. */
const canBeRanks = ({ type, range, distinct, missing }: ColumnProfile): boolean =>
  type === 'integer' && missing === 0 && range?.minimum === 1 && range.maximum === distinct && distinct > 2;

/** Whether each group has all ranks from 1 to its number of rows, once each. */
function areRanks({ of, sizes }: GroupCodes, ranks: readonly number[]): boolean {
  const known = new Set<number>();
  const width = ranks.length + 1;
  return of.every((group, row) => {
    const key = group * width + ranks[row]!;
    const isNew = !known.has(key);
    known.add(key);
    return isNew && ranks[row]! <= sizes[group]!;
  });
}

/** Whether numbers can be 1 for the best alternative, -1 for the worst one, and 0 for the others. */
const isBestWorst = (range: ColumnProfile['range'], distinct: number): boolean =>
  range?.minimum === Number(worstMark) && range.maximum === 1 && distinct === 3;

/** Texts that can mark a chosen row. Undefined: the outcome names the chosen alternative. */
function eventsOf({ distinct, examples, missing, range }: ColumnProfile): (string | undefined)[] {
  if (distinct < 1 || distinct > maxAlternatives) return [];
  if (isBestWorst(range, distinct)) return ['1'];
  if (distinct > 2) return [undefined];
  if (distinct === 1) return missing > 0 ? [examples[0]!.value] : [];
  const usual = examples.filter(({ value }) => chosenPattern.test(value));
  return [...(usual.length === 1 ? usual : examples).map(({ value }) => value), undefined];
}

/**
 * Groups that are no choices, weighted; undefined unless most have several rows, and clearly more than by chance have one chosen row.
 *
 * @param isPart whether the groups are a part of those of the table, which need not be enough
 */
function misfitsOf(
  { of, sizes }: GroupCodes,
  outcomes: CodedTexts,
  event: string | undefined,
  isSure: boolean,
  isPart = false,
): number | undefined {
  const count = sizes.length;
  const several = sizes.reduce((sum, size) => sum + Number(size > 1), 0);
  if (count < (isSure || isPart ? 1 : leastChoices) || several < leastSeveral * count) return undefined;
  if (event === undefined) {
    const first = new Int32Array(count).fill(-1);
    let differing = 0;
    of.forEach((group, row) => {
      const own = outcomes.of[row]!;
      if (first[group]! < 0) first[group] = own;
      else if (first[group] !== own) differing++;
    });
    return differing <= (isPart ? 0.05 : 0.02) * of.length ? differing : undefined;
  }
  const chosen = new Int32Array(count);
  const code = outcomes.codes.get(event);
  of.forEach((group, row) => (chosen[group]! += Number(outcomes.of[row] === code)));
  const one = chosen.reduce((sum, own) => sum + Number(own === 1), 0);
  const more = chosen.reduce((sum, own) => sum + Number(own > 1), 0);
  const chance = byChance(sizes, chosen);
  const leastDistance = isPart ? 0 : one === count ? 3 : 4;
  const isUsual = one >= 0.5 * count && more <= 0.1 * count && one >= chance.one + leastDistance * chance.error;
  const hasFewPairs = (isPart || chance.more >= 20) && more <= 0.05 * chance.more;
  const misfits = count - one - more + weightOfSeveral * more;
  return (isSure && 2 * one >= count) || isUsual || hasFewPairs ? misfits : undefined;
}

/** Numbers of groups with one and with several chosen rows, and the standard deviation of the first, if rows were chosen independently. */
function byChance(sizes: Int32Array, chosen: Int32Array): { one: number; more: number; error: number } {
  const sum = (values: Int32Array) => values.reduce((total, value) => total + value, 0);
  const share = sum(chosen) / sum(sizes);
  let [expected, more, variance] = [0, 0, 0];
  for (const size of sizes) {
    const none = (1 - share) ** size;
    const one = share < 1 ? (size * share * none) / (1 - share) : Number(size === 1);
    expected += one;
    more += 1 - none - one;
    variance += one * (1 - one);
  }
  return { one: expected, more, error: Math.sqrt(variance) };
}

function subsets(names: readonly string[], size: number): string[][] {
  if (size === 0) return [[]];
  return names.flatMap((name, k) => subsets(names.slice(k + 1), size - 1).map((rest) => [name, ...rest]));
}

/** Rows that are enough to see that a column follows from another one. */
const maxRows = 5_000;

/**
 * Columns whose values do not follow from those of another column, such as the age of a respondent from its id. The others add nothing
 * to a key of choices.
 */
function independentColumns(names: readonly string[], codes: ReadonlyMap<string, ColumnCodes>): string[] {
  return names.filter((name, position) => {
    const own = codes.get(name)!;
    return !names.some((other, at) => {
      const by = codes.get(other)!;
      const canFollow = by.sizes.length > own.sizes.length || (by.sizes.length === own.sizes.length && at < position);
      return at !== position && canFollow && follows(own, by);
    });
  });
}

function follows({ of }: ColumnCodes, by: ColumnCodes): boolean {
  const rows = Math.min(of.length, maxRows);
  // A column with less than two rows for each value, such as their number, is no part of a key.
  if (by.sizes.length > by.of.length / 1.9) return false;
  const known = new Int32Array(by.sizes.length).fill(-1);
  for (let row = 0; row < rows; row++) {
    const other = by.of[row]!;
    if (known[other] === -1) known[other] = of[row]!;
    else if (known[other] !== of[row]) return false;
  }
  return true;
}
