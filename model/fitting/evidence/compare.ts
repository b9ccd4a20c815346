import { combinedValue, type ObservedValue } from '../rows/observed-shares.js';
import type { Model } from '../fit-sample.js';
import { decimals6 } from './round.js';
import type { WorkflowDefinition } from '../../definition.js';
import { familyOf } from '../../families/family-of.js';

/** Quantity of an expectation. */
export type Target =
  | { readonly kind: 'outcome' | 'measure'; readonly id: string }
  | { readonly kind: 'curve'; readonly id: string; readonly step: number };

/** Targets of a definition, in the order of its family. */
export function targetsOf({ decision, scenario }: WorkflowDefinition): Target[] {
  const family = familyOf(decision);
  return [
    ...family.outcomes(decision).map(({ id }): Target => ({ kind: 'outcome', id })),
    ...family.measures(decision, scenario.parameters).map(({ id }): Target => ({ kind: 'measure', id })),
    ...family.curves(decision).flatMap(({ id, steps }) => steps.map((step): Target => ({ kind: 'curve', id, step }))),
  ];
}

/** Expectation of each row: outcome shares, means of the measures, points of the curves. */
export interface Expected {
  readonly targets: number;
  /** Rows × targets; NaN for rows that were not selected. */
  readonly values: Float64Array;
}

/** Behavior of simulated agents in the situation of each row. */
export interface Simulated extends Expected {
  /** Rows × targets: sampling variance of each mean. */
  readonly variances: Float64Array;
  /** Agents per respondent that a row represents. */
  readonly agents: number;
  /** Total number of agents. */
  readonly count: number;
  /** Greatest number of rows in which the same agent chooses. Default: 1. */
  readonly rowsPerAgent?: number;
}

/** Observed value, prediction of the closed form and, after a simulation, the simulated value. */
export interface Compared {
  readonly observed: number;
  readonly observed_standard_error?: number;
  readonly predicted: number;
  readonly simulated?: number;
}

/** Closed form and simulated agents that differ by more than random error explains. */
export interface Disagreement {
  readonly target: Target;
  readonly predicted: number;
  readonly simulated: number;
  /** Standard error of the simulated mean. */
  readonly standardError: number;
}

/** Parts of a model that a comparison uses. Without counts of simulated respondents, they equal the weights. */
type ComparedModel = Pick<Model, 'bound' | 'counts' | 'simulationWeights'> & Partial<Pick<Model, 'simulationCounts'>>;

/** Maximum difference in standard errors; random error alone exceeds it with probability 1 in 150,000. */
const maxStandardErrors = 4.5;

/** Compares groups of rows, target by target. */
export class Comparison {
  /** Disagreements between agents and closed form, collected during the comparisons. */
  readonly disagreements: Disagreement[] = [];

  constructor(
    private readonly model: ComparedModel,
    readonly targets: readonly Target[],
    private readonly expected: Expected,
    private readonly simulated?: Simulated,
  ) {}

  /** Number of responses that these rows represent. */
  countResponses(rows: Int32Array): number {
    return rows.reduce((sum, row) => sum + this.model.counts[row]!, 0);
  }

  /** Comparison of each target; undefined for targets without observed values. */
  compare(rows: Int32Array): (Compared | undefined)[] {
    const observed = this.model.bound.observed(rows);
    return this.targets.map((_, target) => {
      const { value, standardError } = observed[target] ?? { value: NaN, standardError: NaN };
      return Number.isNaN(value) ? undefined : this.compared(value, standardError, target, [[rows, 1]]);
    });
  }

  /** Comparison of the difference between two groups of rows. */
  compareDifference(rows: Int32Array, others: Int32Array, target: number): Compared | undefined {
    const observed = observedDifference(this.model, rows, others, target);
    return (
      observed &&
      this.compared(observed.value, observed.standardError, target, [
        [rows, 1],
        [others, -1],
      ])
    );
  }

  /** Comparison of the sum of several shares; undefined if one has no observed value. */
  compareSum(rows: Int32Array, targets: readonly number[]): Compared | undefined {
    const all = this.model.bound.observed(rows);
    const observed = targets.map((target) => all[target]);
    const known = observed.filter((one) => one !== undefined && !Number.isNaN(one.value)) as ObservedValue[];
    if (known.length < targets.length) return undefined;
    const { value, standardError } = combinedValue(known.map((one) => [one, 1]));
    return {
      observed: decimals6(value),
      ...(known.every(({ influence }) => influence) && { observed_standard_error: decimals6(standardError) }),
      predicted: decimals6(targets.reduce((sum, target) => sum + this.predict(target, [[rows, 1]]), 0)),
    };
  }

