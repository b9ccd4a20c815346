import type { MatchRules } from '../play.js';
import { jointActions } from '../repeated-games.schema.js';

/** Probabilities of cooperation of one agent: in the first round, and after each joint action in the order of `jointActions`. */
export interface CooperationProbabilities {
  readonly first: number;
  readonly after: readonly number[];
}

/** Expected results of a match for the first agent. */
export interface ExpectedMatch {
  readonly cooperation: number;
  readonly mutualCooperation: number;
  readonly payoff: number;
  readonly rounds: number;
}

/**
 * Computes the expected results of a match. With a memory of one round, the joint actions form a Markov chain that is independent of the length
 * of the match. Shares and points are means per round of a match, so each match has equal weight.
 * Source: Nowak and Sigmund, "The evolution of stochastic strategies in the prisoner's dilemma", Acta Applicandae Mathematicae 20 (1990).
 */
export function expectedMatch(
  own: CooperationProbabilities,
  other: CooperationProbabilities,
  { continuation, points, maxRounds }: MatchRules,
): ExpectedMatch {
  let state = jointActions.map(
    (past) => probabilityOf(past[0] === 'c', own.first) * probabilityOf(past[1] === 'c', other.first),
  );
  const sums = { cooperation: 0, mutualCooperation: 0, payoff: 0 };
  const totals = { ...sums, rounds: 0 };
  let reached = 1;
  for (let round = 1; round <= maxRounds; round++) {
    sums.cooperation += state[2]! + state[3]!;
    sums.mutualCooperation += state[3]!;
    sums.payoff += state.reduce((sum, probability, past) => sum + probability * points[past]!, 0);
    const ends = round === maxRounds ? reached : reached * (1 - continuation);
    for (const key of ['cooperation', 'mutualCooperation', 'payoff'] as const)
      totals[key] += (ends * sums[key]) / round;
    totals.rounds += ends * round;
    reached *= continuation;
    state = next(state, own, other);
  }
  return totals;
}

function next(state: readonly number[], own: CooperationProbabilities, other: CooperationProbabilities): number[] {
  return jointActions.map((to) =>
    jointActions.reduce((sum, from, past) => {
      const mirrored = jointActions.findIndex((joint) => joint[0] === from[1] && joint[1] === from[0]);
      const probability =
        probabilityOf(to[0] === 'c', own.after[past]!) * probabilityOf(to[1] === 'c', other.after[mirrored]!);
      return sum + state[past]! * probability;
    }, 0),
  );
}

function probabilityOf(isCooperating: boolean, probability: number): number {
  return isCooperating ? probability : 1 - probability;
}
