import type { WorkflowOf } from '../../../definition/definition.schema.js';
import { describeProbability } from '../../../transcript/describe-choice.js';
import { type Paragraph, sentence } from '../../../transcript/sentence.js';
import { jointActions, jointActionIndex, type RepeatedGames } from '../repeated-games.schema.js';
import type { Round } from './match-reader.js';
import { exp } from '../../../math/elementary.js';

/** Logits of the agent's probability of cooperation. */
export interface Logits {
  readonly first: number;
  readonly after: readonly number[];
}

/** Consecutive rounds with the same actions after the same joint actions. */
interface Stretch extends Round {
  /** Index of the joint actions of the round before, in `jointActions`; undefined for the first round. */
  readonly last: number | undefined;
  readonly from: number;
  to: number;
}

/** Describes a match, with one sentence for each stretch of equal rounds. */
export function describeRounds(
  definition: WorkflowOf<RepeatedGames>,
  rounds: readonly Round[],
  logits: Logits,
): Paragraph[] {
  const stretches: Stretch[] = [];
  rounds.forEach(({ own, other }, k) => {
    const before = rounds[k - 1];
    const last = before && jointActionIndex(before.own, before.other);
    const stretch = stretches.at(-1);
    if (stretch?.last === last && stretch?.own === own && stretch.other === other) stretch.to = k + 1;
    else stretches.push({ own, other, last, from: k + 1, to: k + 1 });
  });
  return stretches.map((stretch) => describeStretch(definition, stretch, logits));
}

function describeStretch(
  { decision: { story }, narrative: { peers } }: WorkflowOf<RepeatedGames>,
  { own, other, last, from, to }: Stretch,
  { first, after }: Logits,
): Paragraph {
  const logit = last === undefined ? first : after[last]!;
  const probability = 1 / (1 + exp(own === 1 ? -logit : logit));
  const [mine, theirs] = [own === 1 ? 'cooperate' : 'defect', other === 1 ? 'cooperate' : 'defect'] as const;
  const rounds =
    from === to ? `round ${from}` : to === from + 1 ? `rounds ${from} and ${to}` : `rounds ${from} to ${to}`;
  const before = last === undefined ? '' : `${story.after[jointActions[last]!]}, `;
  const actions = mine === theirs ? story.both[mine] : `${story.own[mine]} and ${story.other[theirs]}`;
  return [sentence('rounds', `${rounds}: ${before}${actions}`), describeProbability(peers, probability)];
}
