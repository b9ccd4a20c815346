import { overlaps } from './clauses.js';
import type { Doubt, Finding } from './findings.js';
import { sentenceEnds, stemmed } from './lexicon.js';
import type { Mention, Span } from './mentions.js';
import { present } from './negation-words.js';
import { clashes, type NamedOption } from './options.js';
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
  const isFree = (own: Span) => !context.except.some((other) => overlaps(other, own));
  const wanted = named.filter(({ span }) => runsOf(span).every(isFree));
  const clear = wanted.filter((one) => !wanted.some((other) => clashes(one, other)));
  for (const one of wanted.filter((option) => !clear.includes(option))) {
    const parameters = wanted
      .filter((other) => one === other || clashes(one, other))
      .map(({ parameter }) => parameter.id);
    if (one.parameter.id === parameters[0]) doubts.push({ reason: 'ambiguous', parameters, spans: [one.span] });
  }
  const taken: Span[] = wanted.flatMap(({ span }) => runsOf(span));
  for (const parameter of new Set(clear.map((one) => one.parameter))) {
    const all = clear.filter((one) => one.parameter === parameter);
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
  const others = own.filter((one) => !isToday(one) && !one.negated);
  const isOld = ({ span }: NamedOption) =>
    isMarked(tokens, span) || (!isComparison && others.every((other) => isInEarlierSentence(tokens, span, other.span)));
  const old = own.filter((one) => isToday(one) && !one.negated);
  return others.length > 0 && old.every(isOld) ? own.filter((one) => !old.includes(one)) : own;
}

/** Words between today and a plan: `care is free, so the idea is …`. */
const turns = new Set(stemmed('so but now'));

const isInEarlierSentence = (tokens: readonly Token[], span: Span, other: Span) =>
  span.to <= other.from &&
  tokens.slice(span.to, other.from).some(({ stem }) => sentenceEnds.has(stem) || turns.has(stem));

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
