import type { Priors } from '../../model/fitting/priors.js';
import type { Scenario } from '../../model/definition.js';
import type { Table } from '../../model/fitting/rows/table.js';
import { evenPopulation, type Person } from './population.js';
import type { Random } from './random.js';
import type { ReferenceModel } from './reference.js';

/**
 * Quantities with an interval. The difference is from the baseline; the comparison is of two changed scenarios. `restricted`: the share of a
 * population of members only. `matched`: the share after the constants match an observed baseline share. `goal`: the value of a parameter that
 * reaches a share. `welfare`: the mean change of the consumer surplus from the baseline.
 */
export const targets = [
  'share',
  'difference',
  'segment',
  'segment_difference',
  'comparison',
  'mean',
  'mean_difference',
  'restricted',
  'matched',
  'goal',
  'welfare',
] as const;
export type Target = (typeof targets)[number];
export type Truth = Partial<Record<Target, number>>;

export interface SimulatedData {
  readonly data: Table;
  readonly edges?: Table;
  /** Priors of the fit. Default: those of the recipe. */
  readonly priors?: Priors;
}

/**
 * A case with definitions of `calibrate`, so that intervals contain all errors, also that of the model. Each repetition holds out other
 * respondents, and compares the intervals with those of another program.
 */
export interface WholeCalibration {
  /** Whether an experiment assigned the changed parameter. */
  readonly isRandomized: boolean;
  /** Whether the data come from the model of the recipe. */
  readonly isModelTrue: boolean;
  /** Whether all repetitions have the same data. Only their widths are then comparable. Default: other data. */
  readonly isOneDataSet?: boolean;
  readonly reference: ReferenceModel;
}

/** A model with known coefficients, and the question of its simulations. */
export interface CoverageCase {
  readonly name: string;
  readonly label: string;
  readonly recipe: unknown;
  readonly respondents: number;
  readonly agents: number;
  /** Number of repetitions, if the command specifies none. */
  readonly repetitions: number;
  readonly baseline: Scenario;
  /** The scenario of the question; it is compared with the baseline and with `other`. */
  readonly changed: Scenario;
  readonly other: Scenario;
  /** Outcome of the shares. */
  readonly outcome: string;
  /** Measure of the means. */
  readonly measure?: string;
  /** The parameter of `goal`, and its range. Cases without it have no `restricted`, `matched`, `goal` and `welfare`. */
  readonly goal?: { readonly parameter: string; readonly from: number; readonly to: number };
  /** Default: only the fit, without held-out comparisons, so that intervals contain no error of the model. */
  readonly whole?: WholeCalibration;
  /** Draws a data set. */
  draw(random: Random): SimulatedData;
  /** Exact values of all quantities. */
  truth(): Truth;
}

/** Expected outcome and measure of one respondent, or of one match. */
export interface Expected {
  readonly share: number;
  readonly mean?: number;
}

/** Truth of independent respondents: means over a large even population. */
export function truthOverPopulation(
  { baseline, changed, other }: Pick<CoverageCase, 'baseline' | 'changed' | 'other'>,
  expected: (person: Person, scenario: Scenario, uniforms: readonly [number, number]) => Expected,
): Truth {
  const sums = { own: 0, base: 0, other: 0, members: 0, memberOwn: 0, memberBase: 0, mean: 0, baseMean: 0, count: 0 };
  for (const { person, uniforms } of evenPopulation()) {
    const [own, base, second] = [changed, baseline, other].map((scenario) => expected(person, scenario, uniforms));
    sums.count++;
    sums.own += own!.share;
    sums.base += base!.share;
    sums.other += second!.share;
    sums.members += person.member;
    sums.memberOwn += person.member * own!.share;
    sums.memberBase += person.member * base!.share;
    sums.mean += own!.mean ?? NaN;
    sums.baseMean += base!.mean ?? NaN;
  }
  return truthOf(
    { share: sums.own / sums.count, mean: sums.mean / sums.count },
    { share: sums.base / sums.count, mean: sums.baseMean / sums.count },
    sums.other / sums.count,
    [sums.memberOwn / sums.members, sums.memberBase / sums.members],
  );
}

/** Mean over a large even population. */
export function meanOverPopulation(of: (person: Person, uniforms: readonly [number, number]) => number): number {
  let [sum, count] = [0, 0];
  for (const { person, uniforms } of evenPopulation()) {
    sum += of(person, uniforms);
    count++;
  }
  return sum / count;
}

/** Truth from the values of the three scenarios, and the shares of the segment under scenario and baseline. */
export function truthOf(
  changed: Expected,
  base: Expected,
  otherShare: number,
  segment?: readonly [number, number],
): Truth {
  return {
    share: changed.share,
    difference: changed.share - base.share,
    comparison: changed.share - otherShare,
    ...(segment && { segment: segment[0], segment_difference: segment[0] - segment[1] }),
    ...(changed.mean !== undefined &&
      base.mean !== undefined &&
      !Number.isNaN(changed.mean) && { mean: changed.mean, mean_difference: changed.mean - base.mean }),
  };
}

/** A table of texts from rows. */
export function tableOf(rows: readonly Readonly<Record<string, string>>[]): Table {
  const names = Object.keys(rows[0] ?? {});
  return {
    columns: new Map(names.map((name) => [name, rows.map((row) => row[name] ?? '')])),
    lines: Int32Array.from(rows.keys(), (row) => row + 2),
  };
}

/** Every third respondent is held out; the fits of the benchmark use all of them. */
export const splitOf = (respondent: number) => (respondent % 3 === 0 ? 'test' : 'train');

export const logistic = (x: number) => 1 / (1 + Math.exp(-x));
