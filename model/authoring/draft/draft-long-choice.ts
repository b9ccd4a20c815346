import type { Table } from '../../fitting/rows/table.js';
import { choiceBlanks, optOutColumns } from '../choices/choice-blanks.js';
import {
  type ChoiceDraft,
  type ChoiceParts,
  type DraftQuestion,
  type DraftData,
  type KnownParts,
  parametersOf,
} from './draft-known.js';
import { findSituations } from '../choices/find-situations.js';
import type { FoundSituations } from '../choices/key-alternatives.js';
import { independentAttributes, sameEffect } from '../choices/independent-attributes.js';
import { capitalized, listText, present } from '../variables/names.js';
import { flowText } from '../parse-spec.js';
import { type ColumnProfile, isMissing } from '../variables/profile.js';
import {
  chosenPattern,
  groupsOf,
  problemText,
  readSituations,
  restartedText,
  type Situation,
  unchosen,
  worstMark,
} from '../choices/situations.js';
import { sortedValues } from '../variables/variables.js';

const maxLevels = 20;
/** A smaller share of choices without a chosen row are errors of the data, rather than decisions against all alternatives. */
const leastOptOut = 0.05;

/** A choice in a table with a row for each alternative, or durations that look like one. */
export function longChoice(data: DraftData): ChoiceDraft | undefined {
  const { table, outcome, columns, known } = data;
  const found = findSituations(table, outcome, columns, known.alternatives === 'long');
  if (!found) return undefined;
  const isEvent = found.doubt === 'durations' || found.doubt === 'events';
  if (!isEvent || known.alternatives) return { choice: choiceOf(found, data) };
  const text = doubtText(found)!;
  return {
    comment: `Each row is modeled alone, because ${text}. If each group is a choice between its rows, write alternatives.`,
    question: doubtQuestion(text, 'rows'),
  };
}

function choiceOf(shown: FoundSituations, { table, known, outcome, columns }: DraftData): ChoiceParts {
  const { situation, id, event } = shown.columns;
  const ofAlternatives = columns.filter(
    ({ name }) =>
      ![outcome.name, id, ...situation].includes(name) &&
      belongsToAlternatives(table.columns.get(name)!, shown.situations.all),
  );
  const attributes = shown.isRanking ? undefined : optOutColumns(table, shown.situations.all, ofAlternatives);
  const found = attributes && known.none_chosen !== 'alternative' ? withOptOut(shown, table, attributes) : shown;
  const { all, isNamed } = found.situations;
  const misfits = misfitsOf(found, known, attributes);
  const marksWorst = (column: ColumnProfile) =>
    column === outcome
      ? isMarkedOnce(table, column.name, all, (text) => text === worstMark)
      : worstPattern.test(column.name) && isMarkedOnce(table, column.name, all, (text) => chosenPattern.test(text));
  const worst = [...ofAlternatives, outcome].find(marksWorst);
  const usable = ofAlternatives.filter(
    ({ name, type, distinct }) =>
      name !== worst?.name &&
      (['binary', 'integer', 'number'].includes(type) || (type === 'category' && distinct <= maxLevels)),
  );
  const names = usable.map(({ name }) => name).filter((name) => !name.includes('`'));
  const independent = independentAttributes(names, table, all);
  const generic = names.filter((name) => independent.has(name));
  const alternatives = {
    ...{ shape: 'long' as const, correlated: false, id },
    situation: situation.length === 1 ? situation[0]! : [...situation],
    reference: id === undefined ? undefined : sortedValues(table.columns.get(id)!)[0],
    ...misfits.fields,
    ...(worst && { worst: worst.name }),
    ...(found.isRanking && { ranks: Math.min(...all.map(({ rows }) => rows.size)) - 1 }),
  };
  const markedBy = isNamed || event === undefined || chosenPattern.test(event) ? undefined : event;
  const blanks = choiceBlanks(table, outcome.name, generic, alternatives, markedBy);
  return {
    ...parametersOf(generic, new Set(all.flatMap(({ rows }) => [...rows.keys()])).size),
    ...{ generic, situation, incomplete: blanks.incomplete, questions: misfits.questions },
    ...(misfits.fields.constants?.length === 0 && { isUnlabelled: true }),
    numbers: usable.filter(({ name, range }) => range !== null && generic.includes(name)).map(({ name }) => name),
    complete: columns.map(({ name }) => name).filter((name) => hasValues(table.columns.get(name)!, all)),
    columns: [...situation, ...(id === undefined ? [] : [id]), ...ofAlternatives.map(({ name }) => name)],
    ...{
      variableOf: new Map(),
      left: leftOf(
        ofAlternatives.filter((column) => column !== worst),
        usable,
        generic,
      ),
    },
    respondent: respondentOf(table, situation),
    fields: flowText({ ...alternatives, correlated: undefined, ...blanks.fields }).slice(2, -2),
    lines: markedBy === undefined ? [] : [`outcome: ${flowText({ event: markedBy })}   # the value of a chosen row`],
    comments: [...misfits.comments, ...blanks.comments, ...keyComments(found)],
  };
}

/** The same choices, with an alternative of its own for the rows without attributes. */
function withOptOut(found: FoundSituations, table: Table, attributes: readonly string[]): FoundSituations {
  const columns = { ...found.columns, optOut: { name: optOutName(found.situations.all), columns: attributes } };
  return { ...found, columns, situations: readSituations(table, columns) };
}

