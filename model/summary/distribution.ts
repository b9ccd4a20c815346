/** Values of agents in ascending order, with the number of agents of each. */
export interface Distribution {
  readonly values: Float64Array;
  readonly counts: Float64Array;
}

/** The exact distribution of the values of agents. */
export function distributionOf(values: ArrayLike<number>): Distribution {
  const sorted = Float64Array.from(values).sort();
  return { values: sorted, counts: new Float64Array(sorted.length).fill(1) };
}

/** Returns the quantile at a probability, by linear interpolation between the two nearest values. */
export function quantileOf({ values, counts }: Distribution, probability: number): number {
  const agents = counts.reduce((sum, count) => sum + count, 0);
  const position = probability * (agents - 1);
  const below = Math.floor(position);
  let [k, passed] = [0, counts[0]!];
  const valueAt = (rank: number) => {
    while (passed <= rank && k + 1 < counts.length) passed += counts[++k]!;
    return values[k]!;
  };
  const low = valueAt(below);
  return low + (position - below) * (valueAt(below + 1) - low);
}

/** Bits of the fraction of a number that {@link addDistributions} distinguishes: numbers within 0.05% of each other count as one. */
const fractionBits = 11;

/**
 * Returns the distribution of all values of some distributions. Values that are nearly equal are replaced by their mean, so that a
 * distribution of any number of agents has a bounded size: whole numbers up to 4,096 stay exact, others change by at most 0.05%.
 */
export function addDistributions(parts: readonly Distribution[]): Distribution {
  const sums = new Map<number, { count: number; sum: number }>();
  for (const { values, counts } of parts) {
    for (let k = 0; k < values.length; k++) {
      const key = bucketOf(values[k]!);
      const bucket = sums.get(key);
      if (bucket) {
        bucket.count += counts[k]!;
        bucket.sum += values[k]! * counts[k]!;
      } else {
        sums.set(key, { count: counts[k]!, sum: values[k]! * counts[k]! });
      }
    }
  }
  const buckets = [...sums.values()].map(({ count, sum }) => ({ value: sum / count, count }));
  buckets.sort((a, b) => a.value - b.value);
  return {
    values: Float64Array.from(buckets, ({ value }) => value),
    counts: Float64Array.from(buckets, ({ count }) => count),
  };
}

const number = new DataView(new ArrayBuffer(8));

/** The sign, the exponent and the first bits of the fraction. */
function bucketOf(value: number): number {
  // -0 and 0 are one value.
  number.setFloat64(0, value === 0 ? 0 : value);
  return number.getUint32(0) >>> (20 - fractionBits);
}
