import { fitDesign } from './fit-design.js';
import { binaryLogit } from './likelihoods/binary-outcomes.js';
import type { Design, LikelihoodKernel } from './likelihood.js';
import { symmetricEigen } from './numbers/symmetric-matrix.js';

const sizes = [2, 5, 9, 4, 12, 3, 7, 8];
const clusters = Int32Array.from(sizes.flatMap((size, cluster) => new Array<number>(size).fill(cluster)));
const rows = clusters.length;
const constant = new Array<number>(rows).fill(1);
const x = Array.from(clusters, (cluster, row) => (cluster % 3) + ((row * 7) % 5) / 2);
const y = Array.from(clusters, (cluster, row) => ((row * 11) % 7) / 3 + 0.4 * ((cluster * 5) % 4) - 0.2 * x[row]!);
const yes = Array.from(clusters, (cluster, row) => Number(((row * 11) % 7) + ((cluster * 5) % 4) > 4));

function design(columns: readonly (readonly number[])[]): Design {
  return {
    rows,
    coefficients: columns.map((_, k) => `b${k}`),
    equations: [
      {
        coefficients: Int32Array.from(columns.keys()),
        matrix: Float64Array.from(constant.flatMap((_, row) => columns.map((column) => column[row]!))),
      },
    ],
    clusters,
  };
}

/** Normal distribution with variance 1, so that the fit is ordinary least squares. */
const normal: LikelihoodKernel = {
  equations: 1,
  ancillary: [],
  evaluate(row, eta, _ancillary, out) {
    const distance = y[row]! - eta[0]!;
    if (out) [out.gradient[0], out.hessian[0]] = [distance, -1];
    return -(distance ** 2) / 2;
  },
};

/**
 * Variance and degrees of freedom of an average by the formulas in clubSandwich's own tests
 * (tests/testthat/test_intercept_formulas.R, "CR2 and df agree with formulas").
 */
function averageFormulas(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / rows;
  const total = (of: (size: number, cluster: number) => number) => sizes.reduce((sum, n, g) => sum + of(n, g), 0);
  const meanOf = (cluster: number) =>
    values.reduce((sum, value, row) => sum + (clusters[row] === cluster ? value : 0), 0) / sizes[cluster]!;
  return {
    variance: total((n, g) => (n ** 2 * (meanOf(g) - mean) ** 2) / (1 - n / rows)) / rows ** 2,
    degreesOfFreedom:
      rows ** 2 /
      (rows ** 2 * total((n) => n ** 2 / (rows - n) ** 2) -
        2 * rows * total((n) => n ** 3 / (rows - n) ** 2) +
        total((n) => n ** 2 / (rows - n)) ** 2),
  };
}

describe('clustered covariance with few clusters', () => {
  it('An average of clusters has the CR2 variance and degrees of freedom of the clubSandwich formulas', () => {
    const { fewClusters } = fitDesign(design([constant]), normal);
    const { variance, degreesOfFreedom } = averageFormulas(y);
    expect(fewClusters!.covariance[0]).toBeCloseTo(variance, 12);
    expect(fewClusters!.degreesOfFreedom[0]).toBeCloseTo(degreesOfFreedom, 10);
  });

  it('A logit of a constant has the CR2 variance of the average on the logit scale', () => {
    const { fewClusters, estimates } = fitDesign(design([constant]), binaryLogit(Float64Array.from(yes)));
    const share = 1 / (1 + Math.exp(-estimates[0]!));
    const { variance, degreesOfFreedom } = averageFormulas(yes);
    expect(fewClusters!.covariance[0]).toBeCloseTo(variance / (share * (1 - share)) ** 2, 9);
    expect(fewClusters!.degreesOfFreedom[0]).toBeCloseTo(degreesOfFreedom, 9);
  });

  it('A linear model has the CR2 covariance of an independent implementation with residuals', () => {
    const { fewClusters, estimates } = fitDesign(design([constant, x]), normal);
    const { covariance, degreesOfFreedom } = naiveLinear([constant, x], estimates);
    expect(fewClusters!.covariance).toHaveLength(4);
    fewClusters!.covariance.forEach((value, k) => expect(value / covariance[k]!).toBeCloseTo(1, 8));
    fewClusters!.degreesOfFreedom.forEach((value, k) => expect(value).toBeCloseTo(degreesOfFreedom[k]!, 7));
    // Few clusters of unequal size have less information than their number suggests.
    degreesOfFreedom.forEach((value) => expect(value).toBeLessThan(sizes.length - 1));
  });

  it('Samples with 50 or more clusters need no small-sample correction', () => {
    const separate = { ...design([constant, x]), clusters: Int32Array.from(clusters.keys()) };
    expect(fitDesign(separate, normal).fewClusters).toBeUndefined();
  });
});

