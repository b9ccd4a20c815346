import { overlapsAny } from './clauses.js';
import type { Doubt, Finding } from './findings.js';
import { sentenceEnds, stemmed } from './lexicon.js';
import { groupBy } from './lists.js';
import type { Mention, Span } from './mentions.js';
import { present } from './negation-words.js';
import type { NamedOption } from './options.js';
import type { Token } from './tokens.js';

interface Context {
  tokens: readonly Token[];
  /** Tokens that name no option, because they name a group or describe the caller. */
  except: readonly Span[];
  /** Whether the question compares scenarios, so that all of its options count. */
  isComparison: boolean;
}

/** Finds one option for each parameter. Sets none if the question names two, or if their parameter is ambiguous. */
export function readOptions(named: readonly NamedOption[], context: Context) {
  const found: Finding[] = [];
  const doubts: Doubt[] = [];
  const isTaken = overlapsAny(context.except);
  const wanted = named.filter(({ span }) => !runsOf(span).some(isTaken));
  const clear = new Set<NamedOption>();
  for (const same of groupBy(wanted, ({ span }) => `${span.from} ${span.to}`).values()) {
    const parameters = [...new Set(same.map(({ parameter }) => parameter.id))];
    if (parameters.length > 1) doubts.push({ reason: 'ambiguous', parameters, spans: [same[0]!.span] });
    else for (const one of same) clear.add(one);
  }
  const taken: Span[] = wanted.flatMap(({ span }) => runsOf(span));
  for (const [parameter, all] of groupBy(
    wanted.filter((one) => clear.has(one)),
    (one) => one.parameter,
  )) {
    const own = withoutPresent(all, context);
    const spans = own.flatMap(({ span, by }) => [...runsOf(span), ...by]);
    // `free care instead of coinsurance` names a second option only to replace it.
    const inOrder = [...own].sort((a, b) => a.span.from - b.span.from);
    const affirmed = [...new Set(inOrder.filter(({ negated }) => !negated).map(({ option }) => option))];
    const isReplaced = own.every(({ option, negated }) => !negated || option !== affirmed[0]);
    const [value] = affirmed;
    if (affirmed.length === 1 && isReplaced) {
      found.push({ parameter: parameter.id, value: value!, how: 'option', spans });
      // `claimed benefits`, but not `letter` alone.
      taken.push(...own.flatMap(({ by }) => by.filter(({ from, to }) => to > from + 1)));
    } else {
      const reason = affirmed.length < 2 ? 'negated' : 'two_values';
      const candidates = affirmed.map((option) => ({ [parameter.id]: option }));
      doubts.push({ reason, parameters: [parameter.id], spans, candidates });
    }
  }
  return { found, doubts, spans: taken };
}

const runsOf = (mention: Mention) => mention.runs ?? [mention];

const maxDistanceToPresent = 6;
const [apart = ''] = stemmed('apart');

/** Leaves out the option of today if another one follows: `Care is free now. Suppose patients paid half of the bill.` */
function withoutPresent(own: readonly NamedOption[], { tokens, isComparison }: Context): readonly NamedOption[] {
  const isToday = ({ option, parameter }: NamedOption) => option === parameter.default;
  const next = Math.min(...own.filter((one) => !isToday(one) && !one.negated).map(({ span }) => span.from));
  const isOld = ({ span }: NamedOption) =>
    isMarked(tokens, span) || (!isComparison && isInEarlierSentence(tokens, span, next));
  const old = new Set(own.filter((one) => isToday(one) && !one.negated));
  return next < Infinity && [...old].every(isOld) ? own.filter((one) => !old.has(one)) : own;
}

/** Words between today and a plan: `care is free, so the idea is …`. */
const turns = new Set(stemmed('so but now'));

const isInEarlierSentence = (tokens: readonly Token[], { to }: Span, next: number) =>
  to <= next && tokens.slice(to, next).some(({ stem }) => sentenceEnds.has(stem) || turns.has(stem));

/** `always free`, `now free`, `the present free plan`. */
function isMarked(tokens: readonly Token[], { from, to }: Span): boolean {
  const before = tokens
    .slice(Math.max(0, from - maxDistanceToPresent), from)
    // `how far apart` asks for a difference.
    .map(({ stem }, at, near) => (near[at + 1]?.stem === apart ? '' : stem));
  const start = before.findLastIndex((stem) => sentenceEnds.has(stem) || stem === ',');
  const after = tokens.slice(to, to + maxDistanceToPresent).map(({ stem }) => stem);
  const end = after.findIndex((stem) => sentenceEnds.has(stem) || stem === ',' || stem === 'and' || stem === 'but');
  return [...before.slice(start + 1), ...after.slice(0, end < 0 ? after.length : end)].some((stem) =>
    present.has(stem),
  );
}
