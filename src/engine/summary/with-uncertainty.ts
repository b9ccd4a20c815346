import type { Column } from '../columns/column.js';
import type { Curve, CurveCount, Outcome } from '../model/decision-family.js';
import { compareMeans, measureMean, type Measured, quantilesOf } from './measure-means.js';
import { columnNamed, type OutcomeCounts } from './outcome-counts.js';
import { outcomeShares } from './outcome-shares.js';
import { differenceSample, type Sample, shareSample, withErrors } from './samples.js';
import type { CurveSummary, MeasureSummary, OutcomeSummary } from './summary.js';
import type { Uncertainty } from './uncertainty.js';
import { sumOf } from '../math/sum.js';

/** A number under the scenario, the same number under the baseline, and their difference. */
interface Samples {
  readonly scenario: Sample;
  readonly baseline: Sample;
  readonly difference: Sample;
}

/** @param both agents counted under both the scenario and the baseline */
function compareShares(count: number, baseline: number, both: number, total: number): Samples {
  return {
    scenario: shareSample(count, total),
    baseline: shareSample(baseline, total),
    difference: differenceSample(count - both, baseline - both, total),
  };
}

/** Returns the intervals and errors of the numbers at one position of the standard errors. Intervals include all errors. */
function intervalsAndErrors({ scenario, baseline, difference }: Samples, position: number, uncertainty: Uncertainty) {
  const combined = withErrors(scenario, 'scenario', position, uncertainty);
  const combinedDifference = withErrors(difference, 'difference', position, uncertainty);
  return {
    interval: combined.interval,
    baseline_interval: withErrors(baseline, 'baseline', position, uncertainty).interval,
    difference_interval: combinedDifference.interval,
    errors: combined.errors,
    difference_errors: combinedDifference.errors,
  };
}

/** Returns the summaries of all outcomes, with all errors in their intervals. */
export function outcomeSummaries(
  outcomes: readonly Outcome[],
  counts: OutcomeCounts,
  columns: readonly Column[],
  uncertainty: Uncertainty,
): OutcomeSummary[] {
  const total = sumOf(counts);
  const meanOf = (name: string) => sumOf(columnNamed(columns, name).values) / total;
  return outcomeShares(outcomes, counts).map((share, position) => {
    const stayed = counts[position * outcomes.length + position]!;
    const baseline = outcomes.reduce((sum, _, k) => sum + counts[position * outcomes.length + k]!, 0);
    return {
      ...share,
      ...intervalsAndErrors(compareShares(share.count, baseline, stayed, total), position, uncertainty),
      expected_share: meanOf(`probability.${share.id}`),
      baseline_expected_share: meanOf(`baseline_probability.${share.id}`),
    };
  });
}

/** @param offset position of the first measure in the standard errors */
export function measureSummaries(
  measured: readonly Measured[],
  offset: number,
  uncertainty: Uncertainty,
): MeasureSummary[] {
  return measured.map((measure, k) => ({
    ...measureMean(measure),
    ...quantilesOf(measure),
    ...intervalsAndErrors(compareMeans(measure), offset + k, uncertainty),
  }));
}

/** @param offset position of the first curve point in the standard errors */
export function curveSummaries(
  curves: readonly Curve[],
  counts: readonly (readonly CurveCount[])[],
  total: number,
  offset: number,
  uncertainty: Uncertainty,
): CurveSummary[] {
  let position = offset;
  return curves.map(({ steps, ...curve }, k) => ({
    ...curve,
    points: steps.map((step, index) => {
      const { count, baseline, both } = counts[k]![index]!;
      const samples = compareShares(count, baseline, both, total);
      const intervals = intervalsAndErrors(samples, position++, uncertainty);
      return {
        step,
        share: samples.scenario.value,
        interval: intervals.interval,
        baseline_share: samples.baseline.value,
        difference: samples.difference.value,
        difference_interval: intervals.difference_interval,
      };
    }),
  }));
}
