import { bandChances, countChances } from './chances.js';

function chancesOf(mean: number, theta: number, starts: readonly number[]): Float64Array {
  const counts = new Float64Array(starts.at(-1)!);
  countChances(mean, theta, counts);
  const bands = new Float64Array(starts.length);
  bandChances(counts, starts, bands);
  return bands;
}

/** The formula as it stands in the book, right as long as the chance of 0 is a number of full precision. */
function plainly(mean: number, theta: number, size: number): Float64Array {
  const out = new Float64Array(size);
  const isPoisson = theta === Infinity;
  let chance = Math.exp(isPoisson ? -mean : -theta * Math.log1p(mean / theta));
  for (let count = 0; count < size; count++) {
    out[count] = chance;
    chance *= ((isPoisson ? mean : mean / (mean + theta)) * (isPoisson ? 1 : count + theta)) / (count + 1);
  }
  return out;
}

describe('the chances of counts', () => {
  // By sums in 40 digits.
  it.each([
    [800, Infinity, [0, 700, 900], [1.4405015382104583e-4, 0.9995800364052715, 2.75913440907451e-4]],
    [5_000, Infinity, [0, 4_900, 5_100], [0.07726359533787344, 0.8427054055055538, 0.08003099915657269]],
    [3_000, 400, [0, 2_800, 3_200], [0.10273376091130748, 0.7899228610283835, 0.10734337806030907]],
  ])('of mean %d and theta %d are right where the chance of 0 is no number any more', (mean, theta, starts, known) => {
    const bands = chancesOf(mean, theta, starts);
    known.forEach((chance, band) => expect(Math.abs(bands[band]! - chance)).toBeLessThan(1e-11));
  });

  it.each([
    [0, Infinity],
    [0.3, Infinity],
    [12.5, 0.8],
    [700, Infinity],
    [90_000, 60],
  ])('of mean %d and theta %d are to the bit what the formula gives where it can', (mean, theta) => {
    const out = new Float64Array(2_000);
    countChances(mean, theta, out);
    expect(out).toEqual(plainly(mean, theta, 2_000));
  });

  it('go over into each other at the edge between the two ways', () => {
    const [below, above] = [new Float64Array(1_000), new Float64Array(1_000)];
    countChances(700, Infinity, below);
    countChances(700 + 1e-9, Infinity, above);
    for (let count = 600; count < 800; count++) expect(above[count]! / below[count]!).toBeCloseTo(1, 9);
  });

  it('of a great mean sum to 1, and are 0 as far below it as that of a million', () => {
    for (const mean of [750, 1_000, 3_000, 9_000]) {
      const out = new Float64Array(10_000);
      countChances(mean, Infinity, out);
      expect(out.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 10);
    }
    const out = new Float64Array(10_000);
    countChances(1e6, Infinity, out);
    expect(out.every((chance) => chance === 0)).toBe(true);
  });
});
