import { logisticFromUniform } from '../../random/logistic.js';
import { streamPurposes, pairDrawer } from '../../random/stream.js';
import { jointActionIndex } from './schema.js';
import { type Strategies } from './strategies.js';
import { type Situation } from '../../population/situation.js';

/** The stakes of all matches under one scenario. */
export interface MatchRules {
  /** Probability that another round follows. */
  readonly continuation: number;
  /** Points of a round for an agent, by what it and the other did: in the order of `jointActions`. */
  readonly points: readonly number[];
  readonly maxRounds: number;
}

/** What the match of each agent came to. */
export interface MatchResults {
  /** 1 for agents who cooperated in the first round. */
  readonly opened: Uint8Array;
  readonly rounds: Int32Array;
  /** Rounds in which the agent cooperated, and in which both did. */
  readonly cooperative: Int32Array;
  readonly mutual: Int32Array;
  /** Points in all. */
  readonly points: Float64Array;
}

/** Told of every round: who played, what both did (1 to cooperate). Of an odd number of agents the last one's partner is one who is not there. */
export type RoundListener = (agent: number, partner: number, round: number, own: number, other: number) => void;

const matchesPerProgressCall = 500;

/**
 * Agent 2k meets agent 2k + 1: nobody has chosen whom it meets, since agents are drawn independently. An odd one out meets somebody like itself
 * who is not counted. In a round each cooperates where logit plus a logistic error of its own is above 0; after it the match goes on where
 * the match's own number is below the continuation, so that a greater one never shortens a match.
 *
 * @param afterStep called after every 500 matches with how many are done
 */
export function playMatches(
  { first, after }: Strategies,
  { continuation, points, maxRounds }: MatchRules,
  { key, from, replicate }: Pick<Situation, 'key' | 'from' | 'replicate'>,
  afterStep: (matches: number) => void,
  watch?: RoundListener,
): MatchResults {
  const count = first.length;
  const choose = pairDrawer(key, streamPurposes.choice, replicate);
  const drawContinuation = pairDrawer(key, streamPurposes.match, replicate);
  const played = {
    opened: new Uint8Array(count),
    rounds: new Int32Array(count),
    cooperative: new Int32Array(count),
    mutual: new Int32Array(count),
    points: new Float64Array(count),
  };
  const note = (agent: number, own: number, other: number) => {
    if (agent >= count) return;
    if (played.rounds[agent] === 0) played.opened[agent] = own;
    played.rounds[agent]! += 1;
    played.cooperative[agent]! += own;
    played.mutual[agent]! += own * other;
    played.points[agent]! += points[jointActionIndex(own, other)]!;
  };
  for (let agent = 0; agent < count; agent += 2) {
    const partner = agent + 1;
    const like = partner < count ? partner : agent;
    let [own, other] = [0, 0];
    for (let round = 0; round < maxRounds; round++) {
      const logits: readonly [number, number] =
        round === 0
          ? [first[agent]!, first[like]!]
          : [after[jointActionIndex(own, other)]![agent]!, after[jointActionIndex(other, own)]![like]!];
      own = cooperates(logits[0], choose(from + agent, round, 0)[0]);
      other = cooperates(logits[1], choose(from + partner, round, 0)[0]);
      note(agent, own, other);
      note(partner, other, own);
      watch?.(from + agent, from + partner, round + 1, own, other);
      if (drawContinuation(from + agent, round, 0)[0] >= continuation) break;
    }
    if ((agent / 2 + 1) % matchesPerProgressCall === 0) afterStep(agent / 2 + 1);
  }
  return played;
}

function cooperates(logit: number, uniform: number): number {
  return logit + logisticFromUniform(uniform) > 0 ? 1 : 0;
}
