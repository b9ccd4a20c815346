import type { Table } from '../../fitting/rows/table.js';
import { type TableRoles, rolesOf } from './column-roles.js';
import { draftColumns } from './draft-columns.js';
import { type DraftQuestion, isNameable, joined, type KnownParts } from './draft-known.js';
import { type OutcomeDraft, outcomeDraft } from './draft-outcome.js';
import { type DraftParts, draftText, missingTexts } from './draft-text.js';
import { expandSpec } from '../expand-spec.js';
import { countText, idOf, listText, present, suggestionFor } from '../variables/names.js';
import { type MissingCodes, withoutCodes } from './missing-codes.js';
import { maxSpecCharacters, parseSpec } from '../parse-spec.js';
import type { ColumnProfile } from '../variables/profile.js';
import { fitProblem, type FitProblem, maxSampleRows, sampleOf } from './sample-fit.js';
import { SpecError } from '../spec-error.js';

export type { DraftQuestion, KnownParts };

export interface SpecDraft {
  /** YAML with a reason for each guess. */
  readonly spec: string;
  readonly questions: readonly DraftQuestion[];
}

const maxOutcomeTexts = 50;
const maxQuestions = 6;

/**
 * Drafts a spec from the data and what is known about them. The draft is fitted: columns without an estimate are left out with the
 * reason.
 *
 * @throws SpecError for columns that do not exist
 */
export function draftSpec(source: Table, given: KnownParts): SpecDraft {
  const missing = withoutCodes(source, given.outcome, [
    ...(given.event === undefined ? [] : [given.event]),
    ...(given.order ?? []),
  ]);
  const { table } = missing;
  const roles = rolesOf(table);
  const { outcome: name, group, id, weight, end } = given;
  const names = [...table.columns.keys()];
  checkColumns(Object.entries({ outcome: name, group, id, weight, end }), names);
  const profile = roles.columns.find((column) => column.name === name)!;
  if (!isNameable(name)) failOutcome(`"${name}" contains \`, which a formula cannot name: rename the column`);
  const outcome = outcomeDraft({ outcome: profile, table, known: given, columns: roles.columns });
  if (!outcome.choice) checkValues(profile, given);
  const respondent = group === undefined ? (id ?? outcome.choice?.respondent) : id;
  const known = { ...given, ...ofVariables(given, outcome), id: respondent };
  const parts = fittedParts(missing, known, roles, outcome);
  checkColumns(
    (known.parameters ?? []).map((parameter) => ['parameters', parameter] as const),
    [...names, ...(parts.outcome.choice?.generic ?? [])],
  );
  const draft = { spec: draftText(parts), questions: questionsOf(parts).slice(0, maxQuestions) };
  checkLength(draft);
  return draft;
}

/** A scenario changes a variable of alternatives, not one of its columns: `price` instead of `price_train`. */
function ofVariables({ parameters, randomized }: KnownParts, { choice }: OutcomeDraft) {
  const of = (names: readonly string[] | undefined) =>
    names && [...new Set(names.map((name) => choice?.variableOf.get(name) ?? name))];
  return { parameters: of(parameters), randomized: of(randomized) };
}

/** Fits of a draft that cost less than a second each. */
const maxAttempts = 20;
const maxSeed = 10;

