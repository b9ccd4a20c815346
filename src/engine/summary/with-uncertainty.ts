import { type Column } from '../columns/column.js';
import { type Curve, type CurveCount, type Outcome } from '../families/decision-family.js';
import { type StandardErrors, type Uncertainty } from '../uncertainty/estimate-uncertainty.js';
import { type Interval, normalInterval, pairedDifferenceInterval, widened, wilsonInterval } from './intervals.js';
import { differencesOf, measureMean, type Measured, spreadOf } from './measure-means.js';
import { momentsOf } from './moments.js';
import { columnNamed, type OutcomeCounts, sumOf } from './outcome-counts.js';
import { outcomeShares } from './outcome-shares.js';
import { type CurveSummary, type ErrorParts, type MeasureSummary, type OutcomeSummary } from './summary.js';

type Side = keyof StandardErrors;

const SHARES: Interval = [0, 1];
const DIFFERENCES: Interval = [-1, 1];

/** One number of the answer: where it stands among the standard errors, and what the agents alone say of it. */
interface Told {
  readonly position: number;
  readonly value: number;
  /** From the agents: their sampling interval, and the standard error it stands for. */
  readonly interval: Interval;
  readonly samplingError: number;
  readonly bounds: Interval;
}

/** The interval with every error in it, and the parts. Of agents who meet, the sampling error is that of runs with other luck. */
function withErrors(told: Told, side: Side, { sampling, estimation }: Uncertainty): [Interval, ErrorParts] {
  const { position, value, bounds } = told;
  const estimationError = estimation?.[side][position];
  const repeated = sampling?.[side][position];
  const samplingError = repeated ?? told.samplingError;
  const own = repeated === undefined ? told.interval : clipped(normalInterval(value, repeated), bounds);
  const interval = estimationError === undefined ? own : widened(own, value, estimationError, bounds);
  return [interval, { sampling: samplingError, estimation: estimationError ?? null }];
}

function clipped([low, high]: Interval, [least, most]: Interval): Interval {
  return [Math.max(least, low), Math.min(most, high)];
}

/** Of a share of `total` agents. */
function shareError(share: number, total: number): number {
  return Math.sqrt((share * (1 - share)) / total);
}

/** Of the difference of two shares of the same agents. */
function pairedError(gained: number, lost: number, total: number): number {
  const [up, down] = [gained / total, lost / total];
  return Math.sqrt(Math.max(0, up + down - (up - down) ** 2) / total);
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
    const [gained, lost] = [share.count - stayed, Math.round(share.baseline_share * total) - stayed];
    const told = (value: number, interval: Interval, samplingError: number, bounds: Interval): Told => ({
      position,
      value,
      interval,
      samplingError,
      bounds,
    });
    const [interval, errors] = withErrors(
      told(share.share, share.interval, shareError(share.share, total), SHARES),
      'scenario',
      uncertainty,
    );
    const [baselineInterval] = withErrors(
      told(share.baseline_share, share.baseline_interval, shareError(share.baseline_share, total), SHARES),
      'baseline',
      uncertainty,
    );
    const [differenceInterval, differenceErrors] = withErrors(
      told(share.difference, share.difference_interval, pairedError(gained, lost, total), DIFFERENCES),
      'difference',
      uncertainty,
    );
    return {
      ...share,
      interval,
      baseline_interval: baselineInterval,
      difference_interval: differenceInterval,
      errors,
      difference_errors: differenceErrors,
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
  const anything: Interval = [-Infinity, Infinity];
  return measured.map((one, k) => {
    const told = (values: Float64Array): Told => {
      const { mean, standardError, interval } = momentsOf(values);
      return { position: offset + k, value: mean, interval, samplingError: standardError, bounds: anything };
    };
    const [interval, errors] = withErrors(told(one.values), 'scenario', uncertainty);
    const [baselineInterval] = withErrors(told(one.baseline), 'baseline', uncertainty);
    const [differenceInterval, differenceErrors] = withErrors(
      told(differencesOf(one.values, one.baseline)),
      'difference',
      uncertainty,
    );
    return {
      ...measureMean(one),
      interval,
      baseline_interval: baselineInterval,
      difference_interval: differenceInterval,
      ...spreadOf(one),
      errors,
      difference_errors: differenceErrors,
    };
  });
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
      const at = position++;
      const told = (value: number, interval: Interval, samplingError: number, bounds: Interval): Told => ({
        position: at,
        value,
        interval,
        samplingError,
        bounds,
      });
      const share = count / total;
      const difference = (count - baseline) / total;
      const [gained, lost] = [count - both, baseline - both];
      const [interval] = withErrors(
        told(share, wilsonInterval(count, total), shareError(share, total), SHARES),
        'scenario',
        uncertainty,
      );
      const [differenceInterval] = withErrors(
        told(difference, pairedDifferenceInterval(gained, lost, total), pairedError(gained, lost, total), DIFFERENCES),
        'difference',
        uncertainty,
      );
      return {
        step,
        share,
        interval,
        baseline_share: baseline / total,
        difference,
        difference_interval: differenceInterval,
      };
    }),
  }));
}
