import type { Parameter, WorkflowDefinition } from '../model/definition.js';
import { traitsOf } from '../model/definition.js';
import { amountsIn, type Amount } from './amounts.js';
import { definitionNames, namesOf } from './names.js';
import { overlaps, Question, type Span } from './question.js';
import { readQuestion } from './read-question.js';
import type { NotRead, Reading } from './reading.js';
import { stemsOf, tokensOf } from './tokens.js';
import { emptyWords, nothingElse, peopleNouns, presentWords, steady, stemmed } from './vocabulary.js';

/** Readings of these kinds state no change of the model, or list their words. */
const complete: ReadonlySet<Reading['kind']> = new Set(['denied', 'forecast', 'goal']);

/** Words that open a reason or a time, which changes nothing by itself. */
const circumstances = new Set(stemmed('because since after while when although though whereas'));

/** Reads a question, and lists all changes that the reading does not use. */
export function readWhole(definition: WorkflowDefinition, question: string): Reading {
  const reading = readQuestion(definition, question);
  return { ...reading, notRead: [...reading.notRead, ...leftOver(definition, question, reading)] };
}

/**
 * Changes that a question states, and that its reading neither uses nor lists, as in `if I raise my price by 10%` for a workflow with prices
 * of four brands. Without them, the answer would look complete. A reading that lists other words is incomplete anyway.
 */
export function leftOver(definition: WorkflowDefinition, text: string, reading: Reading): NotRead[] {
  if (complete.has(reading.kind) || reading.notRead.length > 0) return [];
  const question = new Question(text, tokensOf(text));
  const used = usedSpans(question, reading);
  const amounts = amountsIn(question, new Set()).filter(isOfChange);
  const hasChanges = setsValue(definition, reading);
  const isNothingRead = reading.values.length + reading.arms.length === 0;
  const isLeft = (clause: Span): boolean => {
    const stems = question.stems(clause);
    if (circumstances.has(stems[0]!) || stems.some((stem) => steady.has(stem))) return false;
    const mode = question.mode[clause.from];
    if (mode === 'ask' || nothingElse.test(question.words([clause]))) return false;
    const isUsed = used.some((one) => overlaps(one, clause));
    // With a change, a statement is its background: `we are a family of 4`.
    if ((mode === 'condition' || !hasChanges) && !isUsed && amounts.some((one) => overlaps(one, clause))) return true;
    if (hasChanges || !stems.some(isContent)) return false;
    return mode === 'condition'
      ? isNothingRead || namesOther(definition, stems, reading)
      : !isUsed && isOther(definition, stems);
  };
  const clauses = question.clauses.flatMap((clause) => partsOf(question, clause)).filter(isLeft);
  const isOfOther = clauses.length === 0 && isNothingRead && isAboutOther(definition, question);
  const open = isOfOther || clauses.length > 0 ? [] : openAmounts(question, used, isNothingRead);
  return (isOfOther ? question.sentences : clauses.length > 0 ? clauses : open).map((clause): NotRead => {
    const words = question.words([withoutEnd(question, clause)]);
    const isSet = (id: string) => reading.values.some(({ parameter }) => parameter === id);
    const parameters = similarParameters(definition, words, isSet).map(({ id }) => id);
    return { words, reason: parameters.length > 1 ? 'ambiguous' : 'no_parameter', parameters, candidates: [] };
  });
}

/** Amounts of a change outside the words that a reading uses. */
const openAmounts = (question: Question, used: readonly Span[], isNothingRead: boolean): Span[] =>
  amountsIn(question, new Set())
    .filter(
      (one) =>
        !used.some((span) => overlaps(span, one)) &&
        (one.kind === 'none'
          ? isNothingRead && one.aspect === 'price'
          : one.kind === 'factor' || one.kind === 'percent') &&
        (isNothingRead || question.mode[one.from] !== 'ask'),
    )
    .map(({ from, to }) => ({ from, to: Math.min(to + 1, question.clauses[question.clause[from]!]!.to) }));

const isOfChange = ({ kind, sign, target }: Amount): boolean =>
  kind === 'percent' || kind === 'factor' || (kind === 'plain' && (sign !== 0 || target));

/** The parts of a clause that ask, state or set a condition: `would they take the bus | if it was cheaper`. */
function partsOf({ mode }: Question, { from, to }: Span): Span[] {
  const starts = mode
    .slice(from, to)
    .flatMap((own, at) => (at === 0 || own !== mode[from + at - 1] ? [from + at] : []));
  return starts.map((start, at) => ({ from: start, to: starts[at + 1] ?? to }));
}

