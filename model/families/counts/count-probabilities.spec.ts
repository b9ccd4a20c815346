import { bandProbabilities, countProbabilities } from './count-probabilities.js';

function bandsOf(mean: number, theta: number, starts: readonly number[]): Float64Array {
  const counts = new Float64Array(starts.at(-1)!);
  countProbabilities(mean, theta, counts);
  const bands = new Float64Array(starts.length);
  bandProbabilities(counts, starts, bands);
  return bands;
}

/** The textbook recursion, accurate as long as the probability of 0 does not underflow. */
function directFormula(mean: number, theta: number, size: number): Float64Array {
  const out = new Float64Array(size);
  const isPoisson = theta === Infinity;
  let probability = Math.exp(isPoisson ? -mean : -theta * Math.log1p(mean / theta));
  for (let count = 0; count < size; count++) {
    out[count] = probability;
    probability *= ((isPoisson ? mean : mean / (mean + theta)) * (isPoisson ? 1 : count + theta)) / (count + 1);
  }
  return out;
}

describe('probabilities of counts', () => {
  // Reference values computed with 40 digits.
  it.each([
    [800, Infinity, [0, 700, 900], [1.4405015382104583e-4, 0.9995800364052715, 2.75913440907451e-4]],
    [5_000, Infinity, [0, 4_900, 5_100], [0.07726359533787344, 0.8427054055055538, 0.08003099915657269]],
    [3_000, 400, [0, 2_800, 3_200], [0.10273376091130748, 0.7899228610283835, 0.10734337806030907]],
  ])(
    'Band probabilities of mean %d and theta %d are accurate although the probability of 0 underflows',
    (mean, theta, starts, known) => {
      const bands = bandsOf(mean, theta, starts);
      known.forEach((probability, band) => expect(Math.abs(bands[band]! - probability)).toBeLessThan(1e-11));
    },
  );

  it.each([
    [0, Infinity],
    [0.3, Infinity],
    [12.5, 0.8],
    [700, Infinity],
    [90_000, 60],
  ])('Probabilities of mean %d and theta %d equal the direct formula bit for bit', (mean, theta) => {
    const out = new Float64Array(2_000);
    countProbabilities(mean, theta, out);
    expect(out).toEqual(directFormula(mean, theta, 2_000));
  });

  it('Probabilities are continuous at the switch between the two methods', () => {
    const [below, above] = [new Float64Array(1_000), new Float64Array(1_000)];
    countProbabilities(700, Infinity, below);
    countProbabilities(700 + 1e-9, Infinity, above);
    for (let count = 600; count < 800; count++) expect(above[count]! / below[count]!).toBeCloseTo(1, 9);
  });

  it('Probabilities of a great mean sum to 1, and are 0 far below a mean of a million', () => {
    for (const mean of [750, 1_000, 3_000, 9_000]) {
      const out = new Float64Array(10_000);
      countProbabilities(mean, Infinity, out);
      expect(out.reduce((sum, probability) => sum + probability, 0)).toBeCloseTo(1, 10);
    }
    const out = new Float64Array(10_000);
    countProbabilities(1e6, Infinity, out);
    expect(out.every((probability) => probability === 0)).toBe(true);
  });
});
