import { binaryScores } from '../../evidence/binary-scores.js';
import { type FamilyFit, type Seen } from '../family-fit.js';
import { requireEveryOutcome } from '../../identification.js';
import { binaryLogit } from '../../kernels/binary-logit.js';
import { type LikelihoodKernel } from '../../likelihood.js';
import { meanSeen } from '../../rows/means-seen.js';
import { type Rows, taken } from '../../rows/rows.js';
import { sharesSeen } from '../../rows/shares-seen.js';
import { DataIssues } from '../../spec/spec-error.js';
import { gameEquations, type RepeatedGames } from '../../../engine/families/repeated-games/schema.js';

/** How many pairs play for each match that was seen. */
const COPIES = 20;
const UNKNOWN: Seen = { value: NaN, error: NaN };

/**
 * Actions of players: rows are rounds, with the action taken as `outcome`, the number of the round (`outcome.round`, from 1) and which of
 * its player's matches it is of (`outcome.match`). The first round has a predictor of its own.
 */
export const repeatedGamesFit: FamilyFit<RepeatedGames> = {
  outcomeColumns: () => [['outcome', 'outcome.round', 'outcome.match']],
  bind({ decision }, rows) {
    const actions = Int32Array.from(rows.outcomes.outcome!);
    const rounds = roundsOf(rows);
    const ids = decision.outcomes.map(({ id }) => id);
    requireEveryOutcome(taken(actions, rows.train, new Int32Array(rows.train.length)), ids);
    const isFirst = Uint8Array.from(rounds, (round) => Number(round === 1));
    const cooperated = Float64Array.from(actions);
    const matches = matchesOf(rows, cooperated);
    return {
      equations: gameEquations,
      constants: gameEquations,
      hasEqualShares: false,
      people: Float64Array.from(isFirst),
      copies: COPIES,
      kernel: (at) =>
        roundKernel(taken(cooperated, at, new Float64Array(at.length)), taken(isFirst, at, new Uint8Array(at.length))),
      observed(asked) {
        const openings = asked.filter((row) => isFirst[row] === 1);
        const { cooperation, lengths } = matches;
        // What both did together, and what it earned, is not among the columns.
        return [
          ...sharesSeen(actions, 2, openings, rows.weights),
          meanSeen(cooperation, openings, rows.weights),
          UNKNOWN,
          UNKNOWN,
          meanSeen(lengths, openings, rows.weights),
        ];
      },
      scores(told, byShares) {
        const { at } = told;
        const yes = roundKernel(new Float64Array(at.length).fill(1), taken(isFirst, at, new Uint8Array(at.length)));
        return binaryScores(told, byShares, yes, taken(cooperated, at, new Float64Array(at.length)));
      },
    };
  },
};

/** A binary logit whose predictor is the first equation in first rounds, else the second. */
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
      issues.add(lines[row]!, '', `rounds are whole numbers from 1, not ${round}`);
  });
  issues.throwAny();
  return rounds;
}

/** Of the match that each row is of: the share of its rounds in which the player cooperated, and how many they were. */
function matchesOf({ outcomes, respondents, count }: Rows, cooperated: Float64Array) {
  const match = outcomes['outcome.match']!;
  const found = new Map<string, { rounds: number; cooperative: number }>();
  const keyOf = (row: number) => `${respondents[row]} ${match[row]}`;
  for (let row = 0; row < count; row++) {
    const own = found.get(keyOf(row)) ?? { rounds: 0, cooperative: 0 };
    own.rounds++;
    own.cooperative += cooperated[row]!;
    found.set(keyOf(row), own);
  }
  const perRow = (read: (own: { rounds: number; cooperative: number }) => number) =>
    Float64Array.from({ length: count }, (_, row) => read(found.get(keyOf(row))!));
  return {
    cooperation: perRow(({ rounds, cooperative }) => cooperative / rounds),
    lengths: perRow(({ rounds }) => rounds),
  };
}
