// Linguistic data: words that users write. cspell:ignore told
import { alternativesOf } from './alternatives.js';
import { overlaps, sentencesOf, spanOf, type Part } from './clauses.js';
import type { Arm, Doubt, Finding, QuestionKind } from './findings.js';
import type { Span } from './mentions.js';
import {
  asToday,
  asking,
  asksForDifference,
  better,
  cancellation,
  comparedWithToday,
  comparisonWords,
  conditionWords,
  denial,
  futureDate,
  goals,
  instructions,
  nextTurn,
  pastPlan,
  plan,
  proposal,
  refusal,
  turn,
  undoing,
  undoingVerb,
} from './question-words.js';
import type { Token } from './tokens.js';
import { measuresIn } from './unread-clauses.js';

/** What a question asks for, and the findings and doubts that remain. */
export interface ReadKind {
  kind: QuestionKind;
  found: Finding[];
  doubts: Doubt[];
  arms: (Omit<Arm, 'from'> & { spans: Span[] })[];
}

interface Read {
  found: Finding[];
  doubts: Doubt[];
}

/**
 * Recognizes canceled plans, goals, dates in the future, comparisons of options and instructions to the service. Their amounts are no
 * values of the scenario: they become doubts with a reason.
 */
export function readKind(text: string, tokens: readonly Token[], read: Read): ReadKind {
  const forbidden = [...text.matchAll(instructions)].map(({ 0: words, index }) =>
    spanOf(tokens, index, index + words.length),
  );
  let { found, doubts } = without(read, forbidden);
  doubts.push(...forbidden.map((span): Doubt => ({ reason: 'instruction', parameters: [], spans: [span] })));

  const canceled = canceledPlan(text, tokens);
  // `They wanted a cut of 10% but got 20%` replaces the plan.
  const isReplaced = canceled !== undefined && measuresIn(tokens, canceled.cancellation).length > 0;
  const dropped = isReplaced ? undefined : canceled?.span;
  const planned = canceled?.span ?? openPlan(text, tokens, found);
  if (planned) ({ found, doubts } = as('negated', planned, { found, doubts }));

  const compared = doubts.find((doubt) => isComparison(doubt) && isContrasted(text, tokens, doubt));
  const alternatives = dropped || compared ? undefined : alternativesOf(text, tokens, found);
  const goal = alternatives || dropped ? undefined : goalOf(text, tokens);
  if (goal) ({ found, doubts } = as('goal', goal, { found, doubts }));

  const dates = [...text.matchAll(futureDate)].map(({ 0: words, index }) =>
    spanOf(tokens, index, index + words.length),
  );
  if (dates.length > 0) {
    ({ found, doubts } = without({ found, doubts }, dates));
    doubts.push({ reason: 'forecast', parameters: [], spans: dates });
  }

  if (compared && !goal && !dropped) {
    const others = doubts.filter((one) => one !== compared);
    // `letters to 30% of voters, or a reminder to all of them`: its scenarios differ in more than the option.
    const between = hullOf(compared.spans);
    if (others.some(({ reason, spans }) => reason === 'two_values' && spans.some((own) => overlaps(own, between))))
      return { kind: 'comparison', found, doubts: [...others, { ...compared, reason: 'compared' }], arms: [] };
    const arms = compared.candidates!.map((values) => ({ values, spans: compared.spans }));
    return { kind: 'comparison', found, doubts: others, arms };
  }
  if (alternatives?.unread) {
    const parameters = found.filter((one) => !alternatives.shared.includes(one)).map(({ parameter }) => parameter);
    doubts.push({ reason: 'compared', parameters, spans: [alternatives.unread] });
    return { kind: 'comparison', found: alternatives.shared, doubts, arms: [] };
  }
  if (alternatives) {
    const arms = alternatives.arms.map((arm) => ({
      values: Object.fromEntries(arm.map(({ parameter, value }) => [parameter, value])),
      spans: arm.flatMap(({ spans }) => spans),
    }));
    return { kind: 'comparison', found: alternatives.shared, doubts, arms };
  }
  if (!goal && !dropped && found.length > 0 && comparedWithToday.test(text)) {
    const arms = [{}, Object.fromEntries(found.map(({ parameter, value }) => [parameter, value]))];
    const spans = found.flatMap((one) => one.spans);
    return { kind: 'comparison', found: [], doubts, arms: arms.map((values) => ({ values, spans })) };
  }
  const rival = goal || dropped || found.length === 0 ? undefined : rivalOf(text, tokens, [...found, ...doubts]);
  if (rival) {
    const parameters = found.map(({ parameter }) => parameter);
    doubts.push({ reason: 'compared', parameters, spans: [rival, ...found.flatMap(({ spans }) => spans)] });
    return { kind: 'comparison', found: [], doubts, arms: [] };
  }
  const change = found.length > 0 || doubts.some(({ reason }) => reason !== 'forecast' && reason !== 'negated');
  const kind = goal
    ? 'goal'
    : found.length === 0 && (dropped || (planned && !canceled) || deniesOnly(text, tokens, doubts))
      ? 'denied'
      : dates.length > 0 && found.length === 0
        ? 'forecast'
        : change
          ? 'scenario'
          : 'baseline';
  return { kind, found, doubts, arms: [] };
}

