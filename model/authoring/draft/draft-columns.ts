import type { Table } from '../../fitting/rows/table.js';
import { countCutGroups } from '../check-spec.js';
import { setNames } from '../variables/number-parameter.js';
import { type Candidate, candidatesOf, maxArms, measuredAfter } from './assigned-columns.js';
import { isPrice, type TableRoles } from './column-roles.js';
import { frequencyColumn } from './draft-counted.js';
import { isNameable, type KnownParts } from './draft-known.js';
import type { OutcomeDraft } from './draft-outcome.js';
import { fewRows } from '../variables/cells.js';
import { countText } from '../variables/names.js';
import { type ColumnProfile, isMissing } from '../variables/profile.js';
import { sampleOf } from './sample-fit.js';
import { sortedValues } from '../variables/variables.js';

/** What each column of the data is in a draft. */
export interface DraftColumns {
  readonly group: string | undefined;
  /** Whether the rows of a group are the choices of one respondent. */
  readonly isRespondent: boolean;
  readonly possibleGroups: readonly string[];
  readonly weight: string | undefined;
  readonly weightGuess: string | undefined;
  /** Whether the weight is the number of equal respondents of a row. */
  readonly isFrequency: boolean;
  readonly split: { readonly column: string; readonly train: string; readonly test: string } | undefined;
  /** Columns of the formula, the parameters first. */
  readonly used: readonly ColumnProfile[];
  /** Numbers of `used` that are codes of categories. */
  readonly codes: ReadonlySet<string>;
  readonly parameters: readonly string[];
  /** Columns that could be the parameter, the best first. */
  readonly candidates: readonly string[];
  readonly left: ReadonlyMap<string, string>;
}

const maxColumns = 20;
/** Without the other rows, the rest is another population. */
const maxMissing = 0.5;
const maxLevels = 20;
/** A cell of counts with more texts that never repeat has the name of its committee or place. */
const maxUnits = 9;
const maxOutcomeTexts = 50;
/** An estimate needs 5 rows, and the rows for fitting are 70%. */
const leastRowsOfLevel = 8;
const splitPattern = /^(split|sample|part|fold|partition|set|train_?test)$/i;
const codePattern =
  /(^|[_. -])(code|type|kind|class|category|zip|plz|postcode|postal|sector|region|segment|c[oó]digo)$|[a-z](Code|Type|Class|Category|Zip)$/i;

