import { asSentence, fillTemplate, joinWords } from '../template.js';
import { type NumberPhrases } from './number-phrases.schema.js';

/** The chances that somebody of whom all that was asked is the same ends with less, and with more. */
export interface Rank {
  readonly less: number;
  readonly more: number;
}

/** Fewer than this part of the people alike lie beyond an agent who is told to be apart from them. */
const APART = 0.15;

/** Where the agent stands among people alike, as people out of a hundred. What sets it apart from them is by definition what was not asked. */
export function describeRank(peers: string, telling: NumberPhrases, { less, more }: Rank): string {
  const told = (['less', 'more'] as const).flatMap((side) => {
    const ofHundred = Math.round((side === 'less' ? less : more) * 100);
    return ofHundred < 1 ? [] : [fillTemplate(telling[side], { number: `about ${Math.min(99, ofHundred)}` })];
  });
  if (told.length === 0) return asSentence(`nearly all ${peers} do the same`);
  const rank = asSentence(`of 100 ${peers}, ${joinWords(told)}`);
  const isApart = Math.min(less, more) < APART && Math.max(less, more) > 1 - 2 * APART;
  return isApart ? `${rank} What sets me apart from them is of my own, and nobody asked about it.` : rank;
}
