import type { Amount } from './amount.js';
import { overlapsAny } from './clauses.js';
import { candidatesFor, type Candidate, type Named } from './candidates.js';
import type { Doubt, Values } from './findings.js';
import { adjectives, movements, openers, stemmed, vagueMovements } from './lexicon.js';
import type { ReadQuestion, Span } from './mentions.js';
import { valuesInDirection } from './possible-values.js';
import type { NumericParameter } from './to-value.js';

const maxDistanceToVague = 6;
/** Two candidates whose costs differ by less than this are ambiguous. */
export const ambiguityMargin = 0.75;
const asksHow = new Set(stemmed('how so that too'));

const idioms = new Set(stemmed('soon long well far if though such'));
const maxDistanceToAs = 4;

/** The end of `as roomy as` without an amount. */
function comparisonAt({ tokens }: ReadQuestion, at: number): number | undefined {
  if (tokens[at]!.stem !== 'as' || idioms.has(tokens[at + 1]?.stem ?? '')) return undefined;
  for (let end = at + 2; end <= at + maxDistanceToAs; end++) {
    const stem = tokens[end]?.stem ?? '';
    if (stem === 'as') return end + 1;
    if (!/^\p{L}/u.test(stem)) return undefined;
  }
  return undefined;
}

/** The direction of a word of change: `less often`. */
function signOf({ tokens }: ReadQuestion, at: number): 1 | -1 {
  const { stem } = tokens[at]!;
  const { sign } = adjectives.get(stem) ?? movements.get(stem) ?? { sign: stem === less ? -1 : 1 };
  return tokens[at - 1]?.stem === less ? (-sign as 1 | -1) : sign;
}
const [less = '', up = '', down = ''] = stemmed('less up down');
const risers = new Set(stemmed('go goes going went'));
const comparatives = new Set(
  stemmed(
    'more less stronger higher larger bigger greater generous heavier harder louder steeper roomier richer weaker lower smaller lighter milder thinner leaner',
  ),
);

/** Three values of one parameter, or one value of each of several. */
function possibleValues(about: readonly Candidate<NumericParameter>[], direction: Amount): Values[] {
  return about.flatMap(({ named: { parameter }, opposite }) => {
    const values = valuesInDirection(parameter, direction, opposite);
    const chosen = about.length === 1 ? values : values.slice(1, 2);
    return chosen.map((value) => ({ [parameter.id]: value }));
  });
}

function directionAt(question: ReadQuestion, { from, to }: Span, aspect: Amount['aspect']): Amount {
  return {
    from,
    to,
    kind: 'plain',
    size: 0,
    unit: null,
    perYear: null,
    was: null,
    sign: signOf(question, from),
    target: false,
    counted: false,
    points: false,
    isFraction: false,
    aspect,
    isPriceLike: false,
    isWeak: false,
    chain: from,
    problem: null,
  };
}

/** The parameters that a direction is about; more than one if they fit equally well. */
function aboutDirection(
  question: ReadQuestion,
  word: Amount,
  named: readonly Named<NumericParameter>[],
): Candidate<NumericParameter>[] {
  const limit = hasPossessive(question, word) ? Infinity : maxDistanceToVague;
  const [best, ...others] = candidatesFor(question, word, named).filter(({ cost }) => cost <= limit);
  return best ? [best, ...others.filter(({ cost }) => cost - best.cost < ambiguityMargin)] : [];
}

const possessives = new Set(['its', 'their']);
const maxDistanceToPossessive = 4;

/** `would they take it if its fares were lower`: the subject may be farther away. */
function hasPossessive(question: ReadQuestion, { from, to }: Span): boolean {
  const first = Math.max(0, from - maxDistanceToPossessive);
  return question.tokens
    .slice(first, to + maxDistanceToPossessive)
    .some(({ word }, at) => possessives.has(word) && question.isInSameClause({ from, to }, spanAt(first + at)));
}

const spanAt = (from: number): Span => ({ from, to: from + 1 });

function doubtOf(word: Amount, about: readonly Candidate<NumericParameter>[]): Doubt {
  return {
    reason: 'no_amount',
    parameters: about.map(({ named: { parameter } }) => parameter.id),
    spans: [word, ...about[0]!.by.filter((mention) => mention !== null)],
    candidates: possibleValues(about, word),
  };
}

/**
 * The change that a clause without a value states: `if the reward were higher`. In other clauses such words often describe the results, so
 * that {@link vague} leaves them out.
 */
export function vagueChangeIn(
  question: ReadQuestion,
  named: readonly Named<NumericParameter>[],
  clause: Span,
): Doubt | undefined {
  const { to } = clause;
  // `do they cooperate more if the reward is higher`.
  const opener = question.tokens.slice(clause.from, to).findLastIndex(({ stem }) => openers.has(stem));
  const from = clause.from + Math.max(0, opener);
  const directions = question.tokens.slice(from, to).flatMap(({ stem }, offset) => {
    const before = question.tokens[from + offset - 1]?.stem ?? '';
    const isDirection = comparatives.has(stem) || (risers.has(before) && (stem === up || stem === down));
    if (!isDirection || asksHow.has(before)) return [];
    const word = directionAt(question, { from: from + offset, to: from + offset + 1 }, null);
    const about = aboutDirection(question, word, named);
    return about.length > 0 ? [{ word, about }] : [];
  });
  const [nearest] = directions.sort((a, b) => a.about[0]!.cost - b.about[0]!.cost);
  return nearest ? doubtOf(nearest.word, nearest.about) : shareIn(question, named, clause);
}

/** A share that a clause names without an amount: `if the bottle stands at the end of the aisle`. */
function shareIn(question: ReadQuestion, named: readonly Named<NumericParameter>[], clause: Span): Doubt | undefined {
  const isHere = ({ from, to }: Span) => clause.from <= from && to <= clause.to;
  const shares = named
    .filter(({ parameter }) => parameter.unit === 'share')
    .map((one) => ({ ...one, mentions: one.mentions.map((list) => list.filter(isHere)) }))
    .filter(({ mentions }) => mentions.length > 1 && mentions.every((list) => list.length > 0));
  const [first] = shares;
  if (!first) return undefined;
  const { from, to } = first.mentions.at(-1)![0]!;
  const word = { ...directionAt(question, { from, to }, null), sign: 1 as const };
  const about = aboutDirection(question, word, shares);
  return about.length > 0 ? doubtOf(word, about) : undefined;
}

/** A direction without an amount: `cheaper`. */
export function vague(
  question: ReadQuestion,
  named: readonly Named<NumericParameter>[],
  amounts: readonly Amount[],
): Doubt[] {
  const doubts: Doubt[] = [];
  const isAmount = overlapsAny(amounts);
  question.tokens.forEach(({ stem }, at) => {
    const compared = comparisonAt(question, at);
    const aspect = compared ? null : (adjectives.get(stem)?.aspect ?? null);
    if (!compared && ((aspect === null && !vagueMovements.has(stem)) || aspect === 'number')) return;
    // `how often do they cooperate` asks for a result, and `the new fast train` names the train.
    const before = question.tokens[at - 1]?.stem ?? '';
    if (asksHow.has(before) || before === 'new') return;
    if (isAmount({ from: at, to: at + 1 })) return;
    const word = directionAt(question, { from: at, to: compared ?? at + 1 }, aspect);
    const about = aboutDirection(question, word, named);
    if (about.length === 0) return;
    doubts.push(compared ? { ...doubtOf(word, about), reason: 'compared', candidates: [] } : doubtOf(word, about));
  });
  return doubts;
}
