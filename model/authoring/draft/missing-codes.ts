import type { Table } from '../../fitting/rows/table.js';
import { isNumberText } from '../../fitting/rows/read-cell.js';
import { countText } from '../variables/names.js';
import { isNoAnswer, orderByMeaning } from '../variables/value-order.js';
import { sortedValues } from '../variables/variables.js';

/** Numbers that files use for "no answer", apart from all other numbers of a column. */
export interface MissingCodes {
  /** The table without them. */
  readonly table: Table;
  readonly codes: readonly string[];
  /** What each column has, such as `age has 999 in 14 rows`. */
  readonly reasons: readonly string[];
}

/** A code in more rows is rather a value, such as "never contacted". */
const maxShare = 0.15;
const leastRows = 2;
/** The other numbers end far below a code such as 99. */
const leastRatio = 1.75;
const negativeCodes = new Set([-1, -2, -3, -7, -8, -9, -77, -88, -97, -98, -99, -777, -888, -999, -9999]);
const positiveCodes: readonly (readonly number[])[] = [
  [8, 9],
  [77, 88, 97, 98, 99],
  [777, 888, 997, 998, 999],
  [7777, 8888, 9998, 9999],
  [99999],
];

/**
 * Codes of all columns, and texts of the outcome such as "don't know" next to two values, or to values with an order.
 *
 * @param meant values that a user names, which are no codes
 */
export function withoutCodes(table: Table, outcome: string, meant: readonly string[]): MissingCodes {
  const noAnswers = noAnswersIn(table.columns.get(outcome) ?? [], meant);
  const byColumn = new Map(
    Array.from(table.columns, ([name, texts]) => {
      const codes = codesIn(texts).filter((code) => !meant.includes(code));
      return [name, name === outcome ? [...codes, ...noAnswers] : codes] as const;
    }),
  );
  // The spec names codes for all columns, so that they must be values of none.
  const isValue = (code: string) =>
    Array.from(table.columns).some(([name, texts]) => !byColumn.get(name)!.includes(code) && isFrequent(texts, code));
  const codes = [...new Set([...byColumn.values()].flat())].filter(
    (code) => noAnswers.includes(code) || !isValue(code),
  );
  if (codes.length === 0) return { table, codes, reasons: [] };
  const columns = Array.from(table.columns, ([name, texts]): [string, readonly string[]] => [
    name,
    texts.some((text) => codes.includes(text)) ? texts.map((text) => (codes.includes(text) ? '' : text)) : texts,
  ]);
  const reasons = Array.from(byColumn).flatMap(([name, own]) =>
    own
      .filter((code) => codes.includes(code))
      .map((code) => {
        const { length } = table.columns.get(name)!.filter((text) => text === code);
        return `${name} has ${code} in ${countText(length, 'row')}`;
      }),
  );
  return { table: { ...table, columns: new Map(columns) }, codes, reasons };
}

function noAnswersIn(texts: readonly string[], meant: readonly string[]): string[] {
  const values = sortedValues(texts);
  const answers = values.filter((value) => !isNoAnswer(value));
  const isScale = meant.length > 2 || answers.length === 2 || (answers.length < maxAnswers && orderByMeaning(answers));
  return isScale ? values.filter((value) => isNoAnswer(value) && !meant.includes(value)) : [];
}

const maxAnswers = 50;

/** Whether a code occurs in a column that is no identifier. */
function isFrequent(texts: readonly string[], code: string): boolean {
  return texts.includes(code) && new Set(texts).size < 0.9 * texts.length;
}

function codesIn(texts: readonly string[]): string[] {
  const counts = new Map<number, number>();
  for (const text of texts) {
    if (text.trim() === '') continue;
    if (!isNumberText(text) || !Number.isInteger(Number(text))) return [];
    counts.set(Number(text), (counts.get(Number(text)) ?? 0) + 1);
  }
  const known = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const isRare = (code: number) => (counts.get(code) ?? 0) >= leastRows && counts.get(code)! <= maxShare * known;
  const values = [...counts.keys()];
  const negative = values.filter((value) => value < 0);
  const found = [
    ...(negative.length <= 2 && negative.every((value) => negativeCodes.has(value) && isRare(value)) ? negative : []),
    ...positiveIn(values, isRare),
  ];
  // Two other values, such as 0 and 1, are enough.
  return values.length - found.length >= 2 ? found.map(String) : [];
}

function positiveIn(values: readonly number[], isRare: (code: number) => boolean): number[] {
  const greatest = Math.max(...values);
  const codes = positiveCodes.find((own) => own.includes(greatest));
  if (!codes) return [];
  const found = codes.filter((code) => isRare(code));
  const others = values.filter((value) => value >= 0 && !found.includes(value));
  const top = Math.max(...others);
  // Counts from 0 can reach 9, unlike the numbers of a scale.
  const isScale = greatest > 9 || Math.min(...others) > 0 || top === 1;
  return found.includes(greatest) && top > 0 && isScale && top * leastRatio <= greatest && top < found[0]! ? found : [];
}
