import type { Table } from '../../fitting/rows/table.js';
import { countText, listText } from '../variables/names.js';
import { isMissing } from '../variables/profile.js';

/** Columns of a long table, with a row for each alternative of a choice. */
export interface LongColumns {
  /** Columns that identify a choice together, such as respondent and task. */
  readonly situation: readonly string[];
  /** Column with the alternative of a row. Default: its position in the choice, from 1. */
  readonly id?: string | undefined;
  /** Column that marks the chosen row, or that has the chosen alternative in all rows of a choice. */
  readonly outcome: string;
  /** Text of a chosen row. Default: 1, yes, true and similar. */
  readonly event?: string | undefined;
  /** Name of the alternative of rows whose attributes in these columns are all empty or 0. Default: none. */
  readonly optOut?: { readonly name: string; readonly columns: readonly string[] } | undefined;
}

/** Whether a cell of an attribute is empty or 0. */
export const isZero = (text: string): boolean => isMissing(text) || Number(text) === 0;

export type SituationProblem = 'twice' | 'several' | 'none';

/** Rows of one choice of a long table. */
export interface Situation {
  /** `resp 1, task 2` */
  readonly label: string;
  /** Row of each alternative; the first one, if an alternative has several. */
  readonly rows: ReadonlyMap<string, number>;
  readonly chosen: readonly string[];
  readonly problem?: SituationProblem;
  /** Lines of the file that show the problem. */
  readonly lines: readonly number[];
}

export interface Situations {
  readonly all: readonly Situation[];
  /** Whether the outcome has the chosen alternative, instead of marking its row. */
  readonly isNamed: boolean;
  /** The place of the chosen row, such as `first`, if it is the same in all choices without names of alternatives. */
  readonly chosenAt?: string | undefined;
  /** Whether the values of the columns occur again in later choices, so that rows of one choice follow each other. */
  readonly isRestarted: boolean;
}

/** Value of the outcome in the row of the chosen alternative. */
export const chosenPattern = /^(1|1\.0+|x|y|yes|t|true|chosen|selected|ja|j|sim|si|sí|oui|vrai|wahr)$/i;

/** Value of an outcome that also marks the worst alternative, next to 1 for the best one. */
export const worstMark = '-1';

/** Reads the choices of a long table. A column that does not exist is an error of the caller. */
export function readSituations(table: Table, named: LongColumns): Situations {
  const all = groupsOf(table, named.situation);
  const runs = restartedGroups(all, table, named);
  const groups = runs ?? all;
  const outcomes = table.columns.get(named.outcome)!.map((text) => text.trim());
  const ids = named.id === undefined ? undefined : table.columns.get(named.id)!;
  const isChosen = (text: string) => (named.event === undefined ? chosenPattern.test(text) : text === named.event);
  const chosenRows = groups.map((rows) => rows.filter((row) => isChosen(outcomes[row]!)));
  const chosenAt = ids ? undefined : placeOfChosen(groups, chosenRows);
  const attributes = (named.optOut?.columns ?? []).map((name) => table.columns.get(name)!);
  const isOptOut = (row: number) => attributes.length > 0 && attributes.every((texts) => isZero(texts[row]!));
  // If the order of the rows states the choice, each choice is numbered from another row.
  const alternativesOf = (rows: readonly number[], group: number) => {
    const others = rows.filter((row) => !isOptOut(row));
    const numberOf = new Map(
      others.map((row, k) => [row, String(((chosenAt ? k + group : k) % others.length) + 1)] as const),
    );
    return rows.map((row) => (numberOf.has(row) ? (ids?.[row]!.trim() ?? numberOf.get(row)!) : named.optOut!.name));
  };
  // The outcome names the chosen alternative if it has one value in each choice, which is one of the alternatives.
  const given = groups.map((rows) =>
    [...new Set(rows.map((row) => outcomes[row]!))].filter((text) => !isMissing(text)),
  );
  const naming = groups.filter(
    (rows, k) => rows.length > 1 && given[k]!.length === 1 && alternativesOf(rows, k).includes(given[k]![0]!),
  ).length;
  const isNamed = named.event === undefined && naming > chosenRows.filter(({ length }) => length === 1).length;
  const situations = groups.map((rows, k): Situation => {
    const alternatives = alternativesOf(rows, k);
    const own = new Map<string, number>();
    alternatives.forEach((alternative, at) => own.has(alternative) || own.set(alternative, rows[at]!));
    const chosen = isNamed
      ? given[k]!.filter((text) => own.has(text))
      : alternatives.filter((_, at) => isChosen(outcomes[rows[at]!]!));
    const repeated = own.size === rows.length ? [] : repeatedOf(rows, alternatives);
    const problem: SituationProblem | undefined =
      repeated.length > 0 ? 'twice' : chosen.length > 1 ? 'several' : chosen.length === 0 ? 'none' : undefined;
    const shown = problem === 'twice' ? repeated : problem === 'several' && !isNamed ? chosenRows[k]! : rows;
    return {
      label: named.situation.map((column) => `${column} ${table.columns.get(column)![rows[0]!]!.trim()}`).join(', '),
      rows: own,
      chosen: [...new Set(chosen)],
      ...(problem && { problem }),
      lines: shown.map((row) => table.lines[row]!),
    };
  });
  return { all: situations, isNamed, isRestarted: runs !== undefined, ...(!isNamed && chosenAt && { chosenAt }) };
}

