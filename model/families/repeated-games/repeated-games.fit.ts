import { binaryScores } from '../../fitting/evidence/scores.js';
import type { FamilyFit } from '../../fitting/family-fit.js';
import { type ObservedValue, observedMean, observedShares } from '../../fitting/rows/observed-shares.js';
import { requireEveryOutcome } from '../../fitting/identification.js';
import { binaryLogit } from '../../fitting/likelihoods/binary-outcomes.js';
import type { LikelihoodKernel } from '../../fitting/likelihood.js';
import { type Rows, valuesAt } from '../../fitting/rows/rows.js';
import { DataIssues } from '../../authoring/spec-error.js';
import { gameEquations, type RepeatedGames } from './repeated-games.schema.js';

const pairsPerMatch = 20;
const unknownValue: ObservedValue = { value: NaN, standardError: NaN };

/**
 * Actions of players. Rows are rounds with the action (`outcome`), the number of the round (`outcome.round`, from 1)
 * and the player's match (`outcome.match`). The first round has a separate predictor.
 */
export const repeatedGamesFit: FamilyFit<RepeatedGames> = {
  outcomeColumns: () => [['outcome', 'outcome.round', 'outcome.match']],
  bind({ decision }, rows) {
    const actions = Int32Array.from(rows.outcomes.outcome!);
    const rounds = roundsOf(rows);
    const ids = decision.outcomes.map(({ id }) => id);
    requireEveryOutcome(valuesAt(actions, rows.train, new Int32Array(rows.train.length)), ids);
    const isFirst = Uint8Array.from(rounds, (round) => Number(round === 1));
    const cooperated = Float64Array.from(actions);
    const cooperation = cooperationOf(rows, cooperated);
    const weightsOf = (at: Int32Array) => Float64Array.from(at, (row) => rows.weights?.[row] ?? 1);
    return {
      equations: gameEquations,
      constants: gameEquations,
      hasEqualShares: false,
      simulationTrials: Float64Array.from(isFirst),
      copies: pairsPerMatch,
      kernel: (at) =>
        roundKernel(
          valuesAt(cooperated, at, new Float64Array(at.length)),
          valuesAt(isFirst, at, new Uint8Array(at.length)),
        ),
      observed(selected) {
        const openings = selected.filter((row) => isFirst[row] === 1);
        // The columns contain neither the joint actions nor the payoffs. The experimenters determined the number of rounds at random, often for
        // many matches at once: it says nothing about the model.
        return [
          ...observedShares(actions, 2, openings, rows),
          observedMean(cooperation, openings, rows),
          unknownValue,
          unknownValue,
          unknownValue,
        ];
      },
      scores(predicted, byShares) {
        const { observations } = predicted;
        const yes = roundKernel(
          new Float64Array(observations.length).fill(1),
          valuesAt(isFirst, observations, new Uint8Array(observations.length)),
        );
        return binaryScores(
          predicted,
          byShares,
          yes,
          weightsOf(observations).map((weight, k) => weight * cooperated[observations[k]!]!),
          weightsOf(observations),
        );
      },
    };
  },
};

/** Binary logit with the first equation as the predictor of first rounds and the second equation for other rounds. */
function roundKernel(cooperated: Float64Array, isFirst: Uint8Array): LikelihoodKernel {
  const kernel = binaryLogit(cooperated);
  const eta = new Float64Array(1);
  const inner = { gradient: new Float64Array(1), hessian: new Float64Array(1) };
  return {
    equations: gameEquations.length,
    ancillary: [],
    evaluate(row, values, ancillary, out) {
      const equation = isFirst[row] === 1 ? 0 : 1;
      eta[0] = values[equation]!;
      const value = kernel.evaluate(row, eta, ancillary, out && inner);
      if (out) {
        out.gradient[equation] = inner.gradient[0]!;
        out.hessian[equation * gameEquations.length + equation] = inner.hessian[0]!;
      }
      return value;
    },
  };
}

function roundsOf({ outcomes, lines }: Rows): Float64Array {
  const rounds = outcomes['outcome.round']!;
  const issues = new DataIssues();
  rounds.forEach((round, row) => {
    if (!(Number.isInteger(round) && round >= 1))
      issues.add(lines[row]!, '', `a round must be a whole number, at least 1; the value is ${round}`);
  });
  issues.throwIfAny();
  return rounds;
}

/** For the match of each row: the share of rounds in which the player cooperated. */
function cooperationOf({ outcomes, respondents, count }: Rows, cooperated: Float64Array): Float64Array {
  const match = outcomes['outcome.match']!;
  const found = new Map<string, { rounds: number; cooperative: number }>();
  const keyOf = (row: number) => `${respondents[row]} ${match[row]}`;
  for (let row = 0; row < count; row++) {
    const own = found.get(keyOf(row)) ?? { rounds: 0, cooperative: 0 };
    own.rounds++;
    own.cooperative += cooperated[row]!;
    found.set(keyOf(row), own);
  }
  return Float64Array.from({ length: count }, (_, row) => {
    const { rounds, cooperative } = found.get(keyOf(row))!;
    return cooperative / rounds;
  });
}