/** @param excluded columns that cannot be fitted, with the reason */
export function draftColumns(
  table: Table,
  known: KnownParts,
  roles: TableRoles,
  outcome: OutcomeDraft,
  excluded: ReadonlyMap<string, string>,
): DraftColumns {
  const { choice } = outcome;
  const isPart = (name: string) => name === known.outcome || outcome.columns.has(name);
  const guessed = roles.group !== undefined && !isPart(roles.group) ? roles.group : undefined;
  const group = known.group === undefined ? (known.id ?? guessed) : (known.group ?? undefined);
  const frequency = outcome.columns.size > 0 ? undefined : frequencyColumn(table, roles.columns, known.outcome);
  const weight = known.weight === undefined ? frequency : (known.weight ?? undefined);
  const isFrequency = weight !== undefined && weight === frequency;
  const profile = roles.columns.find(({ name }) => name === known.outcome)!;
  // A few rows with counts are a table of them, rather than respondents.
  const areCells = isFrequency || outcome.isCounted === true;
  const isFew = table.lines.length < fewRows && profile.type === 'integer' && !choice && !areCells;
  const hasCells = areCells || isFew;
  const weightGuess = roles.columns.find(({ name, guess }) => guess === 'weight' && !isPart(name))?.name;
  const split = splitColumn(roles.columns, table, group);
  const left = new Map([...outcome.columns].filter(([, reason]) => reason !== ''));
  const parts = partsOf(profile, roles.columns, table);
  const own = new Set([group, known.id, weight, weightGuess, split?.column]);
  const isWanted = (name: string) => known.parameters?.includes(name) === true;
  const possible = roles.columns.filter((column) => {
    const { name } = column;
    if (isPart(name) || own.has(name)) return false;
    const reason =
      excluded.get(name) ??
      (choice && group !== undefined && numbersRows(table, name, group)
        ? `it numbers the choices of each ${group}`
        : undefined) ??
      (choice?.isUnlabelled ? 'alternatives without names differ only by their own variables' : undefined) ??
      ((isFew || (areCells && column.distinct > maxUnits)) &&
      column.range === null &&
      column.distinct === table.lines.length
        ? 'a different text in each row'
        : undefined) ??
      (isWanted(name) && column.range !== null
        ? undefined
        : reasonAgainst(column, roles, hasCells, table.columns.get(name)!)) ??
      (column.missing > maxMissing * table.lines.length && !isWanted(name)
        ? `${countText(column.missing, 'row')} lack it`
        : undefined) ??
      parts.get(name) ??
      (!choice && !hasCells && followsFrom(table, name, profile) ? 'it determines the outcome' : undefined);
    if (reason !== undefined) left.set(name, reason);
    return reason === undefined;
  });
  const groups = {
    share: (roles.columns.find(({ name }) => name === group)?.distinct ?? table.lines.length) / table.lines.length,
    nested: roles.keys.find(({ column }) => column === group)?.nested ?? [],
  };
  const sample = sampleOf(table);
  const isOther = ({ name }: ColumnProfile) => !isPart(name) && !own.has(name) && !isKey(name, roles);
  const candidates = choice ? [] : candidatesOf(possible, roles.columns.filter(isOther), sample, groups);
  const arm = armOf(candidates, known);
  const after = arm ? measuredAfter(arm, profile, possible, roles.columns, sample, groups) : new Set<string>();
  for (const name of after)
    if (!isWanted(name))
      left.set(name, `probably measured after ${arm!.column.name} was assigned; if not, add it to the formula`);
  const remaining = candidates.filter(({ column }) => !left.has(column.name));
  const defaults = choice ? choice.parameters : defaultParameters(remaining);
  const wanted = known.parameters ?? defaults;
  const isFirst = ({ name }: ColumnProfile) => wanted.includes(name);
  const inOrder = [
    ...wanted.flatMap((name) => possible.filter((column) => column.name === name)),
    ...possible.filter((column) => !isFirst(column) && !left.has(column.name)),
  ];
  const copies = copiesOf(inOrder, table);
  for (const [copy, original] of copies) left.set(copy, `it has the information of ${original}`);
  const distinct = inOrder.filter(({ name }) => !copies.has(name));
  const codes = new Set(
    distinct
      .filter((column) => isCode(column) || (isFirst(column) && isArmCode(column, candidates, known)))
      .map(({ name }) => name),
  );
  const events = hasCells ? Infinity : (outcome.ended ?? eventsOf(profile, table.lines.length));
  // A variable of respondents has a coefficient for each alternative but one.
  const perTerm = (choice?.alternatives ?? (outcome.isNominal ? profile.distinct : 2)) - 1;
  let coefficients = choice?.generic.length ?? 0;
  const used: ColumnProfile[] = [];
  for (const column of distinct) {
    const { name, range } = column;
    const own = perTerm * (range === null || codes.has(name) ? column.distinct - 1 : 1);
    const isMany = (coefficients + own) * eventsOfCoefficient > events && !isFirst(column);
    if (used.length === maxColumns) left.set(name, `the formula has ${maxColumns} columns already`);
    else if (isMany) left.set(name, `${countText(events, 'event')} allow one coefficient for ten of them`);
    else {
      used.push(column);
      coefficients += own;
    }
  }
  const parameters = wanted.filter(
    (name) => choice?.generic.includes(name) || used.some((column) => column.name === name),
  );
  const nested = roles.keys.find(({ column }) => column === group)?.nested ?? [];
  const isNumbered = group !== undefined && roles.columns.some(({ name }) => numbersRows(table, name, group));
  return {
    group,
    isRespondent:
      choice !== undefined &&
      group === guessed &&
      (isNumbered || (used.length > 0 && used.every(({ name }) => nested.includes(name)))),
    possibleGroups: roles.keys.flatMap(({ column, kind }) => (kind === 'identifier' || isPart(column) ? [] : [column])),
    weight,
    weightGuess: frequency ?? weightGuess,
    isFrequency,
    split,
    used: [
      ...used.filter(({ name }) => parameters.includes(name)),
      ...used.filter(({ name }) => !parameters.includes(name)),
    ],
    codes,
    candidates: remaining
      .filter(({ score, column }) => score > 0 && used.includes(column))
      .slice(0, maxParameters)
      .map(({ column }) => column.name),
    parameters,
    left,
  };
}

