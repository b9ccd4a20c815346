import type { Table } from '../../fitting/rows/table.js';
import { columnsOf, type Formula } from '../formula.js';
import { isMissing } from '../variables/profile.js';
import { chosenPattern, type LongColumns, type Situation, worstMark } from './situations.js';
import { alternativesIn, choicesOf, neverChosen } from './used-choices.js';
import { SpecError, type SpecIssues } from '../spec-error.js';
import { populationColumns, type Spec } from '../spec.schema.js';

/** A table with a row for each choice, and its spec. */
export interface WideTable {
  readonly spec: Spec;
  readonly table: Table;
  readonly notes: readonly string[];
}

/** An outcome of the long table with several chosen rows: a column of the wide one, with the alternatives of each choice. */
type FurtherChoice = readonly [path: string, column: string, found: readonly (readonly string[])[]];

/**
 * A long table, with a row for each alternative of a choice, as a wide one with a row for each choice. Alternatives without a row have
 * empty cells, and are not available.
 *
 * @returns the table and its spec; those of the input if it is wide
 * @throws SpecError for choices without exactly one chosen alternative
 */
export function pivoted(spec: Spec, formula: Formula, table: Table, issues: SpecIssues): WideTable {
  if (spec.alternatives!.shape === 'wide') return { spec, table, notes: [] };
  const named = longColumnsOf(spec, formula, table, issues);
  const { situations, notes } = choicesOf(spec, named, table);
  const { alternatives, optOut } = alternativesIn(spec, situations);
  const further = furtherChoices(spec, named, situations, table, issues);
  const columns = columnsOfChoices(spec, formula, named, situations, alternatives, table, issues);
  issues.throwIfAny();
  const generic = [...genericColumns(formula)].filter((name) => !columns.has(name));
  columns.set(
    named.outcome,
    situations.map(({ chosen }) => chosen[0] ?? optOut!),
  );
  for (const [, column, found] of further)
    columns.set(
      column,
      found.map(([alternative = '']) => alternative),
    );
  const isComplete = situations.every(({ rows }) => rows.size === alternatives.length);
  if (!isComplete)
    for (const alternative of alternatives)
      columns.set(
        `available_${alternative}`,
        situations.map(({ rows }) => (rows.has(alternative) ? '1' : '0')),
      );
  const { ranks, worst } = spec.alternatives!;
  return {
    notes: [...notes, ...neverChosen(spec, alternatives, situations, issues)],
    table: { columns, lines: Int32Array.from(situations, ({ rows }) => table.lines[firstOf(rows)]!) },
    spec: {
      ...spec,
      alternatives: {
        ...spec.alternatives!,
        ...(ranks !== undefined && {
          ranks: further.flatMap(([path, column]) => (path === ranksPath ? [column] : [])),
        }),
        ...(worst !== undefined && { worst: further.find(([path]) => path === worstPath)![1] }),
        columns: Object.fromEntries(generic.map((name) => [name, `${name}_{alt}`])),
        ...(!isComplete && { available: 'available_{alt}' }),
      },
    },
  };
}

const ranksPath = 'alternatives.ranks';
const worstPath = 'alternatives.worst';

const firstOf = (rows: ReadonlyMap<string, number>): number => rows.values().next().value!;

/** Columns of the formula and of the other fields: one for each choice, or one for each of its alternatives. */
function columnsOfChoices(
  spec: Spec,
  formula: Formula,
  named: LongColumns,
  situations: readonly Situation[],
  alternatives: readonly string[],
  table: Table,
  issues: SpecIssues,
): Map<string, string[]> {
  const columns = new Map<string, string[]>();
  const used = usedColumns(spec, formula);
  for (const [name, values] of table.columns) {
    if (name === named.id || name === named.outcome || !used.has(name)) continue;
    const level = levelOf(name, values, situations, formula, issues);
    if (level === 'choice')
      columns.set(
        name,
        situations.map(({ rows }) => {
          const known = [...rows.values()].find((row) => !isMissing(values[row]!));
          return values[known ?? firstOf(rows)]!;
        }),
      );
    else if (level === 'alternative')
      for (const alternative of alternatives)
        columns.set(
          `${name}_${alternative}`,
          situations.map(({ rows }) => (rows.has(alternative) ? values[rows.get(alternative)!]! : '')),
        );
  }
  return columns;
}

