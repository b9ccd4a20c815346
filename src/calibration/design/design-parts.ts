import { numberLabels } from '../covariance.js';
import type { Design, DesignEquation } from '../likelihood.js';
import type { Observations } from '../rows/observations.js';
import { type Rows, valuesAt } from '../rows/rows.js';

/**
 * Part of a design: some observations with the weights, clusters and respondents of their rows.
 *
 * @param at positions of the observations
 */
export function designAt(design: Design, at: Int32Array, rows: Rows, observations: Observations): Design {
  const weights = rows.sampling ? rows.sampling.weights : rows.weights;
  const rowOf = valuesAt(observations.row, at, new Int32Array(at.length));
  return {
    rows: at.length,
    coefficients: design.coefficients,
    equations: equationsAt(design.equations, at),
    ...(design.membership && {
      membership: { ...design.membership, equations: equationsAt(design.membership.equations, at) },
    }),
    ...(weights && { weights: valuesAt(weights, rowOf, new Float64Array(at.length)) }),
    ...(rows.frequencies && {
      [rows.hasGroups ? 'repetitions' : 'frequencies']: valuesAt(rows.frequencies, rowOf, new Float64Array(at.length)),
    }),
    clusters: numberLabels(valuesAt(rows.clusters, rowOf, new Int32Array(at.length))),
    respondents: numberLabels(valuesAt(rows.respondents, rowOf, new Int32Array(at.length))),
  };
}

function equationsAt(equations: Design['equations'], at: Int32Array): DesignEquation[] {
  return equations.map(({ coefficients, matrix, offset }) => {
    const width = coefficients.length;
    const part = new Float64Array(at.length * width);
    at.forEach((observation, k) =>
      part.set(matrix.subarray(observation * width, (observation + 1) * width), k * width),
    );
    return {
      coefficients,
      matrix: part,
      ...(offset && { offset: valuesAt(offset, at, new Float64Array(at.length)) }),
    };
  });
}

/**
 * Design of the same observations with constants only.
 *
 * @param equations all equations of the kernel
 * @param constants equations that have a constant
 */
export function constantsDesign(design: Design, equations: readonly string[], constants: readonly string[]): Design {
  return {
    ...design,
    coefficients: constants.map((equation) => `constant of ${equation}`),
    equations: equations.map((equation): DesignEquation => {
      const own = constants.indexOf(equation);
      return own < 0
        ? { coefficients: new Int32Array(0), matrix: new Float64Array(0) }
        : { coefficients: Int32Array.of(own), matrix: new Float64Array(design.rows).fill(1) };
    }),
  };
}
