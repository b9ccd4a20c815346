import type { Table } from '../fitting/rows/table.js';
import { choiceBlanks } from './choice-blanks.js';
import { type ChoiceParts, type ChoiceQuestion, type KnownChoice, leversOf } from './choice-parts.js';
import { findSituations, type FoundSituations } from './find-situations.js';
import { independentAttributes, sameEffect } from './independent-attributes.js';
import { listText } from './names.js';
import { flowText } from './parse-spec.js';
import { type ColumnProfile, isMissing } from './profile.js';
import { chosenPattern, groupsOf, problemText, type Situation } from './situations.js';
import { sortedValues } from './variables.js';

const maxLevels = 20;
/** A smaller share of choices without a chosen row are errors of the data, rather than decisions against all alternatives. */
const leastOptOut = 0.05;

/** A choice in a table with a row for each alternative. */
export function longChoice(
  table: Table,
  known: KnownChoice,
  outcome: ColumnProfile,
  columns: readonly ColumnProfile[],
): ChoiceParts | undefined {
  const found = findSituations(table, outcome, columns, known.alternatives === 'long');
  if (!found) return undefined;
  const { situation, id, event } = found.columns;
  const { all, isNamed } = found.situations;
  const misfits = misfitsOf(found, known);
  const ofAlternatives = columns.filter(
    ({ name }) =>
      ![outcome.name, id, ...situation].includes(name) && belongsToAlternatives(table.columns.get(name)!, all),
  );
  const usable = ofAlternatives.filter(
    ({ type, distinct }) =>
      ['binary', 'integer', 'number'].includes(type) || (type === 'category' && distinct <= maxLevels),
  );
  const names = usable.map(({ name }) => name).filter((name) => !name.includes('`'));
  const independent = independentAttributes(names, table, all);
  const generic = names.filter((name) => independent.has(name));
  const alternatives = {
    ...{ shape: 'long' as const, correlated: false, id },
    situation: situation.length === 1 ? situation[0]! : [...situation],
    reference: id === undefined ? undefined : sortedValues(table.columns.get(id)!)[0],
    ...misfits.fields,
  };
  const markedBy = isNamed || event === undefined || chosenPattern.test(event) ? undefined : event;
  const blanks = choiceBlanks(table, outcome.name, generic, alternatives, markedBy);
  return {
    ...leversOf(generic, new Set(all.flatMap(({ rows }) => [...rows.keys()])).size),
    ...{ generic, situation, incomplete: blanks.incomplete, questions: misfits.questions },
    numbers: usable.filter(({ name, range }) => range !== null && generic.includes(name)).map(({ name }) => name),
    complete: columns.map(({ name }) => name).filter((name) => hasValues(table.columns.get(name)!, all)),
    columns: [...situation, ...(id === undefined ? [] : [id]), ...ofAlternatives.map(({ name }) => name)],
    ...{ variableOf: new Map(), left: leftOf(ofAlternatives, usable, generic) },
    respondent: respondentOf(table, situation),
    fields: flowText({ ...alternatives, correlated: undefined, ...blanks.fields }).slice(2, -2),
    lines: markedBy === undefined ? [] : [`outcome: ${flowText({ event: markedBy })}   # the value of a chosen row`],
    comments: [...misfits.comments, ...blanks.comments, ...keyComments(found.columns)],
  };
}

function keyComments({ id, situation }: FoundSituations['columns']): string[] {
  return [
    ...(id === undefined
      ? ['No column names the alternatives of all choices, so they are numbered in the order of their rows.']
      : []),
    ...(situation.length > 2
      ? [
          'Standard errors do not allow for several choices of a respondent: add a column that identifies respondents alone.',
        ]
      : []),
  ];
}

/** What happens to rows that are not one choice. */
function misfitsOf({ columns, situations: { all } }: FoundSituations, known: KnownChoice) {
  const withoutChoice = all.filter(({ problem }) => problem === 'none');
  const isOptOut = known.none_chosen
    ? known.none_chosen === 'opt_out'
    : withoutChoice.length >= leastOptOut * all.length;
  const optOut = withoutChoice.length > 0 && isOptOut ? optOutName(all) : undefined;
  const wrong = all.filter(({ problem }) => problem !== undefined && (problem !== 'none' || optOut === undefined));
  const keys = `${listText(columns.situation.map((name) => `"${name}"`))} identify a choice`;
  const text = wrong.length > 0 ? problemText(all, columns, wrong) : undefined;
  const share = `${withoutChoice.length} of ${all.length} choices ${withoutChoice.length === 1 ? 'has' : 'have'} no chosen row`;
  const questions: (ChoiceQuestion | false)[] = [
    text !== undefined &&
      known.alternatives === undefined && {
        part: 'alternatives',
        question: `The rows are almost a choice between alternatives (${keys}), but ${text}. Leave these choices out (long), or model each row alone (rows)?`,
        default: 'long',
      },
    withoutChoice.length > 0 &&
      known.none_chosen === undefined && {
        part: 'none_chosen',
        question: `${share}. Is this a decision against all alternatives (opt_out), or should these choices be left out (drop)?`,
        default: isOptOut ? 'opt_out' : 'drop',
      },
  ];
  return {
    questions: questions.filter((question) => question !== false),
    fields: {
      ...(text !== undefined && { misfits: 'drop' as const }),
      ...(optOut !== undefined && { opt_out: optOut }),
    },
    comments: [
      ...(text === undefined ? [] : [`Almost a choice between alternatives, but ${text}. They are left out.`]),
      ...(optOut === undefined ? [] : [`${share}: they choose "${optOut}".`]),
    ],
  };
}

/** Whether each choice has a value in one of its rows. */
function hasValues(texts: readonly string[], situations: readonly Situation[]): boolean {
  return situations.every(({ rows }) => [...rows.values()].some((row) => !isMissing(texts[row]!)));
}

function optOutName(situations: readonly Situation[]): string {
  const known = new Set(situations.flatMap(({ rows }) => [...rows.keys()]));
  return ['none', 'no_choice', 'none_of_these'].find((name) => !known.has(name))!;
}

/** Whether a column differs within choices, or has no value for some alternative only. */
function belongsToAlternatives(texts: readonly string[], situations: readonly Situation[]): boolean {
  const known = new Map<string, boolean>();
  for (const { rows } of situations) {
    const values = [...rows.values()].map((row) => texts[row]!.trim()).filter((text) => !isMissing(text));
    if (new Set(values).size > 1) return true;
    for (const [alternative, row] of rows) known.set(alternative, known.get(alternative) || !isMissing(texts[row]!));
  }
  const has = [...known.values()];
  return has.includes(true) && has.includes(false);
}

function leftOf(
  all: readonly ColumnProfile[],
  usable: readonly ColumnProfile[],
  generic: readonly string[],
): Map<string, string> {
  return new Map(
    all
      .filter(({ name }) => !generic.includes(name))
      .map((column) => [column.name, usable.includes(column) ? sameEffect : `${column.distinct} texts`]),
  );
}

/** Rows of one respondent follow each other, while the numbers of tasks restart. */
function respondentOf(table: Table, situation: readonly string[]): string | undefined {
  if (situation.length !== 2) return undefined;
  const restarts = (name: string) => {
    const texts = table.columns.get(name)!;
    return texts.filter((text, row) => text !== texts[row - 1]).length / groupsOf(table, [name]).length;
  };
  return situation.toSorted((a, b) => restarts(a) - restarts(b))[0];
}
