import type { FamilyFit } from '../../fitting/family-fit.js';
import { distanceScores } from '../../fitting/evidence/scores.js';
import { interceptMixture } from '../../fitting/random-intercept.js';
import { negativeBinomial, poisson } from '../../fitting/likelihoods/counts.js';
import { startFromConstants } from '../../fitting/start-from-constants.js';
import { observedMean, observedShares } from '../../fitting/rows/observed-shares.js';
import { valuesAt } from '../../fitting/rows/rows.js';
import { DataIssues } from '../../authoring/spec-error.js';
import type { Counts } from './counts.schema.js';

/** Counts of events, given as `outcome`. */
export const countsFit: FamilyFit<Counts> = {
  outcomeIsNumber: true,
  outcomeColumns: () => [['outcome']],
  bind({ decision }, rows) {
    const counts = rows.outcomes.outcome!;
    requireCounts(counts, rows.lines);
    const countsAt = (at: Int32Array) => valuesAt(counts, at, new Float64Array(at.length));
    const ancillary = decision.dispersion === undefined ? [] : [decision.dispersion];
    const mixture = interceptMixture({ decision, rows, ancillary });
    const createKernel = decision.dispersion === undefined ? poisson : negativeBinomial;
    const band = Int32Array.from(counts, (count) => decision.outcomes.findLastIndex(({ from }) => count >= from));
    const kernel = (at: Int32Array) => createKernel(countsAt(at));
    return {
      equations: ['rate'],
      constants: ['rate'],
      hasEqualShares: false,
      ...(mixture && { mixture }),
      kernel,
      // From a mean of 1, the slopes of counts of a million are equal but for rounding errors.
      start: (design, at) => startFromConstants(design, kernel(at), ['rate']),
      observed: (selected) => [
        ...observedShares(band, decision.outcomes.length, selected, rows),
        observedMean(counts, selected, rows),
      ],
      scores: distanceScores(countsAt, rows, (of) => {
        // The mean of e^u over normal intercepts u is e^(variance / 2).
        const spread = (mixture && of.mixtureParameters?.at(-1)) ?? 0;
        return of.predictors(0).map((log) => Math.exp(log + spread ** 2 / 2));
      }),
    };
  },
};

function requireCounts(counts: Float64Array, lines: Int32Array): void {
  const issues = new DataIssues();
  counts.forEach((count, row) => {
    if (!(Number.isInteger(count) && count >= 0))
      issues.add(lines[row]!, '', `a count must be a whole number, at least 0; the value is ${count}`);
  });
  issues.throwIfAny();
}