function keyComments({
  columns: { id, situation, outcome },
  situations: { all, chosenAt, isRestarted },
  isRanking,
}: FoundSituations): string[] {
  const never = unchosen(new Set(all.flatMap(({ rows }) => [...rows.keys()])), all);
  return present(
    isRestarted && restartedText(situation),
    isRanking && `${outcome} ranks the alternatives of each choice, 1 for the best.`,
    id === undefined &&
      !chosenAt &&
      'No column names the alternatives of all choices, so they are numbered in the order of their rows.',
    never.length > 0 && `Never chosen, and left out: ${listText(never)}.`,
    situation.length > 2 &&
      'Rows with the same respondent in several waves count as one person, as standard errors must allow for it.',
  );
}

const keyText = ({ columns: { situation } }: FoundSituations) => listText(situation.map((name) => `"${name}"`));

function doubtQuestion(text: string, standard: 'long' | 'rows'): DraftQuestion {
  return {
    part: 'alternatives',
    question: `The rows look like a choice between alternatives, but ${text}. Is each group one choice (long), or is each row an outcome of its own (rows)?`,
    default: standard,
  };
}

function doubtText(found: FoundSituations): string | undefined {
  const { doubt, situations } = found;
  if (!doubt) return undefined;
  const groups = `groups (${keyText(found)})`;
  const { length } = situations.all.filter(({ problem }) => problem === 'none');
  return {
    order: `the chosen row is the ${situations.chosenAt} one of each choice (${keyText(found)})`,
    sizes: `the ${groups} have different sizes, and no column names their alternatives`,
    durations: `only the last row of ${groups} can be chosen, as in periods until an event`,
    events: `the ${groups} have different sizes, no column names their alternatives, and ${length} have no chosen row`,
  }[doubt];
}

function misfitsOf(found: FoundSituations, known: KnownParts, attributes: readonly string[] | undefined) {
  const { columns, situations } = found;
  const { all } = situations;
  const withoutChoice = all.filter(({ problem }) => problem === 'none');
  const isOptOut = known.none_chosen
    ? known.none_chosen === 'opt_out'
    : withoutChoice.length >= leastOptOut * all.length;
  const ofRows = columns.optOut?.name;
  const optOut = ofRows ?? (withoutChoice.length > 0 && isOptOut ? optOutName(all) : undefined);
  const without = attributes && `one row of each choice has no value, or 0, in ${listText(attributes)}`;
  const wrong = all.filter(({ problem }) => problem !== undefined && (problem !== 'none' || optOut === undefined));
  const keys = `${keyText(found)} identify a choice`;
  const doubt = doubtText(found);
  const text = wrong.length > 0 ? problemText(all, columns, wrong) : undefined;
  const share = `${withoutChoice.length} of ${all.length} choices ${withoutChoice.length === 1 ? 'has' : 'have'} no chosen row`;
  const questions = present<DraftQuestion>(
    text !== undefined &&
      known.alternatives === undefined && {
        part: 'alternatives',
        question: `The rows are almost a choice between alternatives (${keys}), but ${text}. Leave these choices out (long), or model each row alone (rows)?`,
        default: 'long',
      },
    text === undefined && doubt !== undefined && known.alternatives === undefined && doubtQuestion(doubt, 'long'),
    found.isRanking === true &&
      known.alternatives === undefined && {
        part: 'alternatives',
        question: `"${columns.outcome}" has each number from 1 once in the rows of one choice (${keyText(found)}). Are the numbers ranks of its alternatives, 1 for the best (long), or is each row an outcome of its own (rows)?`,
        default: 'long',
      },
    without !== undefined &&
      known.none_chosen === undefined && {
        part: 'none_chosen',
        question: `${capitalized(without)}. Is it a decision against all alternatives (opt_out), or an alternative with these values (alternative)?`,
        default: 'opt_out',
      },
    without === undefined &&
      withoutChoice.length > 0 &&
      known.none_chosen === undefined && {
        part: 'none_chosen',
        question: `${share}. Is this a decision against all alternatives (opt_out), or should these choices be left out (drop)?`,
        default: isOptOut ? 'opt_out' : 'drop',
      },
  );
  return {
    questions,
    fields: {
      ...(text !== undefined && { misfits: 'drop' as const }),
      ...(optOut !== undefined && { opt_out: optOut }),
      ...(ofRows !== undefined && { opt_out_rows: [...attributes!] }),
      ...(situations.chosenAt && { constants: optOut === undefined ? [] : [optOut] }),
    },
    comments: present(
      situations.chosenAt !== undefined &&
        `Places of rows have no constants, because ${doubt!}: their order means nothing.`,
      text !== undefined && `Almost a choice between alternatives, but ${text}. They are left out.`,
      ofRows !== undefined && `${capitalized(without!)}: it is the alternative "${ofRows}".`,
      optOut !== undefined && withoutChoice.length > 0 && `${share}: they choose "${optOut}".`,
    ),
  };
}

const worstPattern = /worst|least|schlechtest|unwichtigst|peor|pire|moins|peggior|slechtst|minst/i;

function isMarkedOnce(
  { columns }: Table,
  name: string,
  situations: readonly Situation[],
  isMark: (text: string) => boolean,
): boolean {
  const texts = columns.get(name)!;
  return situations.every(({ rows }) => [...rows.values()].filter((row) => isMark(texts[row]!.trim())).length === 1);
}

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

/**
 * Rows of one respondent follow each other, while the numbers of tasks restart. Of three columns, such as wave, respondent and task, it
 * has the most values.
 */
function respondentOf(table: Table, situation: readonly string[]): string | undefined {
  if (situation.length < 2) return undefined;
  if (situation.length > 2) {
    const values = (name: string) => groupsOf(table, [name]).length;
    return situation.toSorted((a, b) => values(b) - values(a))[0];
  }
  const restarts = (name: string) => {
    const texts = table.columns.get(name)!;
    return texts.filter((text, row) => text !== texts[row - 1]).length / groupsOf(table, [name]).length;
  };
  return situation.toSorted((a, b) => restarts(a) - restarts(b))[0];
}
