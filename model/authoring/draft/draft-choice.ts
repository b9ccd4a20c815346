import type { Table } from '../../fitting/rows/table.js';
import { variablesIn } from '../choices/alternative-columns.js';
import { choiceBlanks } from '../choices/choice-blanks.js';
import {
  type ChoiceDraft,
  type ChoiceParts,
  type ChoiceQuestion,
  type KnownChoice,
  parametersOf,
} from '../choices/choice-parts.js';
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
export function choiceOf(table: Table, known: KnownChoice, columns: readonly ColumnProfile[]): ChoiceDraft | undefined {
  const { alternatives } = known;
  if (alternatives === 'rows') return undefined;
  if (!alternatives && (known.event !== undefined || known.order !== undefined)) return undefined;
  const outcome = columns.find(({ name }) => name === known.outcome)!;
  const wide = wideChoice(table, known, outcome, columns);
  const found = wide
    ? { choice: wide }
    : alternatives === 'wide'
      ? undefined
      : longChoice(table, known, outcome, columns);
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
const choicePattern = /cho(ice|sen|ose|ix)|wahl|gew[aä]hlt|elecci[oó]n|elegid|scelt|keuze|gekozen|alternativ/i;

/** A choice in a table with a row for each choice, and with columns for each alternative. */
function wideChoice(
  table: Table,
  { alternatives: shape }: KnownChoice,
  outcome: ColumnProfile,
  profiles: readonly ColumnProfile[],
): ChoiceParts | undefined {
  // The numbers 0 and 1 are no and yes, unless the name states a choice.
  const least = outcome.distinct > 2 || choicePattern.test(outcome.name) ? 0 : 1;
  const isNumbered = !shape && outcome.range !== null && outcome.range.minimum >= least;
  const isUsable = ['category', 'binary'].includes(outcome.type) || outcome.type === 'integer';
  const canBe = shape ? shape === 'wide' : isUsable && (outcome.range === null || isNumbered);
  if (!canBe || (!shape && outcome.distinct > maxGuessed)) return undefined;
  const values = sortedValues(table.columns.get(outcome.name)!);
  const named = variablesIn(
    [...table.columns.keys()].filter((name) => name !== outcome.name),
    values,
  );
  // One column that ends with a number is no variable of alternatives.
  const found = [...named].filter(([, own]) => own.size > 1 || outcome.range === null);
  const complete = found.filter(([, own]) => own.size >= (shape ? 1 : values.length));
  // Columns such as q1, q2 and q3 are also items of a questionnaire.
  if (complete.length < (isNumbered ? 2 : 1)) return undefined;
  const available = found.find(([name]) => /^(av|avail|available|availability)$/i.test(name));
  const profileOf = new Map(profiles.map((profile) => [profile.name, profile]));
  const ofAlternatives = found.filter(([name]) => name !== available?.[0]);
  const kept = independentOf(table, ofAlternatives, values, profileOf);
  const generic = ofAlternatives.filter(([name]) => kept.has(name));
  const names = generic.map(([name]) => name);
  const columns = found.flatMap(([, own]) => [...own.values()]);
  const isNumber = (name: string) => profileOf.get(name)!.range !== null;
  const alternatives = {
    ...{ shape: 'wide' as const, correlated: false },
    columns: Object.fromEntries(generic.map(([name, own]) => [name, patternOf(name, own)])),
    available: available && patternOf(...available),
    reference: values[0]!,
  };
  const blanks = choiceBlanks(table, outcome.name, names, alternatives);
  return {
    ...{ generic: names, columns, complete: [], ...parametersOf(names, values.length) },
    variableOf: new Map(generic.flatMap(([name, own]) => Array.from(own.values(), (one) => [one, name] as const))),
    left: new Map(
      ofAlternatives.flatMap(([name, own]) =>
        kept.has(name) ? [] : Array.from(own.values(), (one) => [one, sameEffect]),
      ),
    ),
    numbers: generic.filter(([, own]) => [...own.values()].every(isNumber)).map(([name]) => name),
    incomplete: blanks.incomplete,
    fields: flowText({ ...alternatives, correlated: undefined, ...blanks.fields }).slice(2, -2),
    ...{ comments: blanks.comments, lines: [] },
    questions:
      isNumbered || (!shape && values.length === 2)
        ? [
            shapeQuestion(
              outcome,
              values,
              complete.map(([name]) => name),
            ),
          ]
        : [],
  };
}

const usableTypes: readonly ColumnProfile['type'][] = ['binary', 'integer', 'number', 'category', 'constant', 'empty'];
const maxRows = 2_000;

/** Variables of alternatives that a model can use together. */
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
function shapeQuestion(
  { name, range }: ColumnProfile,
  values: readonly string[],
  variables: readonly string[],
): ChoiceQuestion {
  const what = range ? `numbers from ${range.minimum} to ${range.maximum}` : `the values ${values.join(' and ')}`;
  const meaning = range ? 'number of the chosen alternative' : 'chosen alternative';
  return {
    part: 'alternatives',
    question: `"${name}" has ${what}, and ${listText(variables.slice(0, 3))} ${variables.length === 1 ? 'has' : 'have'} a column for each. Is it the ${meaning} (wide), or an outcome of its own (rows)?`,
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
