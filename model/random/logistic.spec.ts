import { logisticFromUniform, uniformFromWords } from './stream.js';

describe('logisticFromUniform', () => {
  it('logisticFromUniform inverts the logistic distribution function', () => {
    for (const uniform of [1e-9, 0.02, 0.5, 0.75, 0.999]) {
      expect(1 / (1 + Math.exp(-logisticFromUniform(uniform)))).toBeCloseTo(uniform, 12);
    }
  });

  it('Logistic numbers have mean 0 and variance π² / 3', () => {
    const cells = 200_000;
    let [sum, squares] = [0, 0];
    for (let cell = 0; cell < cells; cell++) {
      const value = logisticFromUniform((cell + 0.5) / cells);
      sum += value;
      squares += value * value;
    }
    expect(sum / cells).toBeCloseTo(0, 10);
    expect(squares / cells).toBeCloseTo(Math.PI ** 2 / 3, 2);
  });

  it('Logistic numbers are finite at the smallest and the largest uniform number', () => {
    const least = logisticFromUniform(uniformFromWords(0, 0));
    const greatest = logisticFromUniform(uniformFromWords(2 ** 32 - 1, 2 ** 32 - 1));
    expect(least).toBeCloseTo(-36.74, 2);
    expect(greatest).toBeCloseTo(36.74, 2);
  });
});