/** @throws SpecError if columns are not named or do not exist */
function longColumnsOf(
  { alternatives, outcome }: Spec,
  formula: Formula,
  table: Table,
  issues: SpecIssues,
): LongColumns {
  const { id, situation, worst, ranks, opt_out: optOut, opt_out_rows: attributes = [] } = alternatives!;
  if (situation === undefined)
    throw new SpecError([
      {
        path: 'alternatives',
        message:
          'a long file needs `situation` (the column with the choice, or several), and `id` (the column with the alternative) if alternatives have names',
      },
    ]);
  const columns = typeof situation === 'string' ? [situation] : situation;
  const [chosen] = formula.outcome.columns;
  const named = [
    ['alternatives.id', id],
    ...columns.map((column) => ['alternatives.situation', column] as const),
    ['formula', chosen],
    [worstPath, worst],
    ...attributes.map((column) => ['alternatives.opt_out_rows', column] as const),
  ] as const;
  if (attributes.length > 0 && optOut === undefined)
    issues.add('alternatives.opt_out_rows', 'needs the name of the opt-out: `opt_out: none`');
  for (const [path, column] of named)
    if (column !== undefined && !table.columns.has(column))
      issues.add(path, `uses "${column}", which is not a column of the data`);
  if (Array.isArray(ranks)) issues.add(ranksPath, 'must be the number of ranks, because the file is long');
  issues.throwIfAny();
  return {
    ...{ situation: columns, id, outcome: chosen! },
    ...(outcome.event !== undefined && { event: String(outcome.event) }),
    ...(ranks !== undefined && { event: '1' }),
    ...(attributes.length > 0 && { optOut: { name: optOut!, columns: attributes } }),
  };
}

function furtherChoices(
  { alternatives }: Spec,
  { outcome }: LongColumns,
  situations: readonly Situation[],
  table: Table,
  issues: SpecIssues,
): FurtherChoice[] {
  const { ranks, worst } = alternatives!;
  const chosenBy = (column: string, isChosen: (text: string) => boolean) =>
    situations.map(({ rows }) =>
      [...rows]
        .filter(([, row]) => isChosen(table.columns.get(column)![row]!.trim()))
        .map(([alternative]) => alternative),
    );
  // One column can have 1 for the best alternative and -1 for the worst one.
  const worstOf = (column: string): FurtherChoice =>
    column === outcome
      ? [worstPath, `${outcome}_worst`, chosenBy(column, (text) => text === worstMark)]
      : [worstPath, column, chosenBy(column, (text) => chosenPattern.test(text))];
  const further = [
    ...Array.from({ length: typeof ranks === 'number' ? ranks - 1 : 0 }, (_, k): FurtherChoice => {
      const found = chosenBy(outcome, (text) => Number(text) === k + 2);
      return [ranksPath, `${outcome}_rank_${k + 2}`, found];
    }),
    ...(worst === undefined ? [] : [worstOf(worst)]),
  ];
  for (const [path, column, found] of further)
    if (found.some(({ length }) => length > 1)) issues.add(path, `some choices have two alternatives for "${column}"`);
  return further;
}

function usedColumns(spec: Spec, formula: Formula): Set<string> {
  const { alternatives, split } = spec;
  const named = [
    spec.group,
    spec.id_column,
    spec.weight,
    alternatives!.scale,
    split && 'column' in split ? split.column : undefined,
  ];
  return new Set([
    ...columnsOf(formula),
    ...named.filter((column) => column !== undefined),
    ...populationColumns(spec),
  ]);
}

/** Columns of the terms of alternatives. */
export function genericColumns({ parts }: Formula): Set<string> {
  return new Set([...(parts[0]?.terms ?? []), ...(parts[2]?.terms ?? [])].flat().map(({ column }) => column));
}

/** Whether a column has a value for each choice or for each alternative; undefined if its values differ and no term is of alternatives. */
function levelOf(
  name: string,
  values: readonly string[],
  situations: readonly Situation[],
  formula: Formula,
  issues: SpecIssues,
): 'choice' | 'alternative' | undefined {
  const { parts } = formula;
  // A variable that does not apply to some alternative is one of alternatives, although its other values are the same.
  const isConstant = situations.every(({ rows }) => {
    const own = new Set([...rows.values()].map((row) => values[row]!.trim()));
    return own.size === 1 || (own.size === 2 && [...own].some((text) => isMissing(text)));
  });
  const isPersonal = [1, 3].some((k) => parts[k]?.terms.flat().some(({ column }) => column === name));
  if (isPersonal && !isConstant)
    issues.add('formula', `"${name}" differs between the alternatives of a choice: write it before |`);
  const isGeneric = genericColumns(formula).has(name);
  const isAlone = parts.some(({ terms }) => terms.some((term) => term.length === 1 && term[0]!.column === name));
  if (isPersonal || (isConstant && !(isGeneric && isAlone))) return 'choice';
  return isGeneric ? 'alternative' : undefined;
}