const eventsOfCoefficient = 10;
const maxUnnamedArms = 5;

/** Rows with another outcome than the most frequent one: the cases of a rare event. */
const eventsOf = ({ examples, missing }: ColumnProfile, rows: number) => rows - missing - (examples[0]?.count ?? 0);

/** Whether the numbers 1, 2, 3 … of a treatment are names of its arms, rather than a dose or price. */
function isArmCode(
  { name, type, range, distinct }: ColumnProfile,
  candidates: readonly Candidate[],
  { randomized }: KnownParts,
): boolean {
  if (type !== 'integer' || distinct < 3 || distinct > maxArms || setNames.test(name) || isPrice(name)) return false;
  const { minimum, maximum } = range!;
  const areNumbered = (minimum === 0 || minimum === 1) && maximum - minimum + 1 === distinct;
  // Without a name, numbers from 0 and many numbers are rather an amount.
  const isUsual = minimum === 1 && distinct <= maxUnnamedArms;
  const isArm = candidates.some(
    ({ column, isNamed, isAssigned }) => column.name === name && (isNamed || (isAssigned && isUsual)),
  );
  return areNumbered && (isArm || randomized?.includes(name) === true);
}

const maxParameters = 3;
/** A column with a lower score is only one of those that remain. */
const leastScore = 2;

/** At most three treatments, otherwise the best candidate. */
function defaultParameters(candidates: readonly Candidate[]): string[] {
  const best = candidates[0]?.score ?? 0;
  const treatments = candidates.filter(
    ({ score, isNamed }, k) => score === best && best >= leastScore && (k === 0 || isNamed),
  );
  const found = treatments.length > 0 ? treatments.slice(0, maxParameters) : candidates.slice(0, 1);
  return found.map(({ column }) => column.name);
}

/** The column of an experiment: the one that a user names, or the best candidate if it is like a treatment. */
function armOf(candidates: readonly Candidate[], { randomized }: KnownParts): Candidate | undefined {
  if (randomized) {
    const named = candidates.find(({ column }) => randomized.includes(column.name));
    return named && { ...named, isAssigned: true };
  }
  return candidates.find(({ column, score }) => score >= leastScore && column.distinct <= maxLevels);
}

const isKey = (name: string, { keys }: TableRoles) =>
  keys.some(({ column, kind }) => column === name && kind !== 'possible_group');

function numbersRows({ columns }: Table, name: string, group: string): boolean {
  const groups = columns.get(group)!;
  const counts = new Map<string, number>();
  return columns.get(name)!.every((text, row) => {
    const next = (counts.get(groups[row]!) ?? 0) + 1;
    counts.set(groups[row]!, next);
    return text === String(next);
  });
}

function reasonAgainst(
  { name, type, distinct, range }: ColumnProfile,
  { keys }: TableRoles,
  isCells: boolean,
  texts: readonly string[],
): string | undefined {
  const key = keys.find(({ column, kind }) => column === name && kind !== 'possible_group');
  if (key) return key.reason;
  if (!isNameable(name)) return 'a formula cannot contain its name';
  if (type === 'empty') return 'it is empty';
  if (type === 'constant') return 'one value only';
  if (type === 'date') return 'dates';
  if (type === 'text' || type === 'id') return countText(distinct, 'text');
  const rare = range === null && !isCells ? valuesOf(texts).find(({ count }) => count < leastRowsOfLevel) : undefined;
  if (rare && distinct > 2) return `only ${countText(rare.count, 'row')} with "${rare.value}": combine rare values`;
  return undefined;
}

