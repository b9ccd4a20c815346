import type { KernelDerivatives, LikelihoodKernel } from '../likelihood.js';
import { addMultiple, type DrawnTastes, multiply } from './drawn-tastes.js';
import { logSumExp } from './panel.js';
import type { PointSet } from './taste-points.js';

// Local bindings: test runners with a separate global object per file make every lookup of `Math` slow.
const { log } = Math;

/** A product of inverse probabilities above this number is replaced by its logarithm, so that no product overflows. */
const maxInverse = 1e100;

/** Derivatives of the rows of a respondent that are kept: 32 MB. With more rows, each is evaluated again for its derivatives. */
const maxKept = 4_000_000;

/**
 * Likelihood of the rows of one respondent at its points. The linear predictors of a row are evaluated at all points together.
 *
 * @param draws points of each respondent
 */
export function drawnLikelihood(tasted: DrawnTastes, kernel: LikelihoodKernel, tastes: number, draws: number) {
  const { design, fixed: ofAll, draw: drawAll, varying, columns, numbers } = tasted;
  const { equations } = design;
  const terms = design.coefficients.length;
  const slots = kernel.equations + kernel.ancillary.length;
  const { vectors, targets } = derivativesOf(tasted, tastes);
  const parts = equations.map(({ coefficients }) => {
    const places = Array.from(coefficients.keys());
    const own = Array.from(coefficients, (place) => varying.indexOf(place));
    return {
      fixed: places.filter((k) => own[k]! < 0),
      varying: places.flatMap((k) => (own[k]! < 0 ? [] : [{ term: k, column: columns[own[k]!]! }])),
      vectors: [...new Set(places.flatMap((k) => targets[coefficients[k]!]!.map(({ vector }) => vector)))],
    };
  });
  const shares = new Float64Array(draws);
  const inverses = new Float64Array(draws);
  const logs = new Float64Array(draws);
  /** Whether all rows are in the inverses. */
  let isProduct = true;
  const weighted = vectors.map(() => new Float64Array(draws));
  const sums = new Float64Array(vectors.length);
  /** Linear predictors, then derivatives, of single rows: slots × draws. A row after the last one that is kept uses the first block. */
  const blocks: Float64Array[] = [];
  const blockOf = (k: number) => (blocks[k] ??= new Float64Array(slots * draws));
  const keptRows = Math.floor(maxKept / (slots * draws));
  const eta = new Float64Array(kernel.equations);
  const out: KernelDerivatives = {
    gradient: new Float64Array(slots),
    hessian: new Float64Array(slots * slots),
    isGradientOnly: true,
  };

  function writePredictors(row: number, block: Float64Array): void {
    for (let e = 0; e < equations.length; e++) {
      const { coefficients, matrix, offset } = equations[e]!;
      const { fixed, varying: own } = parts[e]!;
      const from = row * coefficients.length;
      let sum = offset ? offset[row]! : 0;
      for (let k = 0; k < fixed.length; k++) sum += matrix[from + fixed[k]!]! * ofAll[coefficients[fixed[k]!]!]!;
      const to = e * draws;
      block.fill(sum, to, to + draws);
      for (let k = 0; k < own.length; k++) {
        const { term, column } = own[k]!;
        addMultiple(block, to, column, matrix[from + term]!);
      }
    }
  }

  /** Adds the log-likelihood of a row at each point, and replaces the predictors in the block by derivatives. */
  function evaluateRow(row: number, block: Float64Array): void {
    writePredictors(row, block);
    if (kernel.evaluatePoints?.(row, block, inverses)) {
      for (let draw = 0; draw < draws; draw++) {
        if (inverses[draw]! < maxInverse) continue;
        isProduct = false;
        logs[draw]! -= log(inverses[draw]!);
        inverses[draw] = 1;
      }
      return;
    }
    isProduct = false;
    if (kernel.evaluatePoints) writePredictors(row, block);
    const ancillary = ofAll.subarray(terms);
    for (let draw = 0; draw < draws; draw++) {
      for (let e = 0; e < eta.length; e++) eta[e] = block[e * draws + draw]!;
      out.gradient.fill(0);
      out.hessian.fill(0);
      logs[draw]! += kernel.evaluate(row, eta, ancillary, out);
      for (let slot = 0; slot < slots; slot++) block[slot * draws + draw] = out.gradient[slot]!;
    }
  }

  const weightOf = (row: number) => (design.weights ? design.weights[row]! : 1);

  /** Adds the log-likelihood of the last rows, which have the same weight, to `shares`. */
  function addLogs(weight: number): void {
    for (let draw = 0; draw < draws; draw++)
      shares[draw]! += weight * (inverses[draw] === 1 ? logs[draw]! : logs[draw]! - log(inverses[draw]!));
    inverses.fill(1);
    logs.fill(0);
  }

  /**
   * Writes the shares from the inverses, without a logarithm for each point. Returns the logarithm of the mean likelihood; undefined, without
   * a change, if the likelihood is too small.
   */
  function logOfProducts(weights: Float64Array, first: number): number | undefined {
    let total = 0;
    for (let draw = 0; draw < draws; draw++) total += weights[first + draw]! / inverses[draw]!;
    if (!(total > 1 / maxInverse ** 2)) return undefined;
    for (let draw = 0; draw < draws; draw++) shares[draw] = weights[first + draw]! / inverses[draw]! / total;
    return log(total);
  }

  return {
    shares,
    /**
     * Writes the share of each point in the likelihood to `shares`, and returns the logarithm of the mean likelihood over the points.
     *
     * @param first position of the first point of the respondent in the set
     * @param withSlopes whether `addSlope` follows
     */
    evaluate(
      parameters: Float64Array,
      rows: readonly number[],
      set: PointSet,
      first: number,
      withSlopes: boolean,
    ): number {
      drawAll(parameters, set.values, first);
      shares.set(set.logWeights.subarray(first, first + draws));
      inverses.fill(1);
      logs.fill(0);
      isProduct = true;
      for (let k = 0; k < rows.length; k++) {
        const weight = weightOf(rows[k]!);
        evaluateRow(rows[k]!, blockOf(withSlopes && rows.length <= keptRows ? k : 0));
        if (weight === 1 && (k === rows.length - 1 || weightOf(rows[k + 1]!) === 1)) continue;
        isProduct = false;
        addLogs(weight);
      }
      const value = isProduct ? logOfProducts(set.weights, first) : undefined;
      if (value !== undefined) return value;
      addLogs(1);
      return logSumExp(shares);
    },
    /** Adds weight × derivatives of the last evaluation to a gradient. */
    addSlope(rows: readonly number[], weight: number, gradient: Float64Array, at: number): void {
      for (let m = 0; m < vectors.length; m++) {
        const { factor, number, isSize } = vectors[m]!;
        const vector = weighted[m]!;
        for (let draw = 0; draw < draws; draw++) vector[draw] = weight * shares[draw]!;
        if (factor >= 0) multiply(vector, columns[varying.indexOf(factor)]!, isSize);
        if (number >= 0) multiply(vector, numbers[number]!, false);
      }
      for (let k = 0; k < rows.length; k++) {
        const row = rows[k]!;
        const rowWeight = weightOf(row);
        const block = blockOf(rows.length <= keptRows ? k : 0);
        if (rows.length > keptRows) evaluateRow(row, block);
        for (let e = 0; e < equations.length; e++) {
          const { coefficients, matrix } = equations[e]!;
          const own = parts[e]!.vectors;
          for (let v = 0; v < own.length; v++)
            sums[own[v]!] = rowWeight * dot(weighted[own[v]!]!, block, e * draws, draws);
          const from = row * coefficients.length;
          for (let c = 0; c < coefficients.length; c++) {
            const term = matrix[from + c]!;
            if (term === 0) continue;
            const all = targets[coefficients[c]!]!;
            for (let t = 0; t < all.length; t++) gradient[at + all[t]!.parameter]! += term * sums[all[t]!.vector]!;
          }
        }
        for (let slot = kernel.equations; slot < slots; slot++)
          for (const { parameter, vector } of targets[terms + slot - kernel.equations]!)
            gradient[at + parameter]! += rowWeight * dot(weighted[vector]!, block, slot * draws, draws);
      }
    },
  };
}