  /** Predicted mean of a target over some rows, or the sum of such means with their signs. */
  predict(target: number, groups: readonly Group[]): number {
    return signedMean(groups, (rows) => this.meanOf(this.expected.values, target, rows));
  }

  private compared(observed: number, error: number, target: number, groups: readonly Group[]): Compared {
    const predicted = this.predict(target, groups);
    const comparison = {
      observed: decimals6(observed),
      ...(!Number.isNaN(error) && { observed_standard_error: decimals6(error) }),
      predicted: decimals6(predicted),
    };
    if (!this.simulated) return comparison;
    const { values } = this.simulated;
    const simulated = signedMean(groups, (rows) => this.meanOf(values, target, rows));
    this.checkAgreement(predicted, simulated, target, groups);
    return { ...comparison, simulated: decimals6(simulated) };
  }

  private checkAgreement(predicted: number, simulated: number, target: number, groups: readonly Group[]): void {
    const { variances, agents, rowsPerAgent = 1 } = this.simulated!;
    const { simulationWeights, simulationCounts = simulationWeights } = this.model;
    const { length } = this.targets;
    let [variance, oneAgent] = [0, 0];
    for (const [rows] of groups) {
      let [squares, all, largestWeight] = [0, 0, 0];
      for (const row of rows) {
        if (simulationWeights[row] === 0) continue;
        largestWeight = Math.max(largestWeight, simulationWeights[row]! / simulationCounts[row]!);
        squares += simulationWeights[row]! ** 2 * variances[row * length + target]!;
        all += simulationWeights[row]!;
      }
      variance += squares / all ** 2;
      // For rare outcomes, allow a difference of one agent in all of its rows.
      oneAgent = Math.max(oneAgent, (rowsPerAgent * largestWeight) / (agents * all));
    }
    // An expectation over random agents has simulation error too.
    const { copies } = this.model.bound;
    const standardError = Math.sqrt(variance * (1 + (copies === undefined ? 0 : agents / copies)));
    if (Math.abs(simulated - predicted) > maxStandardErrors * (standardError + oneAgent)) {
      this.disagreements.push({ target: this.targets[target]!, predicted, simulated, standardError });
    }
  }

  private meanOf(values: Float64Array, target: number, rows: Int32Array): number {
    const { length } = this.targets;
    const { simulationWeights } = this.model;
    let [sum, all] = [0, 0];
    for (const row of rows) {
      if (simulationWeights[row] === 0) continue;
      sum += simulationWeights[row]! * values[row * length + target]!;
      all += simulationWeights[row]!;
    }
    return sum / all;
  }
}

/**
 * Difference between the observed values of two groups of rows; undefined if the data do not contain it. Its standard error sums the influence of
 * each cluster on both groups, because a respondent can be in both.
 */
export function observedDifference(
  { bound }: Pick<Model, 'bound'>,
  rows: Int32Array,
  others: Int32Array,
  target: number,
): ObservedValue | undefined {
  const [own, other] = [bound.observed(rows)[target], bound.observed(others)[target]];
  if (!own || !other || Number.isNaN(own.value - other.value)) return undefined;
  const { value, standardError } = combinedValue([
    [own, 1],
    [other, -1],
  ]);
  const isKnown = own.influence && other.influence;
  return { value, standardError: isKnown ? standardError : Math.hypot(own.standardError, other.standardError) };
}

/** Rows and the sign of their mean in a sum. */
export type Group = readonly [rows: Int32Array, sign: number];

function signedMean(groups: readonly Group[], mean: (rows: Int32Array) => number): number {
  return groups.reduce((sum, [rows, sign]) => sum + sign * mean(rows), 0);
}

/**
 * Weighted mean over the rows of a sum of targets; rows without a value do not count.
 *
 * @param at positions of the targets
 */
export function weightedMean({ values, targets }: Expected, weights: Float64Array, at: readonly number[]): number {
  let [sum, total] = [0, 0];
  weights.forEach((weight, row) => {
    const value = at.reduce((all, target) => all + values[row * targets + target]!, 0);
    if (weight === 0 || Number.isNaN(value)) return;
    sum += weight * value;
    total += weight;
  });
  return sum / total;
}

/** Standard deviation; 0 for a single value. */
export function deviationOf(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}
