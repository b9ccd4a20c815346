import { informationByDifferences } from '../objective.js';
import { digamma, logGamma, trigamma } from '../../math/gamma.js';
import { normalQuantile } from '../../math/normal.js';
import { standardUniforms } from './testing/standard-uniforms.js';
import { logLogistic, logistic } from '../likelihoods/binary-outcomes.js';
import { factorize, invert, sandwich, solveFactored } from './symmetric-matrix.js';

const eulerConstant = 0.5772156649015329;

describe('Gamma function and its derivatives', () => {
  it('The gamma function and its derivatives have their closed-form values', () => {
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 13);
    expect(logGamma(1)).toBeCloseTo(0, 14);
    expect(logGamma(11)).toBeCloseTo(Math.log(3628800), 12);
    expect(digamma(1)).toBeCloseTo(-eulerConstant, 13);
    expect(digamma(0.5)).toBeCloseTo(-eulerConstant - 2 * Math.log(2), 13);
    expect(trigamma(1)).toBeCloseTo(Math.PI ** 2 / 6, 13);
    expect(trigamma(0.5)).toBeCloseTo(Math.PI ** 2 / 2, 12);
  });

  it('The gamma functions satisfy their recurrences across the change of method', () => {
    for (const x of [0.01, 3.7, 11.4, 12.6, 400]) {
      expect(logGamma(x + 1) - logGamma(x)).toBeCloseTo(Math.log(x), 11);
      expect(digamma(x + 1) - digamma(x)).toBeCloseTo(1 / x, 11);
      expect(trigamma(x) - trigamma(x + 1)).toBeCloseTo(1 / (x * x), 10);
    }
  });
});

describe('logistic', () => {
  it('The logistic function neither overflows nor loses precision', () => {
    expect(logistic(-800)).toBe(0);
    expect(logistic(800)).toBe(1);
    expect(logistic(-50)).toBeCloseTo(Math.exp(-50), 30);
    expect(logLogistic(-800)).toBe(-800);
    expect(logLogistic(40)).toBeCloseTo(-Math.exp(-40), 25);
  });
});

describe('Symmetric matrices', () => {
  const matrix = Float64Array.of(4, 2, 0.4, 2, 3, 0.1, 0.4, 0.1, 1);

  it('A matrix times its inverse is the identity for any scale of its rows', () => {
    const scale = [1, 1e4, 1e-5];
    const uneven = matrix.map((value, at) => value * scale[Math.floor(at / 3)]! * scale[at % 3]!);
    const inverse = invert(uneven, 3)!;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        const sum = [0, 1, 2].reduce((total, k) => total + uneven[i * 3 + k]! * inverse[k * 3 + j]!, 0);
        expect((sum * scale[j]!) / scale[i]!).toBeCloseTo(i === j ? 1 : 0, 10);
      }
    }
  });

  it('A factor solves its matrix, and matrices that are not positive definite have none', () => {
    const x = solveFactored(factorize(matrix, 3)!, Float64Array.of(1, 2, 3));
    expect(4 * x[0]! + 2 * x[1]! + 0.4 * x[2]!).toBeCloseTo(1, 12);
    expect(factorize(Float64Array.of(1, 1, 1, 1), 2)).toBeUndefined();
    expect(invert(Float64Array.of(1, 2, 2, 1), 2)).toBeUndefined();
  });

  it('The sandwich product is a · b · a', () => {
    expect(Array.from(sandwich(Float64Array.of(2, 0, 0, 3), Float64Array.of(1, 4, 4, 5), 2))).toEqual([4, 24, 24, 45]);
  });
});

describe('Information by differences', () => {
  it('The information equals minus the second derivatives', () => {
    const objective = {
      size: 2,
      value: () => NaN,
      evaluateGradient([x, y]: Float64Array, gradient: Float64Array) {
        gradient.set([-2 * x! * y!, -(x! * x!) - 3 * y! * y!]);
        return NaN;
      },
    };
    const information = informationByDifferences(objective, Float64Array.of(2, 5));
    [10, 4, 4, 30].forEach((value, at) => expect(information[at]).toBeCloseTo(value, 6));
  });
});

describe('Halton normals', () => {
  const draws = standardUniforms('halton', 50, 40, 3).map(normalQuantile);
  const column = (d: number) => Array.from({ length: 2000 }, (_, k) => draws[k * 3 + d]!);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

  it('Halton normals have mean 0, variance 1 and no correlation between dimensions', () => {
    for (const d of [0, 1, 2]) {
      expect(mean(column(d))).toBeCloseTo(0, 1.5);
      expect(mean(column(d).map((z) => z * z))).toBeCloseTo(1, 1.5);
    }
    expect(mean(column(0).map((z, k) => z * column(1)[k]!))).toBeCloseTo(0, 1.5);
  });

  it('More than 16 dimensions are rejected', () => {
    expect(() => standardUniforms('halton', 1, 1, 17).map(normalQuantile)).toThrow(RangeError);
  });
});
