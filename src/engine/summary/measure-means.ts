import type { Column } from '../columns/column.js';
import type { Measure } from '../model/decision-family.js';
import { quantileOfSorted } from './moments.js';
import { columnNamed } from './outcome-counts.js';
import { meanSample, type Sample } from './samples.js';
import type { MeasureMean, MeasureSummary } from './summary.js';

/** A measure, with one value per agent under the scenario and under the baseline. */
export interface Measured {
  readonly measure: Measure;
  readonly values: Float64Array;
  readonly baseline: Float64Array;
}

/** Returns the values of a measure from its columns. Throws EngineError `invalid_argument` if a column is missing. */
export function readMeasure(measure: Measure, columns: readonly Column[]): Measured {
  const read = (name: string) => {
    const { values } = columnNamed(columns, name);
    return values instanceof Float64Array ? values : Float64Array.from(values);
  };
  return { measure, values: read(`measure.${measure.id}`), baseline: read(`baseline_measure.${measure.id}`) };
}

/** Returns the mean under the scenario, the mean under the baseline, and the mean of the paired differences. */
export function compareMeans({ measure, values, baseline }: Measured) {
  const [minimum, maximum] = measure.bounds;
  return {
    scenario: meanSample(values, measure.bounds),
    baseline: meanSample(baseline, measure.bounds),
    difference: meanSample(pairedDifferences(values, baseline), [minimum - maximum, maximum - minimum]),
  } satisfies Record<string, Sample>;
}

/** Returns the means of a measure with intervals that include only sampling error. */
export function measureMean(measured: Measured): MeasureMean {
  const { scenario, baseline, difference } = compareMeans(measured);
  const { id, label, unit } = measured.measure;
  return {
    id,
    label,
    unit,
    mean: scenario.value,
    interval: scenario.interval,
    baseline_mean: baseline.value,
    baseline_interval: baseline.interval,
    difference: difference.value,
    difference_interval: difference.interval,
  };
}

/** Returns the medians and the 10th and 90th percentiles of a measure. */
export function quantilesOf({ values, baseline }: Measured) {
  const [sorted, sortedBaseline] = [values.slice().sort(), baseline.slice().sort()];
  return {
    median: quantileOfSorted(sorted, 0.5),
    baseline_median: quantileOfSorted(sortedBaseline, 0.5),
    tenth_to_ninetieth_percentile: [quantileOfSorted(sorted, 0.1), quantileOfSorted(sorted, 0.9)],
  } satisfies Partial<MeasureSummary>;
}

function pairedDifferences(values: Float64Array, baseline: Float64Array): Float64Array {
  return values.map((value, row) => value - baseline[row]!);
}

/** Returns the values of the agents in one group; `groupOf[row]` is the group of an agent. */
export function selectGroup(
  { measure, values, baseline }: Measured,
  groupOf: ArrayLike<number>,
  group: number,
): Measured {
  const isInGroup = (_: number, row: number) => groupOf[row] === group;
  return { measure, values: values.filter(isInGroup), baseline: baseline.filter(isInGroup) };
}
