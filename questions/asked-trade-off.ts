// Linguistic data: words that users write.
import { tradeOffsOf, type TradeOff } from '../model/analyses.js';
import type { WorkflowDefinition } from '../model/definition.js';
import { stemsOf } from './tokens.js';
import { emptyWords, stemmed } from './vocabulary.js';

/** Words that ask for an amount of money that people give up for something. */
const asksForMoney = new RegExp(
  [
    String.raw`\bwilling(?:ness)? to (?:pay|spend)\b|\bvalue of (?:\w+ ){0,2}time\b`,
    String.raw`\bhow much (?:more |extra |money )*(?:would|do|does|are|will|can)\b(?![^.?!\n]*\bhave to\b)[^.?!\n]*\b(?:pay|spend|give up)\b[^.?!\n]*\b(?:for|to (?:save|avoid|get|have|gain)|hours?|minutes?|sooner|faster)\b`,
    String.raw`\b(?:hours?|minutes?|time)\b[^.?!\n,]*\bworth\b|\bworth of (?:an? )?(?:hour|minute|time)\b`,
  ].join('|'),
  'i',
);
/** Shares of people that pay are outcomes. */
const asksForShare =
  /\b(?:how many|share|percent(?:age)?|proportion|fraction|would (?:people|they) (?:still )?(?:buy|take|choose))\b|%/i;
const timeWords = new Set(stemmed('hour minute time faster sooner quicker earlier shorter wait journey travel'));

const waiting = new Set(stemmed('wait transfer walk platform'));
/** Words of labels for times without a journey. */
const outside = stemmed('outside between departures waiting');

/** Whether a question asks for an amount of money instead of a share or a mean. */
export const asksForTradeOff = (question: string): boolean =>
  asksForMoney.test(question) && !asksForShare.test(question);

/**
 * The feature for whose amount of money a question asks: the one whose label shares the most words with it, and for time the first time of the
 * model. Null if the question asks for something else, undefined if the model has no such amount.
 */
export function askedTradeOff(definition: WorkflowDefinition, question: string): string | null | undefined {
  if (!asksForTradeOff(question)) return null;
  // Its measure and its curve are such amounts.
  if (definition.decision.family === 'willingness_to_pay') return null;
  const { trade_offs: all } = tradeOffsOf(definition) ?? { trade_offs: [] };
  const said = stemsOf(question).filter((stem) => !emptyWords.has(stem) || timeWords.has(stem));
  const stems = new Set([...said, ...(said.some((stem) => waiting.has(stem)) ? outside : [])]);
  const isAboutTime = [...stems].some((stem) => timeWords.has(stem));
  const scoreOf = ({ label, kind }: TradeOff) => {
    const shared = new Set(stemsOf(label).filter((stem) => stems.has(stem))).size;
    return kind === 'value_of_time' ? (isAboutTime ? shared + 1 : 0) : shared;
  };
  const best = all.reduce<TradeOff | undefined>(
    (most, one) => (scoreOf(one) > (most ? scoreOf(most) : 0) ? one : most),
    undefined,
  );
  return best?.feature;
}
