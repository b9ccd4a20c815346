import type { Table } from '../../fitting/rows/table.js';
import { countCutGroups } from '../check-spec.js';
import { type TableRoles, defaultParameters, isTreatment } from './column-roles.js';
import { frequencyColumn } from './draft-counted.js';
import { isNameable, type KnownParts } from './draft-known.js';
import type { OutcomeDraft } from './draft-outcome.js';
import { fewRows } from '../variables/cells.js';
import { countText } from '../variables/names.js';
import { type ColumnProfile, isMissing } from '../variables/profile.js';
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
  readonly left: ReadonlyMap<string, string>;
}

const maxColumns = 20;
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
      (isWanted(name) && column.range !== null ? undefined : reasonAgainst(column, roles, hasCells)) ??
      (!choice && !hasCells && followsFrom(table, name, profile) ? 'it determines the outcome' : undefined);
    if (reason !== undefined) left.set(name, reason);
    return reason === undefined;
  });
  const isFirst = (column: ColumnProfile) =>
    isWanted(column.name) || (known.parameters === undefined && isTreatment(column));
  const inOrder = [...possible.filter(isFirst), ...possible.filter((column) => !isFirst(column))];
  const copies = copiesOf(inOrder, table);
  for (const [copy, original] of copies) left.set(copy, `it has the information of ${original}`);
  const distinct = inOrder.filter(({ name }) => !copies.has(name));
  for (const { name } of distinct.slice(maxColumns)) left.set(name, `the formula has ${maxColumns} columns already`);
  const used = distinct.slice(0, maxColumns);
  const wanted = known.parameters ?? (choice ? choice.parameters : defaultParameters(used));
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
    codes: new Set(used.filter(isCode).map(({ name }) => name)),
    parameters,
    left,
  };
}

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
  { name, type, distinct, examples, range }: ColumnProfile,
  { keys }: TableRoles,
  isCells: boolean,
): string | undefined {
  const key = keys.find(({ column, kind }) => column === name && kind !== 'possible_group');
  if (key) return key.reason;
  if (!isNameable(name)) return 'a formula cannot contain its name';
  if (type === 'empty') return 'it is empty';
  if (type === 'constant') return 'one value only';
  if (type === 'date') return 'dates';
  if (type === 'text' || type === 'id' || (type === 'category' && distinct > maxLevels))
    return countText(distinct, 'text');
  const rare = range === null && !isCells ? examples.find(({ count }) => count < leastRowsOfLevel) : undefined;
  if (rare && distinct > 2) return `only ${countText(rare.count, 'row')} with "${rare.value}": combine rare values`;
  return undefined;
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
