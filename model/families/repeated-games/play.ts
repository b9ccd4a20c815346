import type { CompiledEquations } from '../../equations/compile-equations.js';
import { evaluateEquations } from '../../equations/evaluate-equations.js';
import type { LinearModel } from '../../equations/linear-model.js';
import type { AttributeTable } from '../../population/attribute-table.js';
import { gameEquations, jointActions, type RepeatedGames, jointActionIndex } from './repeated-games.schema.js';
import { logisticFromUniform, streamPurposes, pairDrawer } from '../../random/stream.js';
import type { Situation } from '../../population/situation.js';

/** Returns the equations of a repeated game as a linear model. */
export function gameModel({ coefficients, terms }: RepeatedGames): LinearModel {
  return {
    equations: gameEquations,
    coefficients,
    variables: [],
    terms: terms.map(({ equation, ...term }) => ({ ...term, equations: [equation] })),
    ancillary: [],
  };
}

/** Logits of the probability of cooperation of each agent: in the first round, and after each joint action in the order of `jointActions`. */
export interface Strategies {
  readonly first: Float64Array;
  readonly after: readonly Float64Array[];
}

/** Computes memory-one strategies: an agent's action depends on the joint actions of the last round. @throws EngineError `utility_not_finite` */
export function strategiesOf(
  compiled: CompiledEquations,
  attributes: AttributeTable,
  assigned: readonly Uint8Array[],
  from: number,
): Strategies {
  const { count } = attributes;
  const valuesByLast = jointActions.map((last) => {
    const states = statesAfter(last, count);
    return evaluateEquations(compiled, attributes, assigned, from, states);
  });
  return {
    first: valuesByLast[0]!.subarray(0, count),
    after: valuesByLast.map((values) => values.subarray(count, 2 * count)),
  };
}

/** States of the equations after a round, for `count` agents. */
export function statesAfter(last: (typeof jointActions)[number], count: number) {
  return {
    own_last: new Float64Array(count).fill(last[0] === 'c' ? 1 : 0),
    other_last: new Float64Array(count).fill(last[1] === 'c' ? 1 : 0),
  };
}

/** Continuation probability and payoffs of all matches under one scenario. */
export interface MatchRules {
  /** Probability that another round follows. */
  readonly continuation: number;
  /** Points of a round for an agent, in the order of `jointActions`. */
  readonly points: readonly number[];
  readonly maxRounds: number;
}

/** Results of the match of each agent, by row. */
export interface MatchResults {
  /** 1 for agents that cooperated in the first round. */
  readonly opened: Uint8Array;
  /** Number of rounds. */
  readonly rounds: Int32Array;
  /** Rounds in which the agent cooperated. */
  readonly cooperative: Int32Array;
  /** Rounds in which both agents cooperated. */
  readonly mutual: Int32Array;
  /** Total points. */
  readonly points: Float64Array;
}

/**
 * Called after each round. Actions are 1 for cooperation and 0 for defection. With an odd number of agents, the partner of the last agent is a
 * copy that is not in the results.
 */
export type RoundListener = (agent: number, partner: number, round: number, own: number, other: number) => void;

const matchesPerProgressCall = 500;

/**
 * Plays all matches. Agent 2k meets agent 2k + 1, which is a random match because agents are drawn independently. With an odd number of agents,
 * the last agent meets a copy of itself that is not counted. In each round, an agent cooperates if its logit plus a logistic error is above 0.
 * The match continues if the match's uniform draw is below the continuation probability, so a greater probability never shortens a match.
 *
 * @param afterStep called after every 500 matches with the number of matches played
 */
export function playMatches(
  { first, after }: Strategies,
  { continuation, points, maxRounds }: MatchRules,
  { key, from, replicate }: Pick<Situation, 'key' | 'from' | 'replicate'>,
  afterStep: (matches: number) => void,
  onRound?: RoundListener,
): MatchResults {
  const count = first.length;
  const choose = pairDrawer(key, streamPurposes.choice, replicate);
  const drawContinuation = pairDrawer(key, streamPurposes.match, replicate);
  const results = {
    opened: new Uint8Array(count),
    rounds: new Int32Array(count),
    cooperative: new Int32Array(count),
    mutual: new Int32Array(count),
    points: new Float64Array(count),
  };
  const record = (agent: number, own: number, other: number) => {
    if (agent >= count) return;
    if (results.rounds[agent] === 0) results.opened[agent] = own;
    results.rounds[agent]! += 1;
    results.cooperative[agent]! += own;
    results.mutual[agent]! += own * other;
    results.points[agent]! += points[jointActionIndex(own, other)]!;
  };
  for (let agent = 0; agent < count; agent += 2) {
    const partner = agent + 1;
    const partnerRow = partner < count ? partner : agent;
    let [own, other] = [0, 0];
    for (let round = 0; round < maxRounds; round++) {
      const logits: readonly [number, number] =
        round === 0
          ? [first[agent]!, first[partnerRow]!]
          : [after[jointActionIndex(own, other)]![agent]!, after[jointActionIndex(other, own)]![partnerRow]!];
      own = cooperates(logits[0], choose(from + agent, round, 0)[0]);
      other = cooperates(logits[1], choose(from + partner, round, 0)[0]);
      record(agent, own, other);
      record(partner, other, own);
      onRound?.(from + agent, from + partner, round + 1, own, other);
      if (drawContinuation(from + agent, round, 0)[0] >= continuation) break;
    }
    if ((agent / 2 + 1) % matchesPerProgressCall === 0) afterStep(agent / 2 + 1);
  }
  return results;
}

function cooperates(logit: number, uniform: number): number {
  return logit + logisticFromUniform(uniform) > 0 ? 1 : 0;
}