/** The parameters whose names share the most words with some words of a question. Empty if none shares a word. */
export function similarParameters(
  { scenario: { parameters } }: Pick<WorkflowDefinition, 'scenario'>,
  words: string,
  isSet: (id: string) => boolean,
): Parameter[] {
  const stems = new Set(stemsOf(words).filter(isContent));
  const open = parameters.filter(({ id }) => !isSet(id));
  const shared = open.map((parameter) => {
    const own = stemsOfParameter(parameter);
    return { parameter, count: [...stems].filter((stem) => own.has(stem)).length };
  });
  const most = Math.max(0, ...shared.map(({ count }) => count));
  return most === 0 ? [] : shared.filter(({ count }) => count === most).map(({ parameter }) => parameter);
}

const parameterStems = new WeakMap<Parameter, ReadonlySet<string>>();

function stemsOfParameter(parameter: Parameter): ReadonlySet<string> {
  const named = [parameter, ...traitsOf(parameter).options];
  const texts = () => named.flatMap(({ label, words = [] }) => [label, ...words]);
  const found = parameterStems.get(parameter) ?? new Set(texts().flatMap(stemsOf));
  parameterStems.set(parameter, found);
  return found;
}

/** Whether a reading sets a value other than the default. */
function setsValue({ scenario: { parameters } }: WorkflowDefinition, { values, arms }: Reading): boolean {
  const set = [...values.map(({ parameter, value }) => ({ [parameter]: value })), ...arms.map((arm) => arm.values)];
  return set.some((one) => parameters.some(({ id, default: value }) => Object.hasOwn(one, id) && one[id] !== value));
}

/** The tokens of the words that a reading uses or lists. Words of groups set nothing, but they are read. */
function usedSpans(question: Question, { values, arms, notRead, segments }: Reading): Span[] {
  return [...values, ...arms, ...notRead, ...segments].flatMap(({ words }) => {
    const from = words === '' ? -1 : question.text.indexOf(words);
    if (from < 0) return [];
    const inside = question.tokens.flatMap((token, at) =>
      token.from < from + words.length && token.to > from ? [at] : [],
    );
    return [{ from: inside[0]!, to: inside.at(-1)! + 1 }];
  });
}

const isContent = (stem: string): boolean => /^\p{L}{3}/u.test(stem) && !emptyWords.has(stem);

/** Fewer words, or a smaller share of them, are also in questions about today: `which bottle is the top seller?` */
const minUnknown = 2;
const minUnknownShare = 0.6;

const isOther = (definition: WorkflowDefinition, stems: readonly string[]): boolean => {
  const known = knownStems(definition);
  return stems.filter((stem) => isContent(stem) && !peopleNouns.has(stem) && !known.has(stem)).length >= minUnknown;
};

/** Whether most words of a question are none of the workflow, so that the baseline is no answer to it: `Should I send my customers a coupon?` */
function isAboutOther(definition: WorkflowDefinition, question: Question): boolean {
  const all = question.tokens.map(({ stem }) => stem);
  if (all.some((stem) => stem !== 'at' && presentWords.has(stem)) || nothingElse.test(question.text)) return false;
  const stems = all.filter((stem) => isContent(stem) && !peopleNouns.has(stem));
  const known = knownStems(definition);
  const unknown = stems.filter((stem) => !known.has(stem));
  return unknown.length >= minUnknown && unknown.length >= minUnknownShare * stems.length;
}

/** Whether words name something that no parameter expresses, or a choice without one of its options. */
function namesOther(definition: WorkflowDefinition, stems: readonly string[], { values }: Reading): boolean {
  const { choices } = definitionNames(definition);
  const known = knownStems(definition);
  const isUnknown = (stem: string) => !known.has(stem) && !peopleNouns.has(stem);
  const open = choices.filter(({ parameter: { id } }) => values.every(({ parameter }) => parameter !== id));
  return stems.some((stem) => isContent(stem) && (isUnknown(stem) || open.some(({ words }) => words.has(stem))));
}

const stemsOfNames = new WeakMap<WorkflowDefinition, ReadonlySet<string>>();

function knownStems(definition: WorkflowDefinition): ReadonlySet<string> {
  const { name, summary, routing, outcome_groups: groups = [] } = definition;
  const texts = () => [
    name,
    summary,
    ...routing.examples,
    ...groups.map(({ label }) => label),
    ...namesOf(definition).flat(),
  ];
  const found = stemsOfNames.get(definition) ?? new Set(texts().flatMap(stemsOf));
  stemsOfNames.set(definition, found);
  return found;
}

function withoutEnd(question: Question, { from, to }: Span): Span {
  let end = to;
  while (end > from + 1 && !/^[\p{L}\p{N}%]/u.test(question.stem(end - 1))) end--;
  return { from, to: end };
}
