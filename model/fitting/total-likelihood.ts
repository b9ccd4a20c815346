import type { Design, DesignEquation, KernelDerivatives, LikelihoodKernel } from './likelihood.js';
import type { TwiceDifferentiableObjective } from './objective.js';

/**
 * Log-likelihood of a sample as a function of K coefficients and A ancillary parameters, for all families. Gradient: Σ
 * w·Xᵗ·ℓ'. Hessian: Σ w·Xᵗ·ℓ''·X, where X contains the terms of one row, one line per equation.
 */
export interface TotalLikelihood extends TwiceDifferentiableObjective {
  /** Names of the parameters: the coefficients, then the ancillary ones. */
  readonly names: readonly string[];
  /** Starting values: 0 for coefficients, the kernel's values for ancillary parameters. */
  start(): Float64Array;
  /** First derivatives summed by cluster: clusters × size. */
  scores(parameters: Float64Array, clusterOfRow: (row: number) => number, clusters: number): Float64Array;
  /**
   * Information matrix, size × size: minus the expected second derivatives if the kernel provides them, otherwise minus
   * the observed ones.
   */
  information(parameters: Float64Array, kind: 'expected' | 'observed'): Float64Array;
  /** Information matrix of each cluster, size × size. Their sum is `information`. */
  informationByCluster(
    parameters: Float64Array,
    kind: 'expected' | 'observed',
    clusterOfRow: (row: number) => number,
    clusters: number,
  ): Float64Array[];
  /** Number that multiplies a linear predictor of a row before it has its effect on the outcome. */
  multiplier(parameters: Float64Array, row: number, equation: number): number;
  /** Returns the weighted log-likelihood of one row and adds its first derivatives to `gradient`. */
  addGradientOfRow(parameters: Float64Array, row: number, gradient: Float64Array): number;
}

/** A view of an array takes longer to create than the likelihood of a row. */
const noAncillary = new Float64Array(0);

/** Linear predictor of a row. */
export function linearPredictor(
  { coefficients, matrix, offset }: DesignEquation,
  row: number,
  parameters: Float64Array,
): number {
  const from = row * coefficients.length;
  let sum = offset ? offset[row]! : 0;
  for (let k = 0; k < coefficients.length; k++) sum += matrix[from + k]! * parameters[coefficients[k]!]!;
  return sum;
}

/**
 * Combines a design and a kernel into the log-likelihood of the sample.
 *
 * @param design terms of K coefficients, with as many equations as the kernel
 * @param kernel log-likelihood of one observation, with A ancillary parameters
 */
