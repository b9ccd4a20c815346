import { columnsBy, columnsOfVariable } from './alternative-columns.js';
import type { Formula } from '../formula.js';
import { labelOf } from '../variables/names.js';
import { genericColumns, type WideTable } from './pivot.js';
import { isMissing } from '../variables/profile.js';
import type { SpecIssues } from '../spec-error.js';

/** A table with a row for each choice, and which alternatives each row can choose from. */
export interface ChoiceSets extends WideTable {
  /** Column with the available alternatives of a row, if none is available in all rows, and its texts with each alternative. */
  readonly sets?: { readonly column: string; readonly with: ReadonlyMap<string, readonly string[]> };
}

/** Whether a cell of the availability means yes. An alternative without such a column is always available. */
export const isAvailable = (text = '1') => !/^(0|no|n|false)$/i.test(text.trim());

/** An attribute has at most 255 categories. */
export const maxSets = 255;
const maxLabel = 100;

/**
 * Reads which alternatives are available, from columns of the spec or from empty cells. If none is available in all rows, agents have
 * one of the sets of the data as an attribute, so that no agent is without an alternative.
 *
 * @param values alternatives, as the data write them
 */
export function withChoiceSets(
  wide: WideTable,
  formula: Formula,
  values: readonly string[],
  issues: SpecIssues,
): ChoiceSets {
  const { spec, table } = wide;
  const { available, blank } = spec.alternatives!;
  if (available === undefined && blank === undefined) return wide;
  const columns = new Map(table.columns);
  const given = available === undefined ? undefined : columnsBy(available, values, columns);
  const variables = [...genericColumns(formula)]
    .filter((name) => !columns.has(name))
    .flatMap((name) => columnsOfVariable(spec, name, values, columns) ?? []);
  /** Columns of the variables that have values for an alternative. The others do not apply to it. */
  const columnsOf = (value: string): Cells[] =>
    variables
      .flatMap((own) => own.get(value) ?? [])
      .map((column) => [column, columns.get(column)!] as const)
      .filter(([, cells]) => cells.some((text) => !isMissing(text)));
  const open = new Map(
    values.map((value) => {
      const flags = columns.get(given?.get(value) ?? '');
      const isOpen = Array.from(table.lines, (_, row) => isAvailable(flags?.[row]));
      const known = blank ? columnsOf(value) : [];
      const hasValue = (row: number) => known.length === 0 || known.some(([, cells]) => !isMissing(cells[row]!));
      return [value, isOpen.map((is, row) => is && hasValue(row))] as const;
    }),
  );
  for (const [value, isOpen] of open) {
    if (!isOpen.includes(false)) continue;
    if (blank)
      columns.set(
        `available_${value}`,
        isOpen.map((is) => (is ? '1' : '0')),
      );
    for (const [column, cells] of filled(columnsOf(value), isOpen)) columns.set(column, cells);
  }
  const sets = setsOf(open, columns, wide, issues);
  return {
    ...wide,
    table: { ...table, columns },
    spec: {
      ...spec,
      ...(blank && { alternatives: { ...spec.alternatives!, available: 'available_{alt}' } }),
      ...(sets && { columns: { ...spec.columns, [sets.column]: { type: 'category', label: 'Choice set' } } }),
    },
    ...(sets && { sets }),
  };
}

type Cells = readonly [column: string, texts: readonly string[]];

/**
 * Empty cells of rows without the alternative get the values of a row with it. They have no effect on estimates, and agents keep the
 * distribution of the rows that have the alternative.
 */
function filled(known: readonly Cells[], isOpen: readonly boolean[]): Cells[] {
  const donors = [...isOpen.keys()].filter((row) => isOpen[row] && known.every(([, cells]) => !isMissing(cells[row]!)));
  if (donors.length === 0) return [];
  let next = 0;
  const donorOf = isOpen.map((is) => (is ? -1 : donors[next++ % donors.length]!));
  return known.map(([column, cells]) => [
    column,
    cells.map((text, row) => (donorOf[row]! >= 0 && isMissing(text) ? cells[donorOf[row]!]! : text)),
  ]);
}

function setsOf(
  open: ReadonlyMap<string, readonly boolean[]>,
  columns: Map<string, readonly string[]>,
  { spec: { alternatives, outcome }, table: { lines } }: WideTable,
  issues: SpecIssues,
): ChoiceSets['sets'] {
  if ([...open.values()].some((isOpen) => !isOpen.includes(false))) return undefined;
  const values = [...open.keys()];
  const members = new Map<string, readonly string[]>();
  const rows = [...open.values()][0]!.map((_, row) => {
    const own = values.filter((value) => open.get(value)![row]);
    const key = own.join('\n');
    members.set(key, own);
    if (own.length === 0) issues.add('alternatives', `line ${lines[row]} has no available alternative`);
    return key;
  });
  if (members.size > maxSets)
    return issues.add(
      'alternatives',
      `has no alternative that is always available, and ${members.size} different sets of alternatives, at most ${maxSets}: ${alternatives!.shape === 'long' ? 'remove `id`, so that alternatives are numbered in each choice, and use its column in the formula' : 'join rare alternatives in one'}`,
    );
  const labels = new Map<string, string>();
  const used = new Set<string>();
  for (const [key, own] of members) {
    const label = own
      .map((value) => alternatives!.labels?.[value] ?? outcome.labels?.[value] ?? labelOf(value))
      .join(', ');
    const isShort = label.length <= maxLabel && !used.has(label);
    labels.set(key, isShort ? label : `Set ${labels.size + 1} of ${own.length} alternatives`);
    used.add(label);
  }
  let column = 'choice_set';
  while (columns.has(column)) column += '_';
  columns.set(
    column,
    rows.map((key) => labels.get(key)!),
  );
  return {
    column,
    with: new Map(
      values.map((value) => [
        value,
        Array.from(members, ([key, own]) => (own.includes(value) ? labels.get(key)! : '')).filter(Boolean),
      ]),
    ),
  };
}
