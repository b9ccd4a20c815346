import type { Table } from '../fitting/rows/table.js';
import type { ColumnProfile } from './profile.js';
import { SpecError } from './spec-error.js';
import { sortedValues } from './variables.js';
import { scalar } from './parse-spec.js';

/** The part of a drafted spec that describes alternatives. */
export interface ChoiceParts {
  readonly generic: readonly string[];
  /** Columns that belong to alternatives. */
  readonly columns: readonly string[];
  readonly id?: string;
  readonly situation?: string;
  /** The field `alternatives` without its braces. */
  readonly fields: string;
}

interface KnownChoice {
  readonly outcome: string;
  readonly group?: string | null | undefined;
  readonly id?: string | undefined;
  readonly alternatives?: 'wide' | 'long' | undefined;
  readonly event?: string | undefined;
  readonly order?: readonly string[] | undefined;
}

/**
 * Lines of a spec for a choice between alternatives; undefined if the outcome is none. Without `alternatives`, the columns tell:
 * several contain the names of all values of the outcome, or each situation has one chosen row.
 *
 * @throws SpecError if no columns fit `alternatives`
 */
export function choiceOf(
  table: Table,
  known: KnownChoice,
  columns: readonly ColumnProfile[],
): (ChoiceParts & { readonly isGuess: boolean }) | undefined {
  const { alternatives } = known;
  if (!alternatives && (known.event !== undefined || known.order !== undefined)) return undefined;
  const outcome = columns.find(({ name }) => name === known.outcome)!;
  const found =
    alternatives === 'wide' || (!alternatives && outcome.type === 'category' && outcome.distinct <= maxGuessed)
      ? wideChoice(table, known, alternatives === undefined ? outcome.distinct : 1)
      : alternatives === 'long' || (!alternatives && outcome.distinct === 2)
        ? longChoice(table, known, columns)
        : undefined;
  if (found) return { ...found, isGuess: alternatives === undefined };
  if (!alternatives) return undefined;
  const values = sortedValues(table.columns.get(known.outcome)!).slice(0, 8);
  const message =
    alternatives === 'wide'
      ? `no column contains the name of an alternative (${values.join(', ')}), such as price_${values[0]}: name them in the spec with alternatives.columns`
      : 'no pair of columns identifies the choice and the alternative of each row: name them in the spec with alternatives.situation and alternatives.id';
  throw new SpecError([{ path: '', message }]);
}

const maxGuessed = 20;

/** @param least least number of alternatives that some variable needs columns for */
function wideChoice(table: Table, { outcome }: KnownChoice, least: number): ChoiceParts | undefined {
  const alternatives = sortedValues(table.columns.get(outcome)!);
  const names = [...table.columns.keys()];
  const found = new Map<string, { pattern: string; columns: string[] }>();
  for (const name of names)
    for (const alternative of alternatives)
      for (const sign of ['_', '.']) {
        const [before, after] = [`${alternative}${sign}`, `${sign}${alternative}`];
        const variable = name.startsWith(before)
          ? name.slice(before.length)
          : name.endsWith(after)
            ? name.slice(0, -after.length)
            : undefined;
        if (!variable) continue;
        const pattern = name.startsWith(before) ? `{alt}${sign}${variable}` : `${variable}${sign}{alt}`;
        const own = found.get(variable) ?? { pattern, columns: [] };
        own.columns.push(name);
        found.set(variable, own);
      }
  if (![...found.values()].some((own) => own.columns.length >= least)) return undefined;
  const available = [...found].find(([name]) => /^(av|avail|available)$/i.test(name));
  const generic = [...found].filter(([name]) => name !== available?.[0]);
  const patterns = generic.map(([name, { pattern }]) => `${scalar(name)}: ${JSON.stringify(pattern)}`).join(', ');
  return {
    generic: generic.map(([name]) => name),
    columns: [...found.values()].flatMap((one) => one.columns),
    fields: `shape: wide, columns: { ${patterns} }${available ? `, available: ${JSON.stringify(available[1].pattern)}` : ''}, reference: ${scalar(alternatives[0]!)}`,
  };
}

function longChoice(
  table: Table,
  { outcome, group, id }: KnownChoice,
  columns: readonly ColumnProfile[],
): ChoiceParts | undefined {
  const situations = columns.filter(
    ({ name, type }) => (type === 'id' || type === 'integer') && name !== outcome && name !== group && name !== id,
  );
  const categories = columns.filter(({ name, type }) => (type === 'category' || type === 'binary') && name !== outcome);
  const isChosen = table.columns.get(outcome)!.map((text) => /^(1|yes|true)$/i.test(text.trim()));
  const count = isChosen.filter(Boolean).length;
  for (const situation of situations) {
    const texts = table.columns.get(situation.name)!;
    const choices = new Set(texts.filter((_, row) => isChosen[row]));
    if (situation.distinct !== count || choices.size !== count || count === isChosen.length) continue;
    for (const category of categories) {
      const pairs = new Set(texts.map((text, row) => `${text}|${table.columns.get(category.name)![row]}`));
      if (pairs.size !== texts.length) continue;
      const generic = columns
        .filter(
          (column) =>
            ['binary', 'integer', 'number'].includes(column.type) &&
            ![outcome, situation.name, category.name].includes(column.name) &&
            differsWithin(table.columns.get(column.name)!, texts),
        )
        .map(({ name }) => name);
      const [reference] = sortedValues(table.columns.get(category.name)!);
      return {
        generic,
        columns: generic,
        id: category.name,
        situation: situation.name,
        fields: `shape: long, id: ${scalar(category.name)}, situation: ${scalar(situation.name)}, reference: ${scalar(reference!)}`,
      };
    }
  }
  return undefined;
}

/** Whether the values of some situation differ. */
function differsWithin(values: readonly string[], situations: readonly string[]): boolean {
  const first = new Map<string, string>();
  return values.some((value, row) => {
    const known = first.get(situations[row]!);
    if (known === undefined) first.set(situations[row]!, value);
    return known !== undefined && known !== value;
  });
}
