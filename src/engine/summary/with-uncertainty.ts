import { type Column } from '../columns/column.js';
import { type Curve, type CurveCount, type Outcome } from '../model/decision-family.js';
import { meansCompared, measureMean, type Measured, spreadOf } from './measure-means.js';
import { columnNamed, type OutcomeCounts } from './outcome-counts.js';
import { outcomeShares } from './outcome-shares.js';
import { differenceSample, type Sample, shareSample, withErrors } from './samples.js';
import { type CurveSummary, type MeasureSummary, type OutcomeSummary } from './summary.js';
import { type Uncertainty } from './uncertainty.js';
import { sumOf } from '../math/sum.js';

/** A number under the scenario, under the baseline, and their difference. */
interface Samples {
  readonly scenario: Sample;
  readonly baseline: Sample;
  readonly difference: Sample;
}

function comparedShares(count: number, baseline: number, both: number, total: number): Samples {
  return {
    scenario: shareSample(count, total),
    baseline: shareSample(baseline, total),
    difference: differenceSample(count - both, baseline - both, total),
  };
}

/** The intervals of the three numbers at one position, with every error in them. */
function compared({ scenario, baseline, difference }: Samples, position: number, uncertainty: Uncertainty) {
  const own = withErrors(scenario, 'scenario', position, uncertainty);
  const moved = withErrors(difference, 'difference', position, uncertainty);
  return {
    interval: own.interval,
    baseline_interval: withErrors(baseline, 'baseline', position, uncertainty).interval,
    difference_interval: moved.interval,
    errors: own.errors,
    difference_errors: moved.errors,
  };
}

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
      ...compared(comparedShares(share.count, baseline, stayed, total), position, uncertainty),
      expected_share: meanOf(`probability.${share.id}`),
      baseline_expected_share: meanOf(`baseline_probability.${share.id}`),
    };
  });
}

/** @param offset how many numbers stand before the measures */
export function measureSummaries(
  measured: readonly Measured[],
  offset: number,
  uncertainty: Uncertainty,
): MeasureSummary[] {
  return measured.map((one, k) => ({
    ...measureMean(one),
    ...spreadOf(one),
    ...compared(meansCompared(one), offset + k, uncertainty),
  }));
}

/** @param offset how many numbers stand before the points of the curves */
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
      const samples = comparedShares(count, baseline, both, total);
      const told = compared(samples, position++, uncertainty);
      return {
        step,
        share: samples.scenario.value,
        interval: told.interval,
        baseline_share: samples.baseline.value,
        difference: samples.difference.value,
        difference_interval: told.difference_interval,
      };
    }),
  }));
}
