import { type Column } from '../columns/column.js';
import { type Measure } from '../model/decision-family.js';
import { quantileOfSorted } from './moments.js';
import { columnNamed } from './outcome-counts.js';
import { meanSample, type Sample } from './samples.js';
import { type MeasureMean, type MeasureSummary } from './summary.js';

/** A measure of some agents, under the scenario and under the baseline. */
export interface Measured {
  readonly measure: Measure;
  readonly values: Float64Array;
  readonly baseline: Float64Array;
}

export function readMeasure(measure: Measure, columns: readonly Column[]): Measured {
  const read = (name: string) => {
    const { values } = columnNamed(columns, name);
    return values instanceof Float64Array ? values : Float64Array.from(values);
  };
  return { measure, values: read(`measure.${measure.id}`), baseline: read(`baseline_measure.${measure.id}`) };
}

/** The mean under the scenario, under the baseline, and the mean of the agents' own differences. */
export function meansCompared({ measure, values, baseline }: Measured) {
  const [least, most] = measure.bounds;
  return {
    scenario: meanSample(values, measure.bounds),
    baseline: meanSample(baseline, measure.bounds),
    difference: meanSample(differencesOf(values, baseline), [least - most, most - least]),
  } satisfies Record<string, Sample>;
}

export function measureMean(measured: Measured): MeasureMean {
  const { scenario, baseline, difference } = meansCompared(measured);
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

export function spreadOf({ values, baseline }: Measured) {
  const [sorted, usual] = [values.slice().sort(), baseline.slice().sort()];
  return {
    median: quantileOfSorted(sorted, 0.5),
    baseline_median: quantileOfSorted(usual, 0.5),
    tenth_to_ninetieth_percentile: [quantileOfSorted(sorted, 0.1), quantileOfSorted(sorted, 0.9)],
  } satisfies Partial<MeasureSummary>;
}

function differencesOf(values: Float64Array, baseline: Float64Array): Float64Array {
  return values.map((value, row) => value - baseline[row]!);
}

/** The rows of one group. */
export function measuredIn(
  { measure, values, baseline }: Measured,
  groupOf: ArrayLike<number>,
  group: number,
): Measured {
  const isIn = (_: number, row: number) => groupOf[row] === group;
  return { measure, values: values.filter(isIn), baseline: baseline.filter(isIn) };
}