/** The parts of a draft that can be fitted. If no columns can be left out to this end, the fit reports the problem. */
function fittedParts(codes: MissingCodes, known: KnownParts, roles: TableRoles, outcome: OutcomeDraft): DraftParts {
  const { table } = codes;
  const excluded = new Map<string, string>();
  const { choice } = outcome;
  const sample = sampleOf(table, choice?.situation);
  let seed: number | undefined;
  for (let attempt = 1; ; attempt++) {
    const own = withoutAttributes(outcome, excluded);
    const columns = draftColumns(table, known, roles, own, excluded);
    const incomplete = [
      ...columns.used.filter(({ name, missing }) => missing > 0 && !choice?.complete.includes(name)),
      ...(own.choice?.incomplete ?? []),
    ];
    const parts: DraftParts = { table, known, profiles: roles.columns, outcome: own, columns, incomplete, seed, codes };
    const spec = draftText(parts);
    if (attempt > maxAttempts || spec.length > maxSpecCharacters) return parts;
    const problem = fitProblem(() => expandSpec(parseSpec(spec), sample));
    if (!problem) return parts;
    const isRandom = columns.split === undefined && problem.sample === 'train';
    if (isRandom && (seed ?? 1) < maxSeed) {
      seed = (seed ?? 1) + 1;
      continue;
    }
    const reasons = reasonsOf(problem, parts);
    if (reasons.size === 0) return parts;
    for (const [column, reason] of reasons) excluded.set(column, reason);
    seed = undefined;
  }
}

function withoutAttributes(outcome: OutcomeDraft, excluded: ReadonlyMap<string, string>): OutcomeDraft {
  const { choice } = outcome;
  const gone = choice?.generic.flatMap((name) => (excluded.has(name) ? [[name, excluded.get(name)!] as const] : []));
  if (!choice || !gone?.length) return outcome;
  const isIn = (name: string) => !excluded.has(name);
  return {
    ...outcome,
    columns: new Map([...outcome.columns, ...gone]),
    choice: {
      ...choice,
      generic: choice.generic.filter(isIn),
      parameters: choice.parameters.filter(isIn),
      numbers: choice.numbers.filter(isIn),
      incomplete: choice.incomplete.filter(({ name }) => isIn(name)),
    },
  };
}

/** Columns to leave out of a formula that cannot be fitted, with the reason. */
function reasonsOf(
  { error, coefficients, columns, with: others }: FitProblem,
  { columns: { parameters, used }, outcome: { choice }, table, incomplete, known }: DraftParts,
): Map<string, string> {
  const code = 'code' in error ? error.code : '';
  if (code === 'calibration_outcome_never_seen')
    return new Map(
      incomplete.map(({ name }) => [name, 'rows without it are the only ones with some value of the outcome']),
    );
  // Rare values of a sample can be frequent in all rows.
  if (code === 'calibration_too_few' && table.lines.length > maxSampleRows) return new Map();
  const isCollinear = code === 'calibration_collinear';
  const candidates =
    isCollinear && columns.every((name) => parameters.includes(name)) ? [...others, ...columns] : columns;
  const ofAlternatives = (choice?.generic ?? []).filter((name) =>
    coefficients.some((id) => id === idOf(name) || id.startsWith(`${idOf(name)}_`)),
  );
  // Rows that are too few for all columns have no column with the problem: the one with the most coefficients goes.
  const isFew = code === 'calibration_too_few' && coefficients.length === 0;
  const sizeOf = ({ range, distinct }: ColumnProfile) => (range === null ? distinct : 2);
  const last = isFew
    ? used
        .toReversed()
        .toSorted((a, b) => sizeOf(b) - sizeOf(a))
        .slice(0, 1)
    : [];
  const removable = [
    ...last.map(({ name }) => name),
    ...candidates.filter((name) => used.some((column) => column.name === name)),
    ...ofAlternatives,
  ];
  const inOrder = [...removable.filter((name) => !parameters.includes(name)), ...removable];
  const alone =
    code === 'calibration_separated' ? removable.filter((name) => predicts(table, name, known.outcome)) : [];
  const left = isCollinear ? inOrder.slice(0, 1) : alone.length > 0 ? alone : removable;
  const why = {
    calibration_collinear: 'other columns contain its information',
    calibration_separated: 'it predicts the outcome perfectly in some rows',
    calibration_too_few: 'too few rows have some of its values',
    calibration_flat: 'the data do not determine its estimate',
  }[code as string];
  return new Map(why === undefined ? [] : left.map((name) => [name, why]));
}

