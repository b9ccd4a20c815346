import type { Table } from '../../fitting/rows/table.js';
import { columnsBy, columnsOfVariable } from './alternative-columns.js';
import type { Formula } from '../formula.js';
import { listText, present } from '../variables/names.js';
import { isAvailable } from './choice-sets.js';
import { pivoted, type WideTable } from './pivot.js';
import { type ColumnProfile, isMissing } from '../variables/profile.js';
import { isZero, type Situation } from './situations.js';
import { SpecIssues } from '../spec-error.js';
import type { Spec } from '../spec.schema.js';
import { sortedValues } from '../variables/variables.js';

/** Rows that show that an alternative without values is never chosen. */
const leastExpected = 3;

/**
 * Reads empty cells of the variables of alternatives: a variable does not apply to an alternative without any value; an alternative is
 * unavailable in rows without any value, if it is never chosen there; other cells are missing.
 *
 * @param generic variables of alternatives
 * @param alternatives the field of the spec
 */
export function choiceBlanks(
  source: Table,
  outcome: string,
  generic: readonly string[],
  alternatives: Spec['alternatives'],
  event?: string,
) {
  const given: Pick<Spec, 'alternatives' | 'outcome' | 'population'> = {
    alternatives,
    outcome: { event },
    population: [],
  };
  const own = cellsByAlternative(wideOf(given as Spec, outcome, generic, source), outcome, generic);
  const isUnavailable = own.some(({ expected }) => expected >= leastExpected) && !own.some(({ isChosen }) => isChosen);
  const missing = new Map<string, number>();
  for (const { cells, open, blank } of own)
    for (const { name, texts } of cells)
      for (const row of open)
        if (isMissing(texts[row]!) && !(isUnavailable && blank.has(row)))
          missing.set(name, (missing.get(name) ?? 0) + 1);
  const closed = own
    .filter(({ blank }) => isUnavailable && blank.size > 0)
    .map(({ value, blank }) => `${value} (${blank.size} rows)`);
  const without = generic.flatMap((name) => {
    const lacking = own.filter(({ cells }) => !cells.some((one) => one.name === name)).map(({ value }) => value);
    return lacking.length > 0 ? [`${name} does not apply to ${listText(lacking)}`] : [];
  });
  return {
    fields: isUnavailable ? { blank: 'unavailable' as const } : {},
    comments: present(
      without.length > 0 && `Without any value: ${without.join('; ')}.`,
      closed.length > 0 &&
        `Without values, an alternative is not available, because it is never chosen: ${listText(closed)}.`,
    ),
    incomplete: Array.from(missing, ([name, count]) => ({ name, missing: count })),
  };
}

/** Cells of each alternative, rows that it is available in, and those of them without any value. */
function cellsByAlternative({ spec, table }: WideTable, outcome: string, generic: readonly string[]) {
  const chosen = table.columns.get(outcome)!.map((text) => text.trim());
  const values = sortedValues(chosen);
  const variables = generic.map((name) => [name, columnsOfVariable(spec, name, values, table.columns)] as const);
  const { available } = spec.alternatives!;
  const flags = available === undefined ? undefined : columnsBy(available, values, table.columns);
  return values.map((value) => {
    const cells = variables.flatMap(([name, columns]) => {
      const texts = table.columns.get(columns?.get(value) ?? '');
      return texts?.some((text) => !isMissing(text)) ? [{ name, texts }] : [];
    });
    const own = table.columns.get(flags?.get(value) ?? '');
    const open = [...chosen.keys()].filter((row) => isAvailable(own?.[row]));
    const isBlank = (row: number) => cells.length > 0 && cells.every(({ texts }) => isMissing(texts[row]!));
    const blank = new Set(open.filter(isBlank));
    const share = open.filter((row) => chosen[row] === value).length / Math.max(1, open.length);
    const isChosen = [...blank].some((row) => chosen[row] === value);
    return { value, cells, open, blank, isChosen, expected: share * blank.size };
  });
}

/** The table of the fit, with the variables of alternatives as its formula. */
function wideOf(spec: Spec, outcome: string, generic: readonly string[], table: Table) {
  const formula: Formula = {
    outcome: { columns: [outcome] },
    parts: [{ terms: generic.map((column) => [{ column }]), hasConstant: true }],
  };
  return pivoted(spec, formula, table, new SpecIssues());
}

/**
 * Attributes that are all empty or 0 in one row of each choice, which then is no product but a decision against all. Undefined if there is no
 * such row, or if a column already gives it one name.
 *
 * @param attributes columns that differ within choices
 */
export function optOutColumns(
  table: Table,
  situations: readonly Situation[],
  attributes: readonly ColumnProfile[],
): string[] | undefined {
  const zeros = (name: string) => {
    const texts = table.columns.get(name)!;
    return situations.map(({ rows }) => [...rows.values()].filter((row) => isZero(texts[row]!)));
  };
  const numbers = attributes.filter(({ range }) => range !== null);
  // A product has a price in each row. Two values can also be a mark of some products.
  const found = numbers
    .filter(({ distinct, missing }) => distinct > 2 || missing > 0)
    .map(({ name }) => zeros(name))
    .find((rows) => rows.every((own, k) => own.length === 1 && situations[k]!.rows.size > 2));
  if (!found) return undefined;
  const own = new Set(found.map(([row]) => row!));
  const names = new Set(situations.map(({ rows }, k) => [...rows].find(([, row]) => row === found[k]![0])![0]));
  const isApart = ({ name }: ColumnProfile) => {
    const texts = table.columns.get(name)!;
    const values = new Set([...own].map((row) => texts[row]!.trim()));
    return values.size === 1 && !texts.some((text, row) => !own.has(row) && values.has(text.trim()));
  };
  const isEmpty = ({ name }: ColumnProfile) => [...own].every((row) => isZero(table.columns.get(name)![row]!));
  if (names.size === 1 || !attributes.every((one) => isEmpty(one) || isApart(one))) return undefined;
  return numbers.filter(isEmpty).map(({ name }) => name);
}