/**
 * Rows that follow each other with the same texts of the key and different alternatives, if most groups of equal texts have alternatives
 * several times: the numbers of tasks restart, and no column names the respondent.
 */
function restartedGroups(
  all: readonly (readonly number[])[],
  table: Table,
  { situation, id }: LongColumns,
): number[][] | undefined {
  if (id === undefined) return undefined;
  const ids = table.columns.get(id)!.map((text) => text.trim());
  const isRepeated = (rows: readonly number[]) => new Set(rows.map((row) => ids[row]!)).size < 0.6 * rows.length;
  if (all.filter(isRepeated).length < leastRepeated * all.length) return undefined;
  const runs = runsOf(table, situation, ids);
  const single = runs.filter(({ length }) => length === 1).length;
  return single > (1 - leastRepeated) * runs.length ? undefined : runs;
}

const leastRepeated = 0.9;

/** How the rows of a choice are found without a column of the respondent. */
export const restartedText = (situation: readonly string[]): string =>
  `The values of ${listText(situation)} restart and no column names the respondent, so rows that follow each other are one choice.`;

/** Rows that follow each other with the same texts in some columns. A repeated text of `ends` begins the next group. */
export function runsOf(table: Table, columns: readonly string[], ends: readonly string[] = []): number[][] {
  const texts = columns.map((column) => table.columns.get(column)!);
  const runs: number[][] = [];
  let known = new Set<string>();
  for (let row = 0; row < table.lines.length; row++) {
    const isNext =
      texts.some((own) => own[row]!.trim() !== own[row - 1]?.trim()) || (ends.length > 0 && known.has(ends[row]!));
    if (isNext) known = new Set();
    if (isNext) runs.push([row]);
    else runs.at(-1)!.push(row);
    if (ends.length > 0) known.add(ends[row]!);
  }
  return runs;
}

/** Fewer choices can have their chosen row at the same place by chance. */
const leastAtOnePlace = 10;

/** `first`, `last` or `2nd`, if the chosen row is at this place in all choices. */
function placeOfChosen(
  groups: readonly (readonly number[])[],
  chosenRows: readonly (readonly number[])[],
): string | undefined {
  const valid = groups.flatMap((rows, k) =>
    rows.length > 1 && chosenRows[k]!.length === 1 ? [{ at: rows.indexOf(chosenRows[k]![0]!), size: rows.length }] : [],
  );
  const [first] = valid;
  if (!first || valid.length < leastAtOnePlace) return undefined;
  if (valid.every(({ at, size }) => at === size - 1)) return 'last';
  const name = first.at === 0 ? 'first' : `${first.at + 1}${['', '', 'nd', 'rd'][first.at + 1] ?? 'th'}`;
  return valid.every(({ at }) => at === first.at) ? name : undefined;
}

/** Alternatives that no valid choice has. */
export function unchosen(alternatives: Iterable<string>, situations: readonly Situation[]): string[] {
  const chosen = new Set(situations.flatMap((one) => (one.problem === undefined ? one.chosen : [])));
  return [...alternatives].filter((alternative) => !chosen.has(alternative));
}

function repeatedOf(rows: readonly number[], alternatives: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const alternative of alternatives) counts.set(alternative, (counts.get(alternative) ?? 0) + 1);
  return rows.filter((_, at) => counts.get(alternatives[at]!)! > 1);
}

/** Rows with the same texts in some columns, in the order of their first row. */
export function groupsOf(table: Table, columns: readonly string[]): number[][] {
  const texts = columns.map((column) => table.columns.get(column)!);
  const groups = new Map<string, number[]>();
  for (let row = 0; row < table.lines.length; row++) {
    const key = texts.length === 1 ? texts[0]![row]!.trim() : JSON.stringify(texts.map((own) => own[row]!.trim()));
    const rows = groups.get(key);
    if (rows) rows.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

const maxNamed = 3;
const maxLines = 6;

/** `1 of 80 choices does not fit: id 1 has 2 chosen rows (lines 2 and 4)` */
export function problemText(
  situations: readonly Situation[],
  columns: LongColumns,
  wrong = situations.filter(({ problem }) => problem),
): string {
  const shown = wrong
    .slice(0, maxNamed)
    .map((one) => `${one.label} ${reasonOf(one, columns)} (${linesText(one.lines)})`);
  const rest = wrong.length - shown.length;
  return `${wrong.length.toLocaleString('en-US')} of ${countText(situations.length, 'choice')} ${wrong.length === 1 ? 'does' : 'do'} not fit: ${listText([...shown, ...(rest > 0 ? [`${rest.toLocaleString('en-US')} more`] : [])])}`;
}

function reasonOf({ problem, chosen }: Situation, { id, outcome }: LongColumns): string {
  if (problem === 'twice') return `has a value of "${id}" twice`;
  return problem === 'none' ? `has no row that "${outcome}" marks as chosen` : `has ${chosen.length} chosen rows`;
}

function linesText(lines: readonly number[]): string {
  const shown = lines.slice(0, maxLines).map(String);
  const rest = lines.length - shown.length;
  return `line${lines.length === 1 ? '' : 's'} ${listText([...shown, ...(rest > 0 ? [`${rest} more`] : [])])}`;
}
