import type { Column } from '../columns/column.js';
import type { Outcome } from '../equations/decision-family.js';
import type { IssueList } from '../definition/issue-list.js';
import { EngineError } from '../engine-error.js';
import { exp } from '../math/elementary.js';

/** Results of all agents under one scenario: the requested one or the baseline. */
export interface ScenarioResults {
  /** Index of each agent's outcome, by row. */
  readonly outcomes: Uint8Array;
  /** Probability of each outcome: `[outcome * rows + row]`. */
  readonly probabilities: Float64Array;
  /** Value of the measure, by row. */
  readonly measure: Float64Array;
  /** Mean of the measure given the attributes of the agent, by row. */
  readonly expected: Float64Array;
}

/**
 * Result columns of a family with one measure: outcomes, probabilities and the measure, each for the scenario and the baseline.
 *
 * @param measure id of the measure
 */
export function outcomeColumns(
  outcomes: readonly Outcome[],
  measure: string,
  results: { readonly scenario: ScenarioResults; readonly baseline: ScenarioResults },
): Column[] {
  const both = [
    { prefix: '', values: results.scenario },
    { prefix: 'baseline_', values: results.baseline },
  ];
  const ids = outcomes.map(({ id }) => id);
  return [
    ...both.map(({ prefix, values }): Column => ({
      name: `${prefix}outcome`,
      type: 'category',
      categories: ids,
      values: values.outcomes,
    })),
    ...both.flatMap(({ prefix, values }) => blockColumns(`${prefix}probability`, ids, values.probabilities)),
    ...both.map(({ prefix, values }): Column => ({
      name: `${prefix}measure.${measure}`,
      type: 'float64',
      values: values.measure,
    })),
    ...both.map(({ prefix, values }): Column => ({
      name: `${prefix}expected.${measure}`,
      type: 'float64',
      values: values.expected,
    })),
  ];
}

/**
 * Splits an array of blocks into one column per block, without copying.
 *
 * @param values `[block * rows + row]`
 */
export function blockColumns(prefix: string, ids: readonly (string | number)[], values: Float64Array): Column[] {
  const rows = values.length / ids.length;
  return ids.map((id, k) => ({
    name: `${prefix}.${id}`,
    type: 'float64',
    values: values.subarray(k * rows, (k + 1) * rows),
  }));
}

/** Mean of each block of rows. @param values `[block * rows + row]` */
export function blockMeans(values: Float64Array, rows: number): Float64Array {
  const means = new Float64Array(values.length / rows);
  for (let block = 0; block < means.length; block++) {
    let sum = 0;
    for (let row = 0; row < rows; row++) sum += values[block * rows + row]!;
    means[block] = sum / rows;
  }
  return means;
}

interface Band extends Outcome {
  /** Lowest number of the band. */
  readonly from: number;
}

/**
 * Checks that the bands cover every number of at least 0 once.
 *
 * @param isFirstZero whether the first band is 0 itself, so that the second one has the numbers above 0
 */
export function checkBands(list: IssueList, outcomes: readonly Band[], isFirstZero = false): void {
  const path = ['decision', 'outcomes'];
  list.unique(
    path,
    outcomes.map(({ id }) => id),
    'outcome',
  );
  outcomes.forEach(({ id, from }, index) => {
    const before = outcomes[index - 1];
    const isSecondZero = isFirstZero && index === 1;
    if (!before || isSecondZero) {
      if (from !== 0)
        list.add(
          [...path, index, 'from'],
          `"${id}" is the first band${isSecondZero ? ' above 0' : ''}, so it must start at 0`,
        );
    } else if (from <= before.from)
      list.add(
        [...path, index, 'from'],
        `"${id}" starts at ${from}, which is not above ${before.from}, the start of "${before.id}"`,
      );
  });
}

/** Index of the band that contains a number. @param starts lowest number of each band */
export function bandOf(starts: readonly number[], value: number): number {
  let band = 0;
  while (band + 1 < starts.length && value >= starts[band + 1]!) band++;
  return band;
}

/** Greatest accepted mean of a measure. */
export interface MeanLimit {
  readonly most: number;
  /** Names the measure in errors: `count`. */
  readonly noun: string;
  /** `most` in words. */
  readonly words: string;
}

/**
 * Converts log means to means.
 *
 * @param firstAgent index of the agent in row 0, for the error
 * @throws EngineError `mean_too_great` with the index of the agent
 */
export function meansOf(logs: Float64Array, firstAgent: number, limit: MeanLimit): Float64Array {
  return limited(logs.map(exp), firstAgent, limit);
}

/**
 * Returns the means if all are accepted.
 *
 * @param firstAgent index of the agent in row 0, for the error
 * @throws EngineError `mean_too_great` with the index of the agent
 */
export function limited(means: Float64Array, firstAgent: number, { most, noun, words }: MeanLimit): Float64Array {
  const row = means.findIndex((mean) => !(mean <= most));
  if (row < 0) return means;
  const agent = firstAgent + row;
  throw new EngineError('mean_too_great', `The mean ${noun} of agent ${agent} is above ${words}.`, { agent });
}

/**
 * Converts log means to means for coefficients drawn from their covariance. An extreme draw can exceed the greatest accepted mean. It is
 * then capped, so that the draw still counts as extreme.
 */
export function cappedMeansOf(logs: Float64Array, { most }: MeanLimit): Float64Array {
  return logs.map((log) => Math.min(exp(log), most));
}