/** The values of a column, the most frequent first. */
function valuesOf(texts: readonly string[]) {
  const counts = new Map<string, number>();
  for (const text of texts) if (!isMissing(text)) counts.set(text.trim(), (counts.get(text.trim()) ?? 0) + 1);
  return Array.from(counts, ([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
}

/** Whole numbers whose name states that they are codes, each of which is frequent enough for an estimate. */
function isCode({ name, type, distinct, examples }: ColumnProfile): boolean {
  const isFrequent = examples.every(({ count }) => count >= leastRowsOfLevel);
  return type === 'integer' && codePattern.test(name) && distinct > 2 && distinct <= maxLevels && isFrequent;
}

function splitColumn(
  columns: readonly ColumnProfile[],
  table: Table,
  group: string | undefined,
): DraftColumns['split'] {
  const found = columns.find(({ name, distinct }) => splitPattern.test(name) && distinct === 2);
  if (!found || (group !== undefined && countCutGroups(table, found.name, group) > 0)) return undefined;
  const values = sortedValues(table.columns.get(found.name)!);
  const train = values.find((value) => /train|fit|estimation|0/i.test(value));
  const test = values.find((value) => value !== train && /test|hold|valid|1/i.test(value));
  return train !== undefined && test !== undefined ? { column: found.name, train, test } : undefined;
}

/** Columns that equal an earlier one, up to the names of their two values. */
function copiesOf(columns: readonly ColumnProfile[], table: Table): Map<string, string> {
  const known = new Map<string, string>();
  const copies = new Map<string, string>();
  for (const { name, type } of columns) {
    if (type !== 'binary') continue;
    const texts = table.columns.get(name)!;
    const pattern = texts.map((text) => (text === texts[0] ? '1' : '0')).join('');
    const original = known.get(pattern);
    if (original === undefined) known.set(pattern, name);
    else copies.set(name, original);
  }
  return copies;
}

/**
 * Whether a column determines the outcome, such as the amount of a gift: no finite estimate exists for it, and it is probably
 * recorded after the outcome.
 */
function followsFrom(table: Table, name: string, outcome: ColumnProfile): boolean {
  const outcomes = table.columns.get(outcome.name)!;
  const texts = table.columns.get(name)!;
  if (outcome.range !== null && outcome.distinct > 2 && hasSteps(texts, outcomes, outcome)) return true;
  if (outcome.distinct > maxOutcomeTexts) return false;
  const outcomeOf = new Map<string, string>();
  const isSame = texts.every((text, row) => {
    const known = outcomeOf.get(text);
    if (known === undefined) outcomeOf.set(text, outcomes[row]!);
    return known === undefined || known === outcomes[row];
  });
  return isSame && outcomeOf.size < texts.length / 2;
}

/** Two columns whose sum is the outcome, with the reason against them. */
function partsOf(outcome: ColumnProfile, columns: readonly ColumnProfile[], table: Table): ReadonlyMap<string, string> {
  const numbersOf = ({ name }: ColumnProfile) => table.columns.get(name)!.map(Number);
  const numbers = columns.filter(({ range, distinct, name }) => range && distinct > 2 && name !== outcome.name);
  if (outcome.range === null || outcome.distinct <= maxLevels) return new Map();
  const [sums, values] = [numbersOf(outcome), numbers.map(numbersOf)];
  for (let k = 0; k < numbers.length; k++)
    for (let other = 0; other < k; other++)
      if (sums.every((sum, row) => Math.abs(values[k]![row]! + values[other]![row]! - sum) < 1e-6 * Math.abs(sum))) {
        const reason = `${numbers[other]!.name} and ${numbers[k]!.name} add up to ${outcome.name}`;
        return new Map([numbers[k]!, numbers[other]!].map(({ name }) => [name, reason]));
      }
  return new Map();
}

const leastZeros = 10;

/** Whether numbers of a column are 0 exactly if the outcome is, such as the revenue of purchases, or rise with it without exception. */
function hasSteps(texts: readonly string[], outcomes: readonly string[], { distinct }: ColumnProfile): boolean {
  const pairs = texts.map((text, row) => [text, outcomes[row]!] as const).filter((pair) => !pair.some(isMissing));
  const numbers = pairs.map((pair) => pair.map(Number)) as [number, number][];
  if (numbers.some((pair) => pair.some(Number.isNaN))) return false;
  const zeros = numbers.filter(([, outcome]) => outcome === 0).length;
  const isZeroWith = zeros >= leastZeros && numbers.every(([own, outcome]) => (own === 0) === (outcome === 0));
  const inOrder = numbers.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const changes = inOrder.filter(([, outcome], k) => k > 0 && outcome !== inOrder[k - 1]![1]).length;
  return (isZeroWith && distinct > 2) || (changes === distinct - 1 && distinct < numbers.length / 5);
}