function dot(vector: Float64Array, block: Float64Array, from: number, size: number): number {
  let sum = 0;
  for (let k = 0; k < size; k++) sum += vector[k]! * block[from + k]!;
  return sum;
}

/** Share of each point, multiplied by a coefficient of the point or its size, and by a standard number of the point. */
interface Vector {
  /** Place of the coefficient; -1 for 1. */
  readonly factor: number;
  readonly isSize: boolean;
  /** Position of the taste; -1 for 1. */
  readonly number: number;
}

/** The derivative by a coefficient of the points, summed with the vector, is a part of the derivative by the parameter. */
interface Target {
  readonly parameter: number;
  readonly vector: number;
}

/** Derivatives by the parameters from those by the coefficients of the points (chain rule), by place of the coefficient. */
function derivativesOf(
  { fixed, places, means, meanOf, loadings, isLogNormal, money, design }: DrawnTastes,
  tastes: number,
): { vectors: Vector[]; targets: Target[][] } {
  const vectors: Vector[] = [];
  const targets: Target[][] = Array.from(fixed, () => []);
  const width = means.length;
  const add = (place: number, parameter: number, factor: number, number: number, isSize = false) => {
    const isSame = (own: Vector) => own.factor === factor && own.number === number && own.isSize === isSize;
    let vector = vectors.findIndex(isSame);
    if (vector < 0) vector = vectors.push({ factor, number, isSize }) - 1;
    targets[place]!.push({ parameter, vector });
  };
  /** Derivatives by the mean, the spread and the loadings of a taste. */
  const addTaste = (taste: number, place: number, factor: number, isSize = false) => {
    if (meanOf[taste]! >= 0) add(place, meanOf[taste]!, factor, -1, isSize);
    add(place, width + taste, factor, taste, isSize);
    loadings.forEach((loading, k) => {
      if (loading.taste === taste) add(place, width + tastes + k, factor, loading.on, isSize);
    });
  };
  const isMultiplied = (place: number) => money >= 0 && place !== money && place < design.coefficients.length;
  places.forEach((place, taste) => {
    if (isLogNormal[taste]) addTaste(taste, place, place);
    else addTaste(taste, place, isMultiplied(place) ? money : -1, isMultiplied(place));
    if (place !== money) return;
    // The coefficient of money is also a factor of all others.
    for (const other of design.coefficients.keys()) if (other !== money) addTaste(taste, other, other);
  });
  means.forEach((place, parameter) => {
    if (!places.includes(place)) add(place, parameter, isMultiplied(place) ? money : -1, -1, isMultiplied(place));
  });
  return { vectors, targets };
}
