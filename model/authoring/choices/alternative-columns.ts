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

/**
 * Variables of alternatives whose columns have the values of the outcome or a part of them, such as `A_price` for `Option A`. Values with numbers
 * can also count the names of columns, such as 1 for `TRAIN_TIME`, 2 for `CAR_TIME` and 3 for neither: `names` then has the name of each.
 */
export function variablesOf(columns: readonly string[], values: readonly string[], isNumbered: boolean) {
  const words = values.map((value) => value.split(/[\s_.:-]+/).at(-1)!);
  const areWords = words.every((word, k) => word !== '' && words.indexOf(word) === k);
  const ofNumbers = isNumbered ? values.filter((_, k) => /^\d+$/.test(words[k]!)) : [];
  const counted =
    countedNames(columns, ofNumbers.length, ofNumbers.length > 2 ? 1 : 2) ??
    countedNames(columns, ofNumbers.length - 1, 2) ??
    [];
  const named = new Map(counted.map((name, k) => [ofNumbers[k]!, name]));
  const variants = [values, ...(areWords ? [words] : []), values.map((value) => named.get(value) ?? '')];
  const found = variants.map((names) => ({ names, variables: variablesIn(columns, names) }));
  const isSeveral = ({ variables }: (typeof found)[number]) => [...variables.values()].some(({ size }) => size > 1);
  const best = found.find(isSeveral) ?? found[0]!;
  const valueOf = new Map(best.names.map((name, k) => [name, values[k]!]));
  return {
    names: Object.fromEntries([...named].filter(([value]) => best === found.at(-1) && /^\d+$/.test(value))),
    variables: new Map(
      Array.from(best.variables, ([variable, own]) => [
        variable,
        new Map(Array.from(own, ([name, column]) => [valueOf.get(name)!, column])),
      ]),
    ),
  };
}

/** First or last parts of columns that are as many as the alternatives and have the same other parts. @param least how many other parts */
function countedNames(columns: readonly string[], count: number, least: number): string[] | undefined {
  for (const pattern of [/^(?<name>[^_.]+)[_.](?<variable>.+)$/, /^(?<variable>.+)[_.](?<name>[^_.]+)$/]) {
    const namesOf = new Map<string, string[]>();
    for (const column of columns) {
      const { name, variable } = pattern.exec(column)?.groups ?? {};
      if (name && variable) namesOf.set(variable, [...(namesOf.get(variable) ?? []), name]);
    }
    const complete = [...namesOf.values()].filter(({ length }) => length === count);
    const [first] = complete;
    if (
      count > 1 &&
      complete.length >= least &&
      complete.every((names) => names.every((name, k) => name === first![k]))
    )
      return first!;
  }
  return undefined;
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
