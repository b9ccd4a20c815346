// cspell:ignore rejective (in the title of a source)
import { chiSquareTail } from '../../math/gamma.js';
import { invert } from '../numbers/symmetric-matrix.js';

/** Values of respondents, and the arm of an experiment that each of them is in. */
export interface AssignedValues {
  readonly values: ArrayLike<number>;
  /** Position of the arm of each row. Negative: the row is left out. */
  readonly armOf: ArrayLike<number>;
  readonly arms: number;
  readonly weights: ArrayLike<number>;
  /** Numbers of the clusters, from 0. Rows of one cluster are correlated. */
  readonly clusters: ArrayLike<number>;
  /** Equal independent clusters that the cluster of a row represents. */
  readonly frequencies: ArrayLike<number>;
}

/** Test of the hypothesis that all arms have the same mean. */
export interface BalanceTest {
  /** Probability of differences at least as large as those in the data, if the arms have the same mean. */
  readonly p: number;
  /** Arms with the largest difference. */
  readonly pair: readonly [number, number];
  /** Mean of the first arm of the pair minus that of the second, in standard deviations of all values. */
  readonly difference: number;
  /** The difference in standard errors. */
  readonly z: number;
}

/** Clusters that each arm is expected to have without the most frequent value. With fewer, the test accuses too often (Cochran, 1954). */
const leastExpected = 5;

/**
 * Joint test that a value has the same mean in all arms: the score test of the coefficients of the arms in a linear regression, with the
 * covariance of the scores summed by cluster under the hypothesis. For two arms and independent rows, it is close to the square of Welch's t.
 * Unlike a Wald test, it rejects too rarely rather than too often if the clusters are few.
 * Source: Boos, "On generalized score tests", The American Statistician 46 (1992); the clusters as in Liang and Zeger, "Longitudinal data analysis
 * using generalized linear models", Biometrika 73 (1986).
 *
 * @returns undefined if too few clusters have other values than the most frequent one
 */
export function balanceTest(data: AssignedValues): BalanceTest | undefined {
  const { values, armOf, arms, weights } = data;
  const total = new Float64Array(arms);
  let [sum, squares, all] = [0, 0, 0];
  for (let row = 0; row < values.length; row++) {
    const arm = armOf[row]!;
    if (arm < 0) continue;
    const weight = weights[row]!;
    total[arm]! += weight;
    all += weight;
    sum += weight * values[row]!;
    squares += weight * values[row]! ** 2;
  }
  const mean = sum / all;
  const deviation = Math.sqrt(squares / all - mean ** 2);
  if (!(deviation > 1e-9 * Math.abs(mean)) || !hasEnoughClusters(data, total, all)) return undefined;
  const { scores, covariance } = centeredScores(data, mean, total, all);
  const size = arms - 1;
  const part = Float64Array.from({ length: size * size }, (_, at) => {
    return covariance[Math.floor(at / size) * arms + (at % size)]!;
  });
  const inverse = invert(part, size);
  if (!inverse) return undefined;
  let statistic = 0;
  for (let i = 0; i < size; i++)
    for (let k = 0; k < size; k++) statistic += scores[i]! * inverse[i * size + k]! * scores[k]!;
  const means = scores.map((score, arm) => score / total[arm]!);
  const [high, low] = [means.indexOf(Math.max(...means)), means.indexOf(Math.min(...means))];
  const variance =
    covariance[high * arms + high]! / total[high]! ** 2 +
    covariance[low * arms + low]! / total[low]! ** 2 -
    (2 * covariance[high * arms + low]!) / (total[high]! * total[low]!);
  const difference = means[high]! - means[low]!;
  return {
    p: chiSquareTail(statistic, size),
    pair: [high, low],
    difference: difference / deviation,
    z: difference / Math.sqrt(variance),
  };
}

/** Sums of the deviations from the mean by arm, and their covariance if all arms have the same mean. */
function centeredScores(
  { values, armOf, arms, weights, clusters, frequencies }: AssignedValues,
  mean: number,
  total: Float64Array,
  all: number,
) {
  const groups = groupCount(clusters);
  const byGroup = new Float64Array(groups * arms);
  const frequencyOf = new Float64Array(groups).fill(1);
  const scores = new Float64Array(arms);
  for (let row = 0; row < values.length; row++) {
    const arm = armOf[row]!;
    if (arm < 0) continue;
    const score = weights[row]! * (values[row]! - mean);
    byGroup[clusters[row]! * arms + arm]! += score;
    scores[arm]! += score;
    frequencyOf[clusters[row]!] = Math.max(1, frequencies[row]!);
  }
  const covariance = new Float64Array(arms * arms);
  for (let group = 0; group < groups; group++) {
    const own = byGroup.subarray(group * arms, (group + 1) * arms);
    // The mean is estimated from the same rows.
    const sum = own.reduce((one, other) => one + other, 0);
    own.forEach((score, arm) => (own[arm] = score - (total[arm]! / all) * sum));
    for (let i = 0; i < arms; i++)
      for (let k = 0; k < arms; k++) covariance[i * arms + k]! += (own[i]! * own[k]!) / frequencyOf[group]!;
  }
  return { scores, covariance };
}

/** Whether the smallest arm can be expected to have enough clusters with another value than the most frequent one. */
function hasEnoughClusters(
  { values, armOf, clusters, frequencies }: AssignedValues,
  total: Float64Array,
  all: number,
): boolean {
  const counts = new Map<number, number>();
  let most = values[0]!;
  for (let row = 0; row < values.length; row++) {
    const count = (counts.get(values[row]!) ?? 0) + frequencies[row]!;
    counts.set(values[row]!, count);
    if (count > counts.get(most)!) most = values[row]!;
  }
  const others = new Float64Array(groupCount(clusters));
  for (let row = 0; row < values.length; row++)
    if (armOf[row]! >= 0 && values[row] !== most) others[clusters[row]!] = Math.max(1, frequencies[row]!);
  return (others.reduce((sum, count) => sum + count, 0) * Math.min(...total)) / all >= leastExpected;
}

function groupCount(clusters: ArrayLike<number>): number {
  let most = -1;
  for (let row = 0; row < clusters.length; row++) most = Math.max(most, clusters[row]!);
  return most + 1;
}

/**
 * p-values that allow for the number of tests: the probability that any of them is as small, if all hypotheses are true, is at most the value.
 * Source: Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979).
 */
export function holmAdjusted(p: readonly number[]): number[] {
  const order = p.map((_, position) => position).sort((a, b) => p[a]! - p[b]!);
  const adjusted = Array.from(p, () => 1);
  let greatest = 0;
  order.forEach((position, rank) => {
    greatest = Math.max(greatest, Math.min(1, p[position]! * (p.length - rank)));
    adjusted[position] = greatest;
  });
  return adjusted;
}
