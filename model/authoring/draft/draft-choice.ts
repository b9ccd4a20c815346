import type { Table } from '../../fitting/rows/table.js';
import { variablesOf } from '../choices/alternative-columns.js';
import { choiceBlanks } from '../choices/choice-blanks.js';
import { isPrice } from './column-roles.js';
import { type ChoiceDraft, type ChoiceParts, type DraftQuestion, type DraftData, parametersOf } from './draft-known.js';
import { longChoice } from './draft-long-choice.js';
import { independentAttributes, sameEffect } from '../choices/independent-attributes.js';
import { listText } from '../variables/names.js';
import { flowText } from '../parse-spec.js';
import type { ColumnProfile } from '../variables/profile.js';
import { SpecError } from '../spec-error.js';
import type { ColumnsOfAlternatives } from '../spec.schema.js';
import { sortedValues } from '../variables/variables.js';

/**
 * Lines of a spec for a choice between alternatives; undefined if the outcome is none. Without `alternatives`, the columns show the shape:
 * several contain the names of all values of the outcome, or almost each situation has one chosen row.
 *
 * @throws SpecError if no columns fit `alternatives`
 */
export function choiceOf(data: DraftData): ChoiceDraft | undefined {
  const { table, known } = data;
  const { alternatives } = known;
  if (alternatives === 'rows') return undefined;
  if (!alternatives && (known.event !== undefined || known.order)) return undefined;
  const wide = wideChoice(data);
  const found = wide ? { choice: wide } : alternatives === 'wide' ? undefined : longChoice(data);
  if (found) return found;
  if (!alternatives) return undefined;
  const values = sortedValues(table.columns.get(known.outcome)!).slice(0, 8);
  const message =
    alternatives === 'wide'
      ? `no column contains the name of an alternative (${values.join(', ')}), such as price_${values[0]}: name them in the spec with alternatives.columns`
      : 'no columns identify the choice and the alternative of each row: name them in the spec with alternatives.situation and alternatives.id';
  throw new SpecError([{ path: '', message }]);
}

const maxGuessed = 20;
const choicePattern =
  /cho(ice|sen|ose|ix)|wahl|gew[aä]hlt|elecci[oó]n|elegid|scelt|keuze|gekozen|alternativ|(^|_)(brand|marke|marca|marque|merk)$/i;

interface WideColumns {
  readonly values: readonly string[];
  /** Names of alternatives that the outcome has as numbers. */
  readonly names: Readonly<Record<string, string>>;
  readonly found: readonly (readonly [name: string, columns: ReadonlyMap<string, string>])[];
  /** Variables with a column for each alternative, except one against all. */
  readonly complete: readonly string[];
  readonly isNumbered: boolean;
}

function wideColumns({ table, outcome, columns, known: { alternatives: shape } }: DraftData): WideColumns | undefined {
  // The numbers 0 and 1 are no and yes, unless the name states a choice.
  const isChoice = choicePattern.test(outcome.name);
  const isNumbered =
    !shape && outcome.range !== null && outcome.range.minimum >= (outcome.distinct > 2 || isChoice ? 0 : 1);
  const isUsable = ['category', 'binary'].includes(outcome.type) || outcome.type === 'integer';
  const canBe = shape ? shape === 'wide' : isUsable && (outcome.range === null || isNumbered);
  if (!canBe || (!shape && outcome.distinct > maxGuessed)) return undefined;
  const values = sortedValues(table.columns.get(outcome.name)!);
  const others = [...table.columns.keys()].filter((name) => name !== outcome.name);
  const { variables, names } = variablesOf(others, values, isChoice);
  // One column that ends with a number is no variable of alternatives.
  const found = [...variables].filter(([, own]) => own.size > 1 || outcome.range === null);
  // The number after those of the alternatives is a decision against all.
  const last = isChoice && isNumbered ? values.at(-1) : undefined;
  const isWithout = (value: string) =>
    (value === last || optOutPattern.test(value)) && found.every(([, own]) => !own.has(value));
  const leastColumns = shape ? 1 : Math.max(2, values.filter((value) => !isWithout(value)).length);
  const complete = found.filter(([, own]) => own.size >= leastColumns).map(([name]) => name);
  // Columns such as q1, q2 and q3 are also items of a questionnaire, unlike prices of each brand.
  const isOfEach = ([name, own]: WideColumns['found'][number]) =>
    isChoice &&
    own.size > 2 &&
    (isPrice(name) || Object.keys(names).length > 0) &&
    areComparable(columns, [...own.values()]);
  const least = isNumbered && !found.some(isOfEach) ? 2 : 1;
  return complete.length < least ? undefined : { values, names, found, complete, isNumbered };
}

/** Whether numbers of columns have a common range, as the prices of brands do. */
function areComparable(columns: readonly ColumnProfile[], names: readonly string[]): boolean {
  const ranges = names.map((name) => columns.find((column) => column.name === name)!.range);
  const ends = ranges.flatMap((range) => range ?? []);
  const isCommon = Math.max(...ends.map(({ minimum }) => minimum)) < Math.min(...ends.map(({ maximum }) => maximum));
  return ends.length === ranges.length && isCommon;
}

