import type { Amount } from './amount.js';
import { countsPeople } from './counted.js';
import { clauseEnds, fillers, stemmed } from './lexicon.js';
import type { Mention, ReadQuestion } from './mentions.js';
import { isExcluded } from './negation.js';
import type { Token } from './tokens.js';

const [between = '', what = '', than = ''] = stemmed('between what than');
const maxDistanceToBetween = 4;
/** Extra cost if the name follows the amount: amounts mostly follow names. */
const laterNameCost = 1;
/** Extra cost if the name follows in another clause. */
const laterClauseCost = 4;
const links = new Set(['and', 'or']);
const askingWords = new Set(stemmed('how what why where who whom'));
const verbsOfQuestions = new Set(stemmed('would will do does did is are can could should may might has have'));
/** Words before a relative `what`: `off what it costs`. */
const beforeWhat = new Set(stemmed('of to for off from on ignore ignored with than in at by about'));

/** `the time between departures` does not mention the number of departures. */
const isBetween = (tokens: readonly Token[], { from }: Mention): boolean =>
  tokens.slice(Math.max(0, from - maxDistanceToBetween), from).some(({ stem }) => stem === between);

const comparable = new Set(stemmed('comparable similar equivalent new'));
/** `a fifth of those of a gasoline car`. */
const pointers = new Set(stemmed('that those'));
const beforePointer = new Set(stemmed('of to'));
const maxDistanceToComparison = 5;
const maxDistanceToAs = 4;
const asWords = new Set(stemmed('as same'));
const matching = new Set(stemmed('match matched equal undercut beat'));

/** `as roomy as that of a comparable gasoline car`, `longer than a train`. */
function isComparedWith(tokens: readonly Token[], { from }: Mention): boolean {
  for (let at = from - 1; at >= Math.max(0, from - maxDistanceToComparison); at--) {
    const { stem } = tokens[at]!;
    if (stem === than || (at === from - 1 && matching.has(stem))) return true;
    if (stem === 'as')
      return tokens.slice(Math.max(0, at - maxDistanceToAs), at).some((token) => asWords.has(token.stem));
    if (pointers.has(stem) && beforePointer.has(tokens[at - 1]?.stem ?? '')) return true;
    if (!fillers.has(stem) && !comparable.has(stem) && !pointers.has(stem) && stem !== 'in' && !/^\d+$/.test(stem))
      return false;
  }
  return false;
}

const stating = new Set(stemmed('take took cost costs is was were are be been pay pays paid need needs'));

/** `it took half the time of the ordinary train`, `filling up cost half of what a tank of gasoline does`. */
export function isMeasuredBy(tokens: readonly Token[], { kind, from, to, sign }: Amount, mention: Mention): boolean {
  if (
    (kind !== 'percent' && kind !== 'factor') ||
    sign !== 0 ||
    mention.from < to ||
    !stating.has(tokens[from - 1]?.stem ?? '')
  )
    return false;
  const between = tokens.slice(to, mention.from).map(({ stem }) => stem);
  return between.includes('of') && !between.some((stem) => clauseEnds.has(stem));
}

/** Whether a question begins between two tokens: `train tickets 25% off, how many fly less?`, but not `doubling how often it is shown`. */
const isInQuestion = ({ tokens }: ReadQuestion, from: number, to: number): boolean =>
  tokens
    .slice(from, to)
    .some(
      ({ stem }, at) =>
        (askingWords.has(stem) && at > 0 && !(stem === what && beforeWhat.has(tokens[from + at - 1]?.stem ?? ''))) ||
        (verbsOfQuestions.has(stem) && tokens[from + at - 1]?.stem === ','),
    );

function laterCost(question: ReadQuestion, amount: Amount, mention: Mention): number {
  if (mention.from < amount.to) return 0;
  const isLater = question.tokens
    .slice(amount.to, mention.from)
    .some(({ stem }, at, between) => stem === ',' && !links.has(between[at + 1]?.stem ?? ''));
  return laterNameCost + (isLater ? laterClauseCost : 0);
}

/** The mention that an amount most likely refers to, and its distance. */
export function nearestMention(
  question: ReadQuestion,
  amount: Amount,
  mentions: readonly Mention[],
  isSubject: boolean,
) {
  let best: { mention: Mention; cost: number } | undefined;
  for (const named of mentions) {
    // `half as long again between departures` is about the time between them.
    const mention = named.opposite && isBetween(question.tokens, named) ? { ...named, opposite: false } : named;
    // `times` in `three times` does not name a duration.
    const isInside = mention.from >= amount.from && mention.to <= amount.to;
    if (isInside && amount.kind !== 'plain' && !amount.isFraction && !amount.isWeak) continue;
    if (mention.excludes || (isSubject && isComparedWith(question.tokens, mention))) continue;
    if (countsPeople(question.tokens, mention)) continue;
    if (!amount.isWeak && isExcluded(question.tokens, mention.from)) continue;
    // A mention in a later clause is the subject of the question, not of the amount.
    if (mention.from >= amount.to && question.isAcross(amount.to, mention.from)) continue;
    if (mention.from >= amount.to && isInQuestion(question, amount.to, mention.from)) continue;
    const near = mention.to <= amount.chain ? { from: amount.chain, to: amount.to } : amount;
    const cost = question.distance(mention, near) + laterCost(question, amount, mention);
    if (!best || cost < best.cost) best = { mention, cost };
  }
  return best;
}
