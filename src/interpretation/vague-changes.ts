import type { Amount } from './amount.js';
import { candidatesFor, type Named } from './candidates.js';
import type { Doubt } from './findings.js';
import { adjectives, stemmed, vagueMovements } from './lexicon.js';
import type { ReadQuestion } from './mentions.js';
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

/** A direction without an amount: `cheaper`. */
export function vague(
  question: ReadQuestion,
  named: readonly Named<NumericParameter>[],
  amounts: readonly Amount[],
): Doubt[] {
  const doubts: Doubt[] = [];
  question.tokens.forEach(({ stem }, at) => {
    const compared = comparisonAt(question, at);
    const aspect = compared ? null : (adjectives.get(stem)?.aspect ?? null);
    if (!compared && ((aspect === null && !vagueMovements.has(stem)) || aspect === 'number')) return;
    // `how often do they cooperate` asks for a result.
    if (asksHow.has(question.tokens[at - 1]?.stem ?? '')) return;
    if (amounts.some(({ from, to }) => from <= at && at < to)) return;
    const word: Amount = {
      from: at,
      to: compared ?? at + 1,
      kind: 'plain',
      size: 0,
      unit: null,
      perYear: null,
      was: null,
      sign: 1,
      target: false,
      counted: false,
      points: false,
      isFraction: false,
      aspect,
      isPriceLike: false,
      isWeak: false,
      chain: at,
      problem: null,
    };
    const [best, ...others] = candidatesFor(question, word, named).filter(({ cost }) => cost <= maxDistanceToVague);
    if (!best) return;
    const about = [best, ...others.filter(({ cost }) => cost - best.cost < ambiguityMargin)];
    const parameters = about.map(({ named: { parameter } }) => parameter.id);
    const reason = compared ? 'compared' : 'no_amount';
    doubts.push({ reason, parameters, spans: [word, ...best.by.filter((mention) => mention !== null)] });
  });
  return doubts;
}
