import type { CategoryAttribute, JointTable, NumericAttribute, PopulationDefinition } from '../../definition.js';
import type { Distribution } from './ranks.js';

/** Attribute with categories, and the category of each row. */
export interface ObservedCategories extends Pick<CategoryAttribute, 'type' | 'id' | 'label' | 'unit'> {
  readonly categories: readonly Omit<CategoryAttribute['categories'][number], 'probability'>[];
  /** Positions in `categories`; -1 if unknown. */
  readonly codes: ArrayLike<number>;
}

/** Numeric attribute, in its unit, and its value in each row. */
export interface ObservedNumbers extends Pick<NumericAttribute, 'type' | 'id' | 'label' | 'unit'> {
  /** NaN if unknown. */
  readonly values: ArrayLike<number>;
}

export type ObservedAttribute = ObservedCategories | ObservedNumbers;

/** Respondents whose population is estimated. */
export interface ObservedPopulation {
  /** The population of the definition without its attributes. */
  readonly about: Omit<PopulationDefinition, 'attributes' | 'joint' | 'correlation'>;
  readonly attributes: readonly ObservedAttribute[];
  /** Ids of the attributes with categories that form a joint table. */
  readonly joint?: readonly string[];
  /** Respondents that each row represents. Default: 1. */
  readonly weights?: ArrayLike<number>;
  /** Pools values and categories of few respondents. Default: distributions contain values of single respondents. */
  readonly pooling?: Pooling;
}

export interface Pooling {
  /** Respondents in each row, without weights: a part of one if a respondent has several rows. */
  readonly respondents: ArrayLike<number>;
  /** Minimum number of respondents behind each point of a distribution. */
  readonly minimum: number;
}

/** Whether an attribute has categories. */
export function hasCodes(observed: ObservedAttribute): observed is ObservedCategories {
  return 'codes' in observed;
}

/** Number of steps between 0 and 1 in which probabilities are written: six digits. */
export const probabilitySteps = 1_000_000;

/**
 * Weights as probabilities with six digits that sum to exactly 1, by the largest remainder method: each is rounded
 * down, and the remaining steps go to the largest remainders (the first of equal ones).
 * Source: Balinski and Young, "Fair representation" (2001), Hamilton's method.
 *
 * @param weights not negative, at least one above 0
 */
export function roundedShares(weights: ArrayLike<number>): number[] {
  const total = Array.from(weights).reduce((sum, weight) => sum + weight, 0);
  const exact = Array.from(weights, (weight) => (weight / total) * probabilitySteps);
  const steps = exact.map(Math.floor);
  const left = probabilitySteps - steps.reduce((sum, step) => sum + step, 0);
  const byLoss = exact.map((_, k) => k).sort((a, b) => exact[b]! - steps[b]! - (exact[a]! - steps[a]!) || a - b);
  for (const k of byLoss.slice(0, left)) steps[k]! += 1;
  return steps.map((step) => step / probabilitySteps);
}

/** Combinations of categories that occur, and the combination of each row. */
export interface CountedCells {
  /** Codes of the attributes for each cell, in ascending order of the codes. */
  readonly cells: readonly (readonly number[])[];
  /** Six digits each, summing to 1. */
  readonly probabilities: readonly number[];
  /** Cell of each row; -1 if one of the attributes is missing. */
  readonly codes: Int32Array;
}

/**
 * Counts every combination of several attributes.
 *
 * @param weights respondents that each row represents. Default: 1
 */
export function countCells(members: readonly ObservedCategories[], weights?: ArrayLike<number>): CountedCells {
  const rows = members[0]!.codes.length;
  // The codes of a row are digits of one number; the last attribute varies fastest.
  const keyOf = (row: number) =>
    members.reduce((key, { codes, categories }) => {
      const code = codes[row]!;
      return key < 0 || code < 0 ? -1 : key * categories.length + code;
    }, 0);
  const keys = Array.from({ length: rows }, (_, row) => keyOf(row));
  const totals = new Map<number, number>();
  keys.forEach((key, row) => {
    const weight = weights?.[row] ?? 1;
    if (key >= 0 && weight > 0) totals.set(key, (totals.get(key) ?? 0) + weight);
  });
  const occurring = [...totals.keys()].sort((a, b) => a - b);
  const cellOf = new Map(occurring.map((key, cell) => [key, cell]));
  return {
    cells: occurring.map((key) => digitsOf(key, members)),
    probabilities: roundedShares(occurring.map((key) => totals.get(key)!)),
    codes: Int32Array.from(keys, (key) => cellOf.get(key) ?? -1),
  };
}

/** The attributes, in their order, of which all combinations have enough respondents; empty without two of them. */
export function pooledMembers(
  members: readonly ObservedCategories[],
  { respondents, minimum }: Pooling,
): readonly ObservedCategories[] {
  const selected = members.reduce<readonly ObservedCategories[]>((before, member) => {
    const { cells, codes } = countCells([...before, member]);
    const counts = new Float64Array(cells.length);
    codes.forEach((cell, row) => {
      if (cell >= 0) counts[cell]! += respondents[row]!;
    });
    return counts.every((count) => count >= minimum) ? [...before, member] : before;
  }, []);
  return selected.length > 1 ? selected : [];
}