const maxValues = 20;

/** Whether all rows with some value of a column have the same outcome. */
function predicts({ columns }: Table, name: string, outcome: string): boolean {
  const [texts, outcomes] = [columns.get(name), columns.get(outcome)];
  // A variable of alternatives has a column for each of them.
  if (!texts || !outcomes) return false;
  const byValue = new Map<string, Set<string>>();
  texts.forEach((text, row) => byValue.set(text, (byValue.get(text) ?? new Set()).add(outcomes[row]!)));
  return byValue.size <= maxValues && [...byValue.values()].some(({ size }) => size === 1);
}

function questionsOf({ table, known, outcome, columns, incomplete, profiles }: DraftParts): DraftQuestion[] {
  const { parameters, candidates, group, possibleGroups, weightGuess, isFrequency } = columns;
  const { invalidLines } = outcome;
  const isGroupOpen =
    known.group === undefined && known.id === undefined && (group !== undefined || possibleGroups.length > 0);
  const sizeOf = (name: string) => profiles.find((column) => column.name === name)!.distinct;
  const missing = missingTexts(known.outcome, invalidLines, incomplete).slice(0, 3);
  const questions = present<DraftQuestion>(
    ...outcome.questions,
    known.parameters === undefined && {
      part: 'parameters',
      question: `Which columns should a scenario be able to change${candidates.length > 1 ? `, such as ${candidates.join(' or ')}` : ''}?`,
      default: joined(parameters) || '-',
    },
    known.randomized === undefined && {
      part: 'randomized',
      question: 'Which of these columns were assigned at random, as in an experiment (none: -)?',
      default: '-',
    },
    isGroupOpen && {
      part: 'group',
      question: `Which column shows rows that belong together, such as ${listText(possibleGroups.slice(0, 3).map((name) => `${name} (${countText(sizeOf(name), 'group')})`)) || group} (none: -)?`,
      default: group ?? '-',
    },
    known.weight === undefined &&
      weightGuess !== undefined && {
        part: 'weight',
        question: `Which column has ${isFrequency ? 'the number of respondents of a row' : 'sampling weights'}, such as ${weightGuess} (none: -)?`,
        default: isFrequency ? weightGuess : '-',
      },
    known.missing === undefined &&
      missing.length > 0 && {
        part: 'missing',
        question: `${listText(missing)}: drop these rows, or impute the median?`,
        default: 'drop',
      },
  );
  return table.lines.length === 0 ? [] : questions;
}

/** Values can have megabytes. */
function checkLength({ spec, questions }: SpecDraft): void {
  const characters = questions.reduce((sum, own) => sum + own.question.length + own.default.length, spec.length);
  if (characters > maxSpecCharacters)
    throw new SpecError([
      {
        path: '',
        message: `the draft has ${characters} characters, but can have at most ${maxSpecCharacters}: use columns with shorter values`,
      },
    ]);
}

function checkColumns(
  wanted: readonly (readonly [path: string, column: string | null | undefined])[],
  columns: readonly string[],
): void {
  const issues = wanted.flatMap(([path, column]) =>
    column === undefined || column === null || columns.includes(column)
      ? []
      : [{ path, message: `the data have no column "${column}"${suggestionFor(column, columns)}` }],
  );
  if (issues.length > 0) throw new SpecError(issues);
}

function failOutcome(message: string): never {
  throw new SpecError([{ path: 'outcome', message }]);
}

function checkValues({ name, distinct, range }: ColumnProfile, { event }: KnownParts): void {
  if (distinct < 2)
    failOutcome(`"${name}" has ${distinct === 0 ? 'no value' : 'the same value'} in all rows: name another column`);
  if (range === null && event === undefined && distinct > maxOutcomeTexts)
    failOutcome(
      `"${name}" has ${countText(distinct, 'different text')}: an outcome has at most ${maxOutcomeTexts}. Name another column, or the event to predict`,
    );
}
