import { type WorkflowOf } from '../../../definition/definition.schema.js';
import { describePeers } from '../../../transcript/describe-choice.js';
import { asSentence } from '../../../transcript/template.js';
import { jointActions, jointActionIndex, type RepeatedGames } from '../schema.js';
import { type Round } from './match-reader.js';

/** Logits of the probability to cooperate of the one who tells. */
export interface Logits {
  readonly first: number;
  readonly after: readonly number[];
}

/** Rounds in which both did the same after the same. */
interface Stretch extends Round {
  readonly past: number | undefined;
  readonly from: number;
  to: number;
}

/** The match, a sentence for each round in which something changed. */
export function describeRounds(
  definition: WorkflowOf<RepeatedGames>,
  rounds: readonly Round[],
  logits: Logits,
): string[] {
  const stretches: Stretch[] = [];
  rounds.forEach(({ own, other }, k) => {
    const before = rounds[k - 1];
    const past = before && jointActionIndex(before.own, before.other);
    const last = stretches.at(-1);
    if (last?.past === past && last?.own === own && last.other === other) last.to = k + 1;
    else stretches.push({ own, other, past, from: k + 1, to: k + 1 });
  });
  return stretches.map((stretch) => describeStretch(definition, stretch, logits));
}

function describeStretch(
  { decision: { story }, narrative: { peers } }: WorkflowOf<RepeatedGames>,
  { own, other, past, from, to }: Stretch,
  { first, after }: Logits,
): string {
  const logit = past === undefined ? first : after[past]!;
  const probability = 1 / (1 + Math.exp(own === 1 ? -logit : logit));
  const [mine, theirs] = [own === 1 ? 'cooperate' : 'defect', other === 1 ? 'cooperate' : 'defect'] as const;
  const rounds =
    from === to ? `round ${from}` : to === from + 1 ? `rounds ${from} and ${to}` : `rounds ${from} to ${to}`;
  const before = past === undefined ? '' : `${story.after[jointActions[past]!]}, `;
  const done = mine === theirs ? story.both[mine] : `${story.own[mine]} and ${story.other[theirs]}`;
  return `${asSentence(`${rounds}: ${before}${done}`)} ${describePeers(peers, probability)}`;
}
