import { asSentence, fillTemplate, joinWords } from '../template.js';
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
export function describeRank(peers: string, phrases: NumberPhrases, { less, more }: Rank): string {
  const counts = (['less', 'more'] as const).flatMap((side) => {
    const ofHundred = Math.round((side === 'less' ? less : more) * 100);
    return ofHundred < 1 ? [] : [fillTemplate(phrases[side], { number: `about ${Math.min(99, ofHundred)}` })];
  });
  if (counts.length === 0) return asSentence(`nearly all ${peers} do the same`);
  const rank = asSentence(`of 100 ${peers}, ${joinWords(counts)}`);
  const isExtreme = Math.min(less, more) < extremeShare && Math.max(less, more) > 1 - 2 * extremeShare;
  return isExtreme ? `${rank} The random error, which the model does not explain, causes this difference.` : rank;
}