const hullOf = (spans: readonly Span[]): Span => ({
  from: Math.min(...spans.map(({ from }) => from)),
  to: Math.max(...spans.map(({ to }) => to)),
});

/** A second scenario of which nothing was read: `more when told the damage is major than when told it hardly leaves a trace`. */
function rivalOf(text: string, tokens: readonly Token[], read: readonly { spans: Span[] }[]): Span | undefined {
  const rival = /\bthan (?:when|if)\b[^.?!;,\n]+/i.exec(text);
  if (!rival || asToday.test(rival[0]) || comparedWithToday.test(`versus ${rival[0]}`)) return undefined;
  const span = spanOf(tokens, rival.index, rival.index + rival[0].length);
  return read.some(({ spans }) => spans.some((own) => overlaps(own, span))) ? undefined : span;
}

/** Whether statements deny all changes: `Congress did not pass the 15% increase.` */
const deniesOnly = (text: string, tokens: readonly Token[], doubts: readonly Doubt[]): boolean =>
  doubts.length > 0 &&
  doubts.every(({ reason, spans }) => {
    const part = sentencesOf(text).find(({ from, to }) => overlaps(spanOf(tokens, from, to), spans[0]!));
    return (
      reason === 'negated' &&
      part !== undefined &&
      isStatement(part.text) &&
      (denial.test(part.text) || undoingVerb.test(part.text))
    );
  });

const isStatement = (sentence: string): boolean => !sentence.trimEnd().endsWith('?') && !conditionWords.test(sentence);

const isComparison = ({ reason, candidates = [] }: Doubt) => reason === 'two_values' && candidates.length > 1;

/** Whether words such as `or` are between the options, or the question asks for a difference. */
function isContrasted(text: string, tokens: readonly Token[], { spans }: Doubt): boolean {
  const from = Math.min(...spans.map((span) => span.to));
  const to = Math.max(...spans.map((span) => span.from));
  const between = text.slice(tokens[from - 1]?.from ?? 0, tokens[to]?.to ?? text.length);
  const isThan = thanOption.test(between) && better.test(text);
  return asksForDifference.test(text) || comparisonWords.test(between) || eachOfTwo.test(between) || isThan;
}

/** `A is better than B`, `more votes with A than with B`, `A helps more than no B`; not `more than 20%`, `A rather than B`. */
const thanOption =
  /(?<!\b(?:more|less|fewer|other|rather) )\bthan\b|\b(?:more|less|fewer) than (?=(?:with|under|after|without|no|the|an?)\b)/i;

/** Words between two options that apply to one group each: `free care → 25%`, `under free care and under 25%`. */
const eachOfTwo = /[-=]>|→|\b(?:the other|another|and (?:half|under))\b/i;

/** Removes what the tokens of the spans would set. */
function without({ found, doubts }: Read, spans: readonly Span[]): Read {
  const isFree = (one: { spans: Span[] }) =>
    !one.spans.slice(0, 1).some((own) => spans.some((span) => overlaps(own, span)));
  return { found: found.filter(isFree), doubts: doubts.filter(isFree) };
}

/** Replaces everything inside the span by one doubt. */
function as(reason: 'negated' | 'goal', span: Span, { found, doubts }: Read): Read {
  const rest = without({ found, doubts }, [span]);
  const parameters = [
    ...found.filter((one) => !rest.found.includes(one)).map(({ parameter }) => parameter),
    ...doubts.filter((one) => !rest.doubts.includes(one)).flatMap((one) => one.parameters),
  ];
  return {
    found: rest.found,
    doubts: [...rest.doubts, { reason, parameters: [...new Set(parameters)], spans: [span] }],
  };
}

