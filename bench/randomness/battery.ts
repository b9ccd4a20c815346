/**
 * Tests of uniform random numbers, which are fed in pieces. Each test returns a two-sided p-value.
 * Sources: Knuth, "The art of computer programming", volume 2 (1997), section 3.3.2 (frequency, serial, collisions); Marsaglia, "DIEHARD" (1995)
 * (birthday spacings); L'Ecuyer and Simard, "TestU01", ACM TOMS 33 (2007) (Hamming weights, correlations).
 */
export interface RandomnessTest {
  readonly name: string;
  feed(words: Uint32Array): void;
  /** Two-sided p-value. */
  result(): number;
}

/** Frequencies of the byte values at each byte position. */
export function byteFrequencies(): RandomnessTest {
  const counts = new Float64Array(4 * 256);
  return {
    name: 'bytes of a word',
    feed(words) {
      for (const word of words) {
        for (let byte = 0; byte < 4; byte++) counts[byte * 256 + ((word >>> (8 * byte)) & 255)]! += 1;
      }
    },
    result: () => chiSquared(counts, 4 * 255),
  };
}

/** Frequencies of pairs of the upper eight bits of two numbers at distance `lag`. */
export function serialPairs(lag: number): RandomnessTest {
  const counts = new Float64Array(65_536);
  let tail = new Uint32Array(0);
  return {
    name: `pairs at distance ${lag}`,
    feed(words) {
      const all = joined(tail, words);
      for (let k = lag; k < all.length; k++) counts[((all[k - lag]! >>> 24) << 8) | (all[k]! >>> 24)]! += 1;
      tail = all.slice(-lag);
    },
    result: () => chiSquared(counts, 65_535),
  };
}

/** Sum of products of numbers at distance `lag`, which is normal for independent numbers. */
export function correlation(lag: number): RandomnessTest {
  let [sum, count] = [0, 0];
  let tail = new Uint32Array(0);
  return {
    name: `correlation at distance ${lag}`,
    feed(words) {
      const all = joined(tail, words);
      for (let k = lag; k < all.length; k++) sum += (all[k - lag]! / 2 ** 32 - 0.5) * (all[k]! / 2 ** 32 - 0.5);
      count += all.length - lag;
      tail = all.slice(-lag);
    },
    result: () => twoSidedNormal((sum * 12) / Math.sqrt(count)),
  };
}

/** Numbers of one bits of two consecutive words: 33 × 33 cells, with rare cells combined. */
export function hammingWeights(): RandomnessTest {
  const groups = 9;
  const groupOf = (ones: number) => Math.min(groups - 1, Math.max(0, ones - 12));
  const probabilities = new Float64Array(groups);
  for (let ones = 0; ones <= 32; ones++) probabilities[groupOf(ones)]! += binomial32(ones);
  const counts = new Float64Array(groups * groups);
  let last = -1;
  return {
    name: 'ones of a word and of the next',
    feed(words) {
      for (const word of words) {
        const group = groupOf(onesOf(word));
        if (last >= 0) counts[last * groups + group]! += 1;
        last = group;
      }
    },
    result: () =>
      chiSquared(
        counts,
        groups * groups - 1,
        (k) => probabilities[Math.floor(k / groups)]! * probabilities[k % groups]!,
      ),
  };
}

/** Number of equal gaps between 4,096 sorted 32-bit numbers, which is Poisson with mean 4. */
export function birthdaySpacings(): RandomnessTest {
  const birthdays = 4_096;
  const mean = birthdays ** 3 / (4 * 2 ** 32);
  let [sum, squares, tries] = [0, 0, 0];
  const days = new Uint32Array(birthdays);
  let filled = 0;
  return {
    name: 'birthday spacings',
    feed(words) {
      for (const word of words) {
        days[filled++] = word;
        if (filled < birthdays) continue;
        filled = 0;
        const equal = equalGaps(days);
        sum += equal;
        squares += (equal - mean) ** 2;
        tries++;
      }
    },
    // Tests of the mean and of the variance of the Poisson numbers. Bonferroni correction for two tests.
    result() {
      const ofMean = twoSidedNormal((sum - tries * mean) / Math.sqrt(tries * mean));
      const ofSpread = twoSidedNormal((squares - tries * mean) / Math.sqrt(tries * (mean + 2 * mean ** 2)));
      return Math.min(1, 2 * Math.min(ofMean, ofSpread));
    },
  };
}

/** Ranks of 32 × 32 bit matrices over GF(2). */
export function matrixRanks(): RandomnessTest {
  const counts = new Float64Array(4);
  const probabilities = [0.0052854502, 0.1283502644, 0.5775761902, 0.2887880952];
  const rows = new Uint32Array(32);
  let filled = 0;
  return {
    name: 'ranks of 32 × 32 bits',
    feed(words) {
      for (const word of words) {
        rows[filled++] = word;
        if (filled < 32) continue;
        filled = 0;
        counts[Math.max(0, rankOf(rows) - 29)]! += 1;
      }
    },
    result: () => chiSquared(counts, 3, (k) => probabilities[k]!),
  };
}

function joined(tail: Uint32Array, words: Uint32Array): Uint32Array {
  const all = new Uint32Array(tail.length + words.length);
  all.set(tail);
  all.set(words, tail.length);
  return all;
}

function onesOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function binomial32(ones: number): number {
  let probability = 2 ** -32;
  for (let k = 0; k < ones; k++) probability *= (32 - k) / (k + 1);
  return probability;
}

function equalGaps(days: Uint32Array): number {
  const sorted = days.slice().sort();
  const gaps = sorted.map((day, k) => (k === 0 ? day : day - sorted[k - 1]!)).sort();
  let equal = 0;
  for (let k = 1; k < gaps.length; k++) if (gaps[k] === gaps[k - 1]) equal++;
  return equal;
}

function rankOf(rows: Uint32Array): number {
  let rank = 0;
  for (let bit = 31; bit >= 0 && rank < 32; bit--) {
    let pivot = rank;
    while (pivot < 32 && ((rows[pivot]! >>> bit) & 1) === 0) pivot++;
    if (pivot === 32) continue;
    const row = rows[pivot]!;
    rows[pivot] = rows[rank]!;
    rows[rank] = row;
    for (let k = rank + 1; k < 32; k++) if ((rows[k]! >>> bit) & 1) rows[k] = rows[k]! ^ row;
    rank++;
  }
  return rank;
}

/** Two-sided p-value of a chi-squared number, by the cube root of Wilson and Hilferty (1931). Without `probability`, all cells have the same probability. */
function chiSquared(counts: Float64Array, degreesOfFreedom: number, probability?: (k: number) => number): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let statistic = 0;
  counts.forEach((count, k) => {
    const expected = total * (probability ? probability(k) : 1 / counts.length);
    statistic += (count - expected) ** 2 / expected;
  });
  const spread = 2 / (9 * degreesOfFreedom);
  return twoSidedNormal((Math.cbrt(statistic / degreesOfFreedom) - (1 - spread)) / Math.sqrt(spread));
}

/** Source: Abramowitz and Stegun, "Handbook of mathematical functions" (1964), 7.1.26, with an error below 1.5e-7. Smaller values are 0. */
function twoSidedNormal(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return series * Math.exp(-x * x);
}