type Matrix = number[][];

/** CR2 of a linear model with n × n matrices of residuals, as Bell and McCaffrey (2002) define it. */
function naiveLinear(columns: readonly (readonly number[])[], estimates: Float64Array) {
  const all = Array.from({ length: rows }, (_, row) => columns.map((column) => column[row]!));
  const gram = times(transposed(all), all);
  const [[a, b], [c, d]] = gram as [[number, number], [number, number]];
  const determinant = a * d - b * c;
  const bread = [
    [d / determinant, -b / determinant],
    [-c / determinant, a / determinant],
  ];
  const residuals = all.map((own, row) => y[row]! - own.reduce((sum, value, k) => sum + value * estimates[k]!, 0));
  const hat = times(times(all, bread), transposed(all));
  const residualMaker = hat.map((own, i) => own.map((value, k) => Number(i === k) - value));
  const members = sizes.map((_, g) => Array.from(clusters.keys()).filter((row) => clusters[row] === g));
  const adjusted = members.map((own) => {
    const block = own.map((i) => own.map((k) => residualMaker[i]![k]!));
    return times(transposed(own.map((row) => all[row]!)), inverseRoot(block));
  });
  const scores = adjusted.map((matrix, g) =>
    times(
      matrix,
      members[g]!.map((row) => [residuals[row]!]),
    ),
  );
  const meat = gram.map((own, i) =>
    own.map((_, k) => scores.reduce((sum, score) => sum + score[i]![0]! * score[k]![0]!, 0)),
  );
  const degreesOfFreedom = columns.map((_, coefficient) => {
    // Each line is the linear form of the responses that a cluster contributes.
    const forms = adjusted.map((matrix, g) => {
      const weights = times([bread[coefficient]!], matrix)[0]!;
      return residualMaker[0]!.map((_value, row) =>
        weights.reduce((sum, weight, k) => sum + weight * residualMaker[members[g]![k]!]![row]!, 0),
      );
    });
    const omega = times(forms, transposed(forms));
    const trace = omega.reduce((sum, own, k) => sum + own[k]!, 0);
    return trace ** 2 / omega.flat().reduce((sum, value) => sum + value ** 2, 0);
  });
  return { covariance: times(times(bread, meat), bread).flat(), degreesOfFreedom };
}

function times(a: Matrix, b: Matrix): Matrix {
  return a.map((own) => b[0]!.map((_, k) => own.reduce((sum, value, i) => sum + value * b[i]![k]!, 0)));
}

function transposed(a: Matrix): Matrix {
  return a[0]!.map((_, k) => a.map((own) => own[k]!));
}

function inverseRoot(matrix: Matrix): Matrix {
  const size = matrix.length;
  const { values, vectors } = symmetricEigen(Float64Array.from(matrix.flat()), size);
  return matrix.map((own, i) =>
    own.map((_, j) =>
      values.reduce((sum, value, k) => sum + (vectors[i * size + k]! * vectors[j * size + k]!) / Math.sqrt(value), 0),
    ),
  );
}