const optOutPattern =
  /^(none|neither|nothing|no\b|opt.?out|kein|nichts|nicht|ningun|nada|aucun|rien|nessun|niente|geen)/i;

function wideChoice(data: DraftData): ChoiceParts | undefined {
  const { table, outcome, columns: profiles } = data;
  const { alternatives: shape } = data.known;
  const wide = wideColumns(data);
  if (!wide) return undefined;
  const { values, found } = wide;
  const available = found.find(([name]) => /^(av|avail|available|availability)$/i.test(name));
  const profileOf = new Map(profiles.map((profile) => [profile.name, profile]));
  const ofAlternatives = found.filter(([name]) => name !== available?.[0]);
  const kept = independentOf(table, ofAlternatives, values, profileOf);
  const generic = ofAlternatives.filter(([name]) => kept.has(name));
  const names = generic.map(([name]) => name);
  const isNumber = (name: string) => profileOf.get(name)!.range !== null;
  const columnsOf = (variables: WideColumns['found']) =>
    variables.flatMap(([name, own]) => Array.from(own.values(), (column) => [column, name] as const));
  const alternatives = {
    ...{ shape: 'wide' as const, correlated: false },
    columns: Object.fromEntries(generic.map(([name, own]) => [name, patternOf(name, own)])),
    available: available && patternOf(...available),
    ...(Object.keys(wide.names).length > 0 && { labels: wide.names }),
    reference: values[0]!,
  };
  const blanks = choiceBlanks(table, outcome.name, names, alternatives);
  const isOpen = wide.isNumbered || (!shape && values.length === 2);
  return {
    ...{ generic: names, complete: [], ...parametersOf(names, values.length) },
    columns: columnsOf(found).map(([column]) => column),
    variableOf: new Map(columnsOf(generic)),
    left: new Map(
      columnsOf(ofAlternatives.filter(([name]) => !kept.has(name))).map(([column]) => [column, sameEffect]),
    ),
    numbers: generic.filter(([, own]) => [...own.values()].every(isNumber)).map(([name]) => name),
    incomplete: blanks.incomplete,
    fields: flowText({ ...alternatives, correlated: undefined, ...blanks.fields }).slice(2, -2),
    ...{ comments: blanks.comments, lines: [] },
    questions: isOpen ? [shapeQuestion(outcome, wide)] : [],
  };
}

const usableTypes: readonly ColumnProfile['type'][] = ['binary', 'integer', 'number', 'category', 'constant', 'empty'];
const maxRows = 2_000;

function independentOf(
  { columns, lines }: Table,
  variables: readonly (readonly [string, ReadonlyMap<string, string>])[],
  values: readonly string[],
  profileOf: ReadonlyMap<string, ColumnProfile>,
): Set<string> {
  const rows = Array.from(lines, (_, row) => row).slice(0, maxRows);
  const usable = variables.filter(([, own]) =>
    [...own.values()]
      .map((name) => profileOf.get(name)!)
      .every(({ type, distinct }) => usableTypes.includes(type) && (type !== 'category' || distinct <= maxGuessed)),
  );
  const cells = usable.map(([name, own]): [string, string[]] => [
    name,
    rows.flatMap((row) => values.map((value) => columns.get(own.get(value) ?? '')?.[row] ?? '')),
  ]);
  const situations = rows.map((row, k) => ({
    ...{ label: String(row), chosen: [], lines: [] },
    rows: new Map(values.map((value, at) => [value, k * values.length + at])),
  }));
  const stacked = { columns: new Map(cells), lines: rows };
  return independentAttributes(
    usable.map(([name]) => name),
    stacked,
    situations,
  );
}

/** Numbers and two texts are also outcomes of their own, whose columns happen to have their names. */
function shapeQuestion({ name, range }: ColumnProfile, { values, names, complete }: WideColumns): DraftQuestion {
  const what = range ? `numbers from ${range.minimum} to ${range.maximum}` : `the values ${values.join(' and ')}`;
  const counted = Object.entries(names).map(([value, own]) => `${value} is ${own}`);
  const meaning = range ? 'number of the chosen alternative' : 'chosen alternative';
  const alternative = counted.length > 0 ? `${meaning}, where ${listText(counted)}` : meaning;
  return {
    part: 'alternatives',
    question: `"${name}" has ${what}, and ${listText(complete.slice(0, 3))} ${complete.length === 1 ? 'has' : 'have'} a column for each. Is it the ${alternative} (wide), or an outcome of its own (rows)?`,
    default: 'wide',
  };
}

/** `price_{alt}` if all columns are written like this, else the column of each alternative. */
function patternOf(name: string, columns: ReadonlyMap<string, string>): ColumnsOfAlternatives {
  const pattern = ['_', '.', '']
    .flatMap((sign) => [`${name}${sign}{alt}`, `{alt}${sign}${name}`])
    .find((one) => [...columns].every(([value, column]) => column === one.replace('{alt}', () => value)));
  return pattern ?? Object.fromEntries(columns);
}
