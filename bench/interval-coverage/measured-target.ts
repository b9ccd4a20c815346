import type { ErrorParts } from '../../model/simulate.js';
import { wilsonInterval } from '../../model/summary/intervals.js';
import { median } from '../figures.js';
import type { Target, WholeCalibration } from './coverage-case.js';
import type { Sample } from './repetition.js';

/** Measured coverage of one quantity. */
export interface TargetCoverage {
  readonly target: Target;
  readonly truth: number;
  readonly intervals: number;
  /** Share of the intervals that contain the true value. */
  readonly coverage: number;
  /** Mean width of the intervals. */
  readonly width: number;
  /** Mean error of the estimates. */
  readonly bias: number;
  /** Standard deviation of the estimates. An interval of exact width is 2 × 1.96 of it. */
  readonly deviation: number;
  /** Comparison with another program. Only for cases with whole calibrations. */
  readonly reference?: ReferenceComparison;
  readonly checks: readonly Check[];
}

interface ReferenceComparison {
  /** Share of the other program's intervals that contain the true value. */
  readonly coverage: number;
  /** Median width of the intervals, divided by the median width of the other program's intervals. */
  readonly width_ratio: number;
  /** Width of the widest interval, divided by the narrowest one's. */
  readonly width_range: number;
  /** Median of the estimate of the other program, divided by its standard error. */
  readonly z: number;
  /** Median standard error of each part. Null if unknown. */
  readonly errors: Readonly<Record<(typeof errorParts)[number], number | null>>;
}

/** A target of the measurement. */
export interface Check {
  /** `coverage`: of the true value. `width`: relative to the other program. `width_range`: over the splits of one data set. */
  readonly measure: 'coverage' | 'width' | 'width_range';
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly passes: boolean;
}

const errorParts = ['simulation', 'estimation', 'population', 'model'] as const;
const zOf95 = 1.959964;

/** Coverage of a model that has generated the data, and of one that has not. */
const coverageLimits = { true: [0.93, 0.97], wrong: [0.9, 1] } as const;
/** Greatest ratio to the width of another program's interval: of the average effect of a randomized parameter, and of other differences. */
const widthLimits = { randomized: 1.15, other: 1.6 };
const maxWidthRange = 1.3;

/** @param whole undefined for fits without held-out comparisons */
export function measuredTarget(
  target: Target,
  truth: number,
  samples: readonly Sample[],
  whole?: Pick<WholeCalibration, 'isRandomized' | 'isModelTrue' | 'isOneDataSet'>,
): TargetCoverage {
  const intervals = samples.length;
  const mean = (valueOf: (sample: Sample) => number) => samples.reduce((sum, one) => sum + valueOf(one), 0) / intervals;
  const covered = samples.filter(({ interval: [low, high] }) => low <= truth && truth <= high).length;
  const bias = mean(({ value }) => value - truth);
  const reference = referenceComparison(truth, samples);
  const checks = whole?.isOneDataSet
    ? [...(reference ? [atMost('width_range', reference.width_range, maxWidthRange)] : [])]
    : [
        coverageCheck(covered, intervals, whole?.isModelTrue ?? true),
        ...(whole && reference ? widthChecks(target, reference, whole) : []),
      ];
  return {
    ...{ target, truth, intervals, coverage: covered / intervals, bias },
    width: mean(({ interval: [low, high] }) => high - low),
    deviation: Math.sqrt(Math.max(0, mean(({ value }) => (value - truth) ** 2) - bias ** 2)),
    ...(reference && { reference }),
    checks,
  };
}

function referenceComparison(truth: number, samples: readonly Sample[]): ReferenceComparison | undefined {
  const references = samples.flatMap(({ reference }) => reference ?? []);
  if (references.length === 0) return undefined;
  const widths = samples.map(({ interval: [low, high] }) => high - low);
  const covering = references.filter(
    ({ value, standardError }) => Math.abs(value - truth) <= zOf95 * standardError,
  ).length;
  return {
    coverage: covering / references.length,
    width_ratio: median(widths) / median(references.map(({ standardError }) => 2 * zOf95 * standardError)),
    width_range: Math.max(...widths) / Math.min(...widths),
    z: median(references.map(({ value, standardError }) => Math.abs(value) / standardError)),
    errors: Object.fromEntries(
      errorParts.map((part) => [part, medianOfKnown(samples.map(({ errors }) => errors?.[part]))]),
    ) as ReferenceComparison['errors'],
  };
}

function medianOfKnown(errors: readonly ErrorParts[keyof ErrorParts][]): number | null {
  const known = errors.filter((error) => typeof error === 'number');
  return known.length === errors.length ? median(known) : null;
}

/** The 95% interval of the measured coverage (Wilson, 1927) contains a value within the limits, so that few repetitions fail no exact interval. */
function coverageCheck(covered: number, intervals: number, isModelTrue: boolean): Check {
  const [least, most] = coverageLimits[isModelTrue ? 'true' : 'wrong'];
  const [low, high] = wilsonInterval(covered, intervals);
  return {
    ...{ measure: 'coverage', value: covered / intervals, least, most },
    passes: high >= least && low <= most,
  };
}

/** Shares have no limit: other programs take the respondents as known, so that their intervals leave out the error of the population. */
function widthChecks(
  target: Target,
  { width_ratio: ratio }: ReferenceComparison,
  { isRandomized }: Pick<WholeCalibration, 'isRandomized'>,
): Check[] {
  if (target === 'share' || target === 'segment' || target === 'mean') return [];
  const isAverage = target !== 'segment_difference';
  return [atMost('width', ratio, widthLimits[isRandomized && isAverage ? 'randomized' : 'other'])];
}

const atMost = (measure: Check['measure'], value: number, limit: number): Check => ({
  ...{ measure, value, least: 0, most: limit },
  passes: value <= limit,
});