export function totalLikelihood(design: Design, kernel: LikelihoodKernel): TotalLikelihood {
  const { rows, equations, weights } = design;
  const terms = design.coefficients.length;
  const size = terms + kernel.ancillary.length;
  const slots = kernel.equations + kernel.ancillary.length;
  const eta = new Float64Array(kernel.equations);
  const out: KernelDerivatives = { gradient: new Float64Array(slots), hessian: new Float64Array(slots * slots) };
  const gradientOnly: KernelDerivatives = { ...out, isGradientOnly: true };
  const lines = new Float64Array(slots * size);

  function predictors(parameters: Float64Array, row: number): void {
    for (let e = 0; e < equations.length; e++) eta[e] = linearPredictor(equations[e]!, row, parameters);
  }

  /** Returns the log-likelihood. Calls `each` after the kernel has written the derivatives of a row. */
  function overRows(
    parameters: Float64Array,
    each?: (row: number, weight: number) => void,
    derivatives = gradientOnly,
  ): number {
    const ancillary = parameters.subarray(terms);
    let sum = 0;
    for (let row = 0; row < rows; row++) {
      const weight = weights ? weights[row]! : 1;
      if (weight === 0) continue;
      predictors(parameters, row);
      if (each) clear(derivatives);
      sum += weight * kernel.evaluate(row, eta, ancillary, each && derivatives);
      if (each) each(row, weight);
      // The sum remains -Infinity or NaN.
      if (!(sum > -Infinity)) return sum;
    }
    return sum;
  }

  function clear({ gradient, hessian, isGradientOnly }: KernelDerivatives): void {
    for (let k = 0; k < gradient.length; k++) gradient[k] = 0;
    if (isGradientOnly) return;
    for (let k = 0; k < hessian.length; k++) hessian[k] = 0;
  }

  function addGradient(row: number, weight: number, gradient: Float64Array, at: number): void {
    for (let e = 0; e < equations.length; e++) {
      const slope = weight * out.gradient[e]!;
      if (slope === 0) continue;
      const { coefficients, matrix } = equations[e]!;
      const from = row * coefficients.length;
      for (let k = 0; k < coefficients.length; k++) gradient[at + coefficients[k]!]! += slope * matrix[from + k]!;
    }
    for (let a = 0; a < kernel.ancillary.length; a++) {
      gradient[at + terms + a]! += weight * out.gradient[kernel.equations + a]!;
    }
  }

  /** Adds Xᵗ·ℓ''·X of one row: first ℓ''·X, one line per slot, then Xᵗ times the result. */
  function addHessian(row: number, weight: number, hessian: Float64Array): void {
    lines.fill(0);
    for (let s = 0; s < slots; s++) {
      for (let e = 0; e < equations.length; e++) {
        const curve = weight * out.hessian[s * slots + e]!;
        if (curve === 0) continue;
        const { coefficients, matrix } = equations[e]!;
        const from = row * coefficients.length;
        for (let k = 0; k < coefficients.length; k++) lines[s * size + coefficients[k]!]! += curve * matrix[from + k]!;
      }
      for (let a = 0; a < kernel.ancillary.length; a++) {
        lines[s * size + terms + a]! += weight * out.hessian[s * slots + kernel.equations + a]!;
      }
    }
    for (let e = 0; e < equations.length; e++) {
      const { coefficients, matrix } = equations[e]!;
      const from = row * coefficients.length;
      for (let k = 0; k < coefficients.length; k++) {
        const factor = matrix[from + k]!;
        if (factor !== 0) addLine(e, factor, coefficients[k]!, hessian);
      }
    }
    for (let a = 0; a < kernel.ancillary.length; a++) addLine(kernel.equations + a, 1, terms + a, hessian);
  }

  /** Adds to the lower half only; `mirror` copies it to the upper half. */
  function addLine(slot: number, factor: number, to: number, hessian: Float64Array): void {
    for (let k = 0; k <= to; k++) hessian[to * size + k]! += factor * lines[slot * size + k]!;
  }

  function mirror(hessian: Float64Array): void {
    for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) hessian[j * size + i] = hessian[i * size + j]!;
  }

  return {
    size,
    names: [...design.coefficients, ...kernel.ancillary.map(({ id }) => id)],
    start: () => Float64Array.from({ length: size }, (_, k) => (k < terms ? 0 : kernel.ancillary[k - terms]!.start)),
    value: (parameters) => overRows(parameters),
    evaluateGradient(parameters, gradient) {
      gradient.fill(0);
      return overRows(parameters, (row, weight) => addGradient(row, weight, gradient, 0));
    },
    evaluateHessian(parameters, gradient, hessian) {
      gradient.fill(0);
      hessian.fill(0);
      const value = overRows(
        parameters,
        (row, weight) => {
          addGradient(row, weight, gradient, 0);
          addHessian(row, weight, hessian);
        },
        out,
      );
      mirror(hessian);
      return value;
    },
    scores(parameters, clusterOfRow, clusters) {
      const sums = new Float64Array(clusters * size);
      overRows(parameters, (row, weight) => addGradient(row, weight, sums, clusterOfRow(row) * size));
      return sums;
    },
    information(parameters, kind) {
      return this.informationByCluster(parameters, kind, () => 0, 1)[0]!;
    },
    informationByCluster(parameters, kind, clusterOfRow, clusters) {
      const hessians = Array.from({ length: clusters }, () => new Float64Array(size * size));
      const ancillary = parameters.subarray(terms);
      overRows(
        parameters,
        (row, weight) => {
          if (kind === 'expected' && kernel.expectedHessian) {
            out.hessian.fill(0);
            kernel.expectedHessian(row, eta, ancillary, out.hessian);
          }
          addHessian(row, weight, hessians[clusterOfRow(row)]!);
        },
        out,
      );
      hessians.forEach(mirror);
      return hessians.map((hessian) => hessian.map((value) => -value));
    },
    multiplier: (parameters, row, equation) => kernel.multiplier?.(row, equation, parameters.subarray(terms)) ?? 1,
    addGradientOfRow(parameters, row, gradient) {
      const weight = weights ? weights[row]! : 1;
      predictors(parameters, row);
      clear(gradientOnly);
      const ancillary = size === terms ? noAncillary : parameters.subarray(terms);
      const value = weight * kernel.evaluate(row, eta, ancillary, gradientOnly);
      addGradient(row, weight, gradient, 0);
      return value;
    },
  };
}
