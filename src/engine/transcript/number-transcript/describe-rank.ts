import { countOfHundred } from '../describe-choice.js';
import { type Sentence, sentence } from '../sentence.js';
import { fillTemplate, joinWords } from '../template.js';
import type { NumberPhrases } from './number-phrases.schema.js';

/** Probabilities that an agent with the same attributes and situation has a smaller result, and a greater one. */
export interface Rank {
  readonly less: number;
  readonly more: number;
}

/** An agent is described as distant from its peers if fewer than this share of them have a more extreme result. */
const extremeShare = 0.15;

/**
 * Compares an agent's result with 100 peers, agents with the same attributes and situation. Counts are limited to 1 to 99. The random
 * error alone causes the difference between peers.
 *
 * @param peers noun phrase from the narrative: `workers like me`
 */
export function describeRank(peers: string, phrases: NumberPhrases, rank: Rank): Sentence {
  const { less, more } = rank;
  const counts = (['less', 'more'] as const).flatMap((side) => {
    const probability = side === 'less' ? less : more;
    return Math.round(probability * 100) < 1
      ? []
      : [fillTemplate(phrases[side], { number: countOfHundred(probability) })];
  });
  if (counts.length === 0) return sentence('rank', `nearly all ${peers} do the same`);
  const text = `Of 100 ${peers}, ${joinWords(counts)}.`;
  const isExtreme = Math.min(less, more) < extremeShare && Math.max(less, more) > 1 - 2 * extremeShare;
  const cause = isExtreme ? ' The random error, which the model does not explain, causes this difference.' : '';
  return sentence('rank', `${text}${cause}`);
}