/** From the sentence of the plan to the sentence of its cancellation. */
const canceledPlan = (text: string, tokens: readonly Token[]): Cancellation | undefined =>
  cancellationOf(text, tokens, plan, cancellation) ??
  cancellationOf(text, tokens, proposal, undoing) ??
  refused(text, tokens);

interface Cancellation {
  span: Span;
  /** The words that cancel the plan. */
  cancellation: Span;
}

function refused(text: string, tokens: readonly Token[]): Cancellation | undefined {
  const found = refusal.exec(text);
  if (!found || conditionWords.test(found[0])) return undefined;
  // `Double the fares? That was rejected.`
  const before = /^\W*(?:that|this|it|they|never|won['’]?t)\b/i.test(found[0])
    ? sentencesOf(text).findLast(({ to }) => to <= found.index)
    : undefined;
  const span = spanOf(tokens, before?.from ?? found.index, found.index + found[0].length);
  return { span, cancellation: { from: span.to, to: span.to } };
}

/** A plan of the past if the words after it leave open whether it happens: `they wanted to pay $2, but the money was short`. */
function openPlan(text: string, tokens: readonly Token[], found: readonly Finding[]): Span | undefined {
  if (conditionWords.test(text)) return undefined;
  const sentences = sentencesOf(text);
  const findingsIn = ({ from, to }: Part) =>
    found.filter(({ spans }) => spans[0] && overlaps(spans[0], spanOf(tokens, from, to)));
  const isOpen = (sentence: Part, next: Part | undefined): boolean => {
    const own = pastPlan.test(sentence.text) && !asking.test(sentence.text) ? findingsIn(sentence) : [];
    if (own.length === 0) return false;
    const end = Math.max(...own.map(({ spans }) => tokens[spans[0]!.to - 1]!.to));
    const rest = text.slice(end, sentence.to);
    const turned = turn.exec(rest);
    if (turned && !isQuestion(sentence)) return !asking.test(rest.slice(turned.index + turned[0].length));
    return next !== undefined && !isQuestion(next) && nextTurn.test(next.text) && findingsIn(next).length === 0;
  };
  const plan = sentences.find((sentence, at) => isOpen(sentence, sentences[at + 1]));
  return plan && spanOf(tokens, plan.from, plan.to);
}

const isQuestion = ({ text }: Part): boolean => text.trimEnd().endsWith('?');

function cancellationOf(
  text: string,
  tokens: readonly Token[],
  announced: RegExp,
  undone: RegExp,
): Cancellation | undefined {
  const planned = announced.exec(text);
  if (!planned) return undefined;
  const rest = text.slice(planned.index);
  const end = undone.exec(rest);
  // `People wanted … what if the letter never names them?` states a condition.
  if (!end || sentencesOf(rest.slice(0, end.index)).length > 2) return undefined;
  if (conditionWords.test(rest.slice(0, end.index + end[0].length))) return undefined;
  const start = sentencesOf(text).findLast(({ from }) => from <= planned.index)?.from ?? 0;
  const to = planned.index + end.index + end[0].length;
  const turnAt = [...end[0].matchAll(/\b(?:but|yet|however)\b/gi)].at(-1)?.index ?? end[0].length;
  return { span: spanOf(tokens, start, to), cancellation: spanOf(tokens, to - end[0].length + turnAt, to) };
}

/** `Which raises turnout further: a letter to 30% of voters, or a reminder to all?` */
const choosing = /\bwhich\b[^.?!:\n]*:[^.?!\n]*\bor\b/i;

/** The sentence that asks for the value that reaches a result. */
function goalOf(text: string, tokens: readonly Token[]): Span | undefined {
  // `how many would come if they had to pay 25%` states a condition.
  const isGoal = (sentence: string) =>
    !choosing.test(sentence) &&
    goals.some((pattern) => {
      const [words] = pattern.exec(sentence) ?? [];
      return words !== undefined && !conditionWords.test(words);
    });
  const asked = sentencesOf(text).find((part) => isGoal(part.text));
  return asked && spanOf(tokens, asked.from, asked.to);
}
