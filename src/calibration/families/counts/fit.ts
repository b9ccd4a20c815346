import { type FamilyFit, type Told } from '../family-fit.js';
import { negativeBinomial, poisson } from '../../kernels/counts.js';
import { meanSeen } from '../../rows/means-seen.js';
import { taken } from '../../rows/rows.js';
import { sharesSeen } from '../../rows/shares-seen.js';
import { DataIssues } from '../../spec/spec-error.js';
import { type Counts } from '../../../engine/families/counts/schema.js';

/** How often it happened, given as `outcome`. */
export const countsFit: FamilyFit<Counts> = {
  outcomeIsNumber: true,
  outcomeColumns: () => [['outcome']],
  bind({ decision }, rows) {
    const counts = rows.outcomes.outcome!;
    requireCounts(counts, rows.lines);
    const countsAt = (at: Int32Array) => taken(counts, at, new Float64Array(at.length));
    const kernelOf = decision.dispersion === undefined ? poisson : negativeBinomial;
    const band = Int32Array.from(counts, (count) => decision.outcomes.findLastIndex(({ from }) => count >= from));
    return {
      equations: ['rate'],
      constants: ['rate'],
      hasEqualShares: false,
      kernel: (at) => kernelOf(countsAt(at)),
      observed: (asked) => [
        ...sharesSeen(band, decision.outcomes.length, asked, rows.weights),
        meanSeen(counts, asked, rows.weights),
      ],
      scores(told, byShares) {
        const own = countsAt(told.at);
        const weights = told.at.map((row) => rows.weights?.[row] ?? 1);
        const error = (of: Told, loss: (distance: number) => number) => {
          const distances = of.predictors(0).map((predictor, k) => weights[k]! * loss(own[k]! - Math.exp(predictor)));
          return sum(distances) / sum(weights);
        };
        const rootMeanSquare = (of: Told) => Math.sqrt(error(of, (distance) => distance * distance));
        return [
          { id: 'mean_absolute_error', value: error(told, Math.abs), null_value: error(byShares, Math.abs) },
          { id: 'root_mean_squared_error', value: rootMeanSquare(told), null_value: rootMeanSquare(byShares) },
        ];
      },
    };
  },
};

function requireCounts(counts: Float64Array, lines: Int32Array): void {
  const issues = new DataIssues();
  counts.forEach((count, row) => {
    if (!(Number.isInteger(count) && count >= 0))
      issues.add(lines[row]!, '', `a count is a whole number from 0, not ${count}`);
  });
  issues.throwAny();
}

function sum(values: Float64Array | Int32Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
