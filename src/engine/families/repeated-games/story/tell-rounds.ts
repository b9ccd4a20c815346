import { type WorkflowOf } from '../../../definition/definition.schema.js';
import { asSentence } from '../../../transcript/template.js';
import { PAST, pastOf, type RepeatedGames } from '../schema.js';
import { type Round } from './match-reader.js';

/** Logits of the chance to cooperate of the one who tells. */
export interface Logits {
  readonly first: number;
  readonly after: readonly number[];
}

/** Rounds in which both did the same as in the round before. */
interface Stretch extends Round {
  readonly from: number;
  to: number;
}

/** The match, a sentence for each round in which something changed. */
export function tellRounds(definition: WorkflowOf<RepeatedGames>, rounds: readonly Round[], logits: Logits): string[] {
  const stretches: Stretch[] = [];
  rounds.forEach(({ own, other }, k) => {
    const last = stretches.at(-1);
    if (last?.own === own && last.other === other) last.to = k + 1;
    else stretches.push({ own, other, from: k + 1, to: k + 1 });
  });
  return stretches.map((stretch, k) => tellStretch(definition, stretch, stretches[k - 1], logits));
}

function tellStretch(
  { decision: { story }, narrative: { peers } }: WorkflowOf<RepeatedGames>,
  { own, other, from, to }: Stretch,
  before: Stretch | undefined,
  { first, after }: Logits,
): string {
  const logit = before ? after[pastOf(before.own, before.other)]! : first;
  const chance = 1 / (1 + Math.exp(own === 1 ? -logit : logit));
  const ofHundred = Math.min(99, Math.max(1, Math.round(chance * 100)));
  const [mine, theirs] = [own === 1 ? 'cooperate' : 'defect', other === 1 ? 'cooperate' : 'defect'] as const;
  const rounds =
    from === to ? `round ${from}` : to === from + 1 ? `rounds ${from} and ${to}` : `rounds ${from} to ${to}`;
  const past = before ? `${story.after[PAST[pastOf(before.own, before.other)]!]}, ` : '';
  const unusual = ofHundred <= 33 ? 'though only about' : 'as about';
  const usual = `${unusual} ${ofHundred} of 100 ${peers} would`;
  const done =
    mine === theirs
      ? `${story.both[mine]}; for my part ${usual.replace(/^though /, '')}`
      : `${story.own[mine]}, ${usual}; ${story.other[theirs]}`;
  return asSentence(`${rounds}: ${past}${done}`);
}
