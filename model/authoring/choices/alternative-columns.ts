import { idOf } from '../variables/names.js';
import type { ColumnsOfAlternatives, Spec } from '../spec.schema.js';

/** Column of a variable by alternative, as the data write it. */
export type AlternativeColumns = ReadonlyMap<string, string>;

/** Columns of a variable by the spec, or by their names: `price_bus`, `bus_price` and similar. Undefined if there are none. */
export function columnsOfVariable(
  { alternatives }: Spec,
  name: string,
  values: readonly string[],
  columns: ReadonlyMap<string, unknown>,
): AlternativeColumns | undefined {
  const given = alternatives!.columns?.[name];
  const patterns = given ? [given] : ['_', '.', ''].flatMap((sign) => [`${name}${sign}{alt}`, `{alt}${sign}${name}`]);
  for (const pattern of patterns) {
    const found = columnsBy(pattern, values, columns);
    if (found.size > 0) return found;
  }
  return given ? undefined : variablesIn([...columns.keys()], values).get(idOf(name));
}

/** The columns of a pattern that exist. */
export function columnsBy(
  pattern: ColumnsOfAlternatives,
  values: readonly string[],
  columns: ReadonlyMap<string, unknown>,
): AlternativeColumns {
  return new Map(
    values.flatMap((value) => {
      const column = typeof pattern === 'string' ? pattern.replace('{alt}', () => value) : pattern[value];
      return column !== undefined && columns.has(column) ? [[value, column] as const] : [];
    }),
  );
}

/**
 * Variables whose columns contain the name of an alternative as a separate part, in any spelling: `price.Two-year` and `TwoYearPrice` for the
 * alternative `two_year`. By their name, which has the spelling of the column if the name of the alternative does.
 */
export function variablesIn(columns: readonly string[], values: readonly string[]): Map<string, Map<string, string>> {
  const longest = values.toSorted((a, b) => b.length - a.length);
  const variables = new Map<string, Map<string, string>>();
  for (const column of columns) {
    const found = exactPart(column, longest) ?? sameName(column, longest);
    if (!found) continue;
    const own = variables.get(found.variable) ?? new Map<string, string>();
    if (!own.has(found.value)) own.set(found.value, column);
    variables.set(found.variable, own);
  }
  return variables;
}

interface NamedPart {
  readonly variable: string;
  readonly value: string;
}

function exactPart(column: string, values: readonly string[]): NamedPart | undefined {
  for (const value of values)
    for (const sign of ['_', '.']) {
      if (value === '') continue;
      if (column.startsWith(`${value}${sign}`) && column.length > value.length + 1)
        return { value, variable: column.slice(value.length + 1) };
      if (column.endsWith(`${sign}${value}`) && column.length > value.length + 1)
        return { value, variable: column.slice(0, -value.length - 1) };
    }
  return undefined;
}

const compact = (words: readonly string[]) => words.join('');

/** Words of a name in lower case. Digits are words. */
const wordsOf = (text: string) => idOf(text.replace(/(\d+)/g, ' $1 ')).split('_');

const maxWords = 5;

function sameName(column: string, values: readonly string[]): NamedPart | undefined {
  const words = wordsOf(column);
  const starts = Array.from({ length: Math.min(maxWords, words.length - 1) }, (_, k) => k + 1);
  for (const value of values) {
    const name = compact(wordsOf(value));
    for (const k of starts) {
      if (compact(words.slice(0, k)) === name) return { value, variable: words.slice(k).join('_') };
      if (compact(words.slice(-k)) === name) return { value, variable: words.slice(0, -k).join('_') };
    }
  }
  return undefined;
}