function digitsOf(key: number, members: readonly ObservedCategories[]): number[] {
  let rest = key;
  return members
    .toReversed()
    .map(({ categories }) => {
      const code = rest % categories.length;
      rest = (rest - code) / categories.length;
      return code;
    })
    .toReversed();
}

/** Joint table with its cells in the given order. */
export function jointTable(ids: readonly string[], counted: CountedCells, order: readonly number[]): JointTable {
  return {
    attributes: [...ids],
    cells: order.map((cell) => [...counted.cells[cell]!]),
    probabilities: order.map((cell) => counted.probabilities[cell]!),
  };
}

/**
 * With at most this many values, each value keeps its exact share. With more values, points are removed within the
 * tolerances below.
 */
const maxExactValues = 100;
/** Maximum difference of the distribution functions, in probability. */
const kolmogorovTolerance = 0.003;
/**
 * Maximum area between the quantile functions along one line of the table, in standard deviations. It preserves the
 * mean and the tails.
 */
const relativeAreaTolerance = 0.001;
/** Significant digits of values that are not integers. */
const valueDigits = 6;

/**
 * Corner of the empirical quantile function, which is a step function: each value has one where its share starts and
 * one where it ends.
 */
interface Corner {
  readonly probability: number;
  readonly value: number;
}

/**
 * Quantile table with few points that has the distribution of the data. Many respondents at one value become a flat
 * section, and a gap becomes a jump.
 *
 * The table connects corners of the empirical quantile function. Each straight line is as long as the tolerances allow,
 * which gives nearly the fewest points.
 */
export function fitQuantiles(type: NumericAttribute['type'], data: Distribution): NumericAttribute['quantiles'] {
  const corners = cornersOf(data);
  const selected = data.values.length <= maxExactValues ? corners : longestLines(corners, data, type === 'integer');
  const points = roundedPoints(selected, type === 'integer');
  return {
    probabilities: points.map(({ probability }) => probability),
    values: points.map(({ value }) => value),
  };
}

function cornersOf({ values, weights }: Distribution): Corner[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let below = 0;
  return Array.from(values).flatMap((value, k) => {
    const start = below / total;
    below += weights[k]!;
    return [
      { probability: start, value },
      { probability: k === values.length - 1 ? 1 : below / total, value },
    ];
  });
}

function longestLines(corners: readonly Corner[], data: Distribution, isInteger: boolean): Corner[] {
  const halfStep = isInteger ? 0.5 : 0;
  const areaTolerance = relativeAreaTolerance * deviationOf(data);
  const isLine = (from: number, to: number) =>
    to < corners.length && isClose(corners.slice(from, to + 1), halfStep, areaTolerance);
  const selected = [corners[0]!];
  let from = 0;
  while (from < corners.length - 1) {
    // Steps double while the line is close enough, then halve. This limits the number of checks per line.
    let to = from + 1;
    let step = 1;
    while (isLine(from, to + step)) {
      to += step;
      step *= 2;
    }
    for (; step >= 1; step /= 2) if (isLine(from, to + step)) to += step;
    selected.push(corners[to]!);
    from = to;
  }
  return selected;
}

/**
 * Whether the line from the first corner to the last is close enough to the step function in between.
 *
 * @param halfStep 0.5 for integers: the share of an integer is the share between its two halves
 */
function isClose(corners: readonly Corner[], halfStep: number, areaTolerance: number): boolean {
  const [first, last] = [corners[0]!, corners.at(-1)!];
  const rise = last.value - first.value;
  const run = last.probability - first.probability;
  if (rise === 0 || run === 0) return true;
  const isOff = (value: number, probability: number) => {
    const share = Math.min(1, Math.max(0, (value - first.value) / rise));
    return Math.abs(first.probability + run * share - probability) > kolmogorovTolerance;
  };
  let area = 0;
  for (let k = 1; k < corners.length; k++) {
    const [start, end] = [corners[k - 1]!, corners[k]!];
    if (start.value !== end.value) continue;
    if (isOff(start.value - halfStep, start.probability) || isOff(end.value + halfStep, end.probability)) return false;
    const middle = (start.probability + end.probability) / 2;
    const onLine = first.value + (rise * (middle - first.probability)) / run;
    area += Math.abs(onLine - start.value) * (end.probability - start.probability);
  }
  return area <= areaTolerance;
}

function deviationOf({ values, weights }: Distribution): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const mean = values.reduce((sum, value, k) => sum + value * weights[k]!, 0) / total;
  return Math.sqrt(values.reduce((sum, value, k) => sum + weights[k]! * (value - mean) ** 2, 0) / total);
}

function roundedPoints(corners: readonly Corner[], isInteger: boolean): Corner[] {
  const points = corners.map(({ probability, value }) => ({
    probability: Math.round(probability * probabilitySteps) / probabilitySteps,
    value: isInteger ? value : Number(value.toPrecision(valueDigits)),
  }));
  // If rounding gives several points the same probability, the first and the last of them form the jump.
  const inner = points.filter(
    ({ probability }, k) => probability !== points[k - 1]?.probability || probability !== points[k + 1]?.probability,
  );
  // 0 and 1 occur once, because no value is beyond the outermost points.
  return inner.filter(
    ({ probability }, k) =>
      !(probability === 0 && inner[k + 1]?.probability === 0) &&
      !(probability === 1 && inner[k - 1]?.probability === 1),
  );
}
