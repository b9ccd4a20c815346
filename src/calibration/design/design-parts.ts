import { numbered } from '../covariance.js';
import { type Design, type DesignEquation } from '../likelihood.js';
import { type Observations } from '../rows/observations.js';
import { type Rows, taken } from '../rows/rows.js';

/** The part of a design that holds these observations, with weights and clusters of their rows. */
export function designAt(design: Design, at: Int32Array, rows: Rows, observations: Observations): Design {
  const rowOf = taken(observations.row, at, new Int32Array(at.length));
  return {
    rows: at.length,
    coefficients: design.coefficients,
    equations: design.equations.map(({ coefficients, matrix, offset }) => {
      const width = coefficients.length;
      const part = new Float64Array(at.length * width);
      at.forEach((observation, k) =>
        part.set(matrix.subarray(observation * width, (observation + 1) * width), k * width),
      );
      return {
        coefficients,
        matrix: part,
        ...(offset && { offset: taken(offset, at, new Float64Array(at.length)) }),
      };
    }),
    ...(rows.weights && { weights: taken(rows.weights, rowOf, new Float64Array(at.length)) }),
    clusters: numbered(taken(rows.clusters, rowOf, new Int32Array(at.length))),
  };
}

/** The same observations with nothing known of them: a constant in each equation named. */
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
