import { CalibrationError } from './calibration-error.js';
import type { FitErrors } from './covariance.js';
import type { Design } from './likelihood.js';
import { factorize, invert, sandwich, scaled, unitScales } from './numbers/symmetric-matrix.js';
import type { Maximum } from './objective.js';
import type { TotalLikelihood } from './total-likelihood.js';

/** A column is collinear if less than this share of its sum of squares remains after elimination of the others. */
const collinearityTolerance = 1e-10;
/** Smaller scores, relative to the column, are rounding errors of a slope of 0. */
const roundingError = 1e-12;
/** If the next step changes a linear predictor by at least this much, the estimates are infinite. */
const maxFinalStep = 1e-2;
/** Coefficients that move by less than this ratio of the largest movement do not cause the separation. */
const minStepRatio = 1e-2;

/**
 * Rejects data with too few observations for the model.
 *
 * @param observations number of independent observations: respondents in a panel, otherwise rows
 * @param least minimum number of rows, counted by their frequency, with a nonzero term, per coefficient
 * @throws CalibrationError `calibration_too_few`
 */
export function requireEnoughObservations(
  design: Design,
  parameters: number,
  observations: number,
  least: number,
): void {
  if (observations <= parameters) {
    throw new CalibrationError(
      'calibration_too_few',
      `${observations} observations are too few to estimate ${parameters} parameters: a model needs more observations than parameters. Rows with a frequency, and those of cbind(), count as their respondents. Leave columns out of the formula, or add rows`,
      { observations, parameters },
    );
  }
  const rowsOf = countRowsByCoefficient(design);
  const rare = design.coefficients.filter((_, k) => rowsOf[k]! < least);
  if (rare.length > 0) {
    const counts = design.coefficients.flatMap((name, k) => (rowsOf[k]! < least ? [`${name} (${rowsOf[k]})`] : []));
    throw new CalibrationError(
      'calibration_too_few',
      `fewer than ${least} rows have a nonzero term of ${counts.join(', ')}: leave the column out, or combine its rare values`,
      { coefficients: rare, least },
    );
  }
}

/** Number of rows in which each coefficient has a nonzero term in any equation. */
function countRowsByCoefficient({ rows, coefficients, equations, frequencies }: Design): Float64Array {
  const counts = new Float64Array(coefficients.length);
  const lastRow = new Int32Array(coefficients.length).fill(-1);
  for (let row = 0; row < rows; row++) {
    for (const { coefficients: to, matrix } of equations) {
      for (let k = 0; k < to.length; k++) {
        if (matrix[row * to.length + k] === 0 || lastRow[to[k]!] === row) continue;
        lastRow[to[k]!] = row;
        counts[to[k]!]! += frequencies?.[row] ?? 1;
      }
    }
  }
  return counts;
}

/**
 * Requires every outcome of the model in the data.
 *
 * @param outcomes outcome of each row, as a position in `ids`
 * @throws CalibrationError `calibration_outcome_never_seen` with the missing outcomes
 */
export function requireEveryOutcome(outcomes: Int32Array, ids: readonly string[]): void {
  const present = new Set(outcomes);
  const missing = ids.filter((_, k) => !present.has(k));
  if (missing.length > 0) {
    throw new CalibrationError('calibration_outcome_never_seen', `no row has the outcome ${missing.join(', ')}`, {
      outcomes: missing,
    });
  }
}

/**
 * Rejects coefficients that cannot be identified separately. If no row's likelihood has a slope along a direction, the
 * coefficients can move in it without changing the likelihood. Pivoted elimination of Σ s·sᵗ over rows finds such
 * directions, with s the first derivatives at `parameters`. Unlike a check of the terms alone, it accounts for models in
 * which only differences between alternatives matter.
 * Source: Golub and Van Loan, "Matrix computations", section 4.2.8; Rothenberg, "Identification in parametric models"
 * (1971).
 *
 * @param parameters default: the start of the likelihood
 * @throws CalibrationError `calibration_collinear`: `coefficients` could be removed, `combinations` lists what each
 *   depends on
 */
export function requireIdentified(
  design: Design,
  likelihood: TotalLikelihood,
  parameters: Float64Array = likelihood.start(),
): void {
  const { names, size } = likelihood;
  const scores = likelihood.scores(parameters, (row) => row, design.rows);
  const gram = new Float64Array(size * size);
  for (let row = 0; row < design.rows; row++) {
    for (let i = 0; i < size; i++) {
      const score = scores[row * size + i]!;
      if (score !== 0) for (let j = 0; j < size; j++) gram[i * size + j]! += score * scores[row * size + j]!;
    }
  }
  columnSquares(design).forEach((squares, k) => {
    if (gram[k * size + k]! > squares * roundingError ** 2) return;
    for (let i = 0; i < size; i++) gram[k * size + i] = gram[i * size + k] = 0;
  });
  const combinations = dependencies(gram, size);
  if (combinations.length === 0) return;
  const named = combinations.map(({ dependent, on }) => ({
    coefficient: names[dependent]!,
    with: on.map((k) => names[k]!),
  }));
  const descriptions = named.map((dependency) =>
    dependency.with.length > 0
      ? `${dependency.coefficient} (with ${dependency.with.join(', ')})`
      : `${dependency.coefficient} (constant in every row)`,
  );
  throw new CalibrationError(
    'calibration_collinear',
    `these coefficients cannot be estimated separately: ${descriptions.join('; ')}`,
    { coefficients: named.map(({ coefficient }) => coefficient), combinations: named },
  );
}

/** Sum of squares of the terms of each coefficient, over the rows and equations. */
export function columnSquares({ coefficients, equations }: Design): Float64Array {
  const squares = new Float64Array(coefficients.length);
  for (const { coefficients: to, matrix } of equations)
    for (let at = 0; at < matrix.length; at++) squares[to[at % to.length]!]! += matrix[at]! ** 2;
  return squares;
}

/**
 * Columns that are linear combinations of other columns, by Gauss-Jordan elimination with the largest remaining pivot
 * first.
 *
 * @param gram size × size, sums of products of the columns
 * @returns for each dependent column the columns it depends on
 */
function dependencies(
  gram: Float64Array,
  size: number,
  tolerance = collinearityTolerance,
): { dependent: number; on: number[] }[] {
  const work = Float64Array.from(gram);
  const own = Float64Array.from({ length: size }, (_, k) => gram[k * size + k]!);
  const left = new Set(own.keys());
  const pivots: number[] = [];
  for (;;) {
    let pivot = -1;
    let maximum = tolerance;
    for (const k of left) {
      const part = own[k]! > 0 ? work[k * size + k]! / own[k]! : 0;
      if (part > maximum) [pivot, maximum] = [k, part];
    }
    if (pivot < 0) break;
    left.delete(pivot);
    pivots.push(pivot);
    const at = work[pivot * size + pivot]!;
    for (let j = 0; j < size; j++) work[pivot * size + j]! /= at;
    for (let i = 0; i < size; i++) {
      const factor = work[i * size + pivot]!;
      if (i === pivot || factor === 0) continue;
      for (let j = 0; j < size; j++) work[i * size + j]! -= factor * work[pivot * size + j]!;
    }
  }
  // Column `dependent` of the reduced rows contains its weights on the pivots.
  return [...left].map((dependent) => ({
    dependent,
    on: pivots.filter((k) => {
      const weight = Math.abs(work[k * size + dependent]!) * Math.sqrt(own[k]!);
      return weight > 1e-6 * Math.sqrt(own[dependent]!);
    }),
  }));
}

/**
 * Rejects infinite estimates. At a proper maximum, the next step changes no linear predictor. Under perfect or
 * quasi-complete separation, each Newton step changes some predictors by about 1 and gains less and less.
 * Source: Albert and Anderson, "On the existence of maximum likelihood estimates in logistic regression models",
 * Biometrika 71 (1984).
 *
 * @param maximum the estimates, and the next optimizer step from them
 * @throws CalibrationError `calibration_separated` with the coefficients that have no finite estimate
 */
export function requireFiniteEstimates(
  design: Design,
  likelihood: TotalLikelihood,
  { parameters, next }: Pick<Maximum, 'parameters' | 'next'>,
): void {
  const reach = new Float64Array(likelihood.size);
  let longest = 0;
  design.equations.forEach(({ coefficients, matrix }, equation) => {
    const width = coefficients.length;
    for (let row = 0; row < design.rows; row++) {
      const multiplier = likelihood.multiplier(parameters, row, equation);
      let moved = 0;
      for (let k = 0; k < width; k++) {
        const part = multiplier * matrix[row * width + k]! * next[coefficients[k]!]!;
        moved += part;
        reach[coefficients[k]!] = Math.max(reach[coefficients[k]!]!, Math.abs(part));
      }
      longest = Math.max(longest, Math.abs(moved));
    }
  });
  for (let k = design.coefficients.length; k < likelihood.size; k++)
    longest = Math.max(longest, (reach[k] = Math.abs(next[k]!)));
  if (longest < maxFinalStep) return;
  const maximum = reach.reduce((a, b) => Math.max(a, b), 0);
  const coefficients = likelihood.names.filter((_, k) => reach[k]! > minStepRatio * maximum);
  throw new CalibrationError(
    'calibration_separated',
    `no finite estimate exists for ${coefficients.join(', ')}, because they predict outcomes perfectly`,
    { coefficients },
  );
}

/** A combination of coefficients is flat if less than this share of its information remains after elimination of the others. */
const flatTolerance = 1e-7;

/** Names of the parameters along which the likelihood is flat. @param information size × size, row-major order */
export function flatCoefficients(information: Float64Array, names: readonly string[]): string[] {
  const flat = dependencies(information, names.length, flatTolerance).flatMap(({ dependent, on }) => [
    dependent,
    ...on,
  ]);
  return names.filter((_, k) => flat.includes(k));
}

/**
 * Names the coefficients along which the likelihood is flat, if an optimizer does not converge for this reason.
 *
 * @throws CalibrationError `calibration_flat` with the coefficients, or the error of the optimizer
 */
export function namingFlat<Result>(likelihood: TotalLikelihood, optimize: () => Result): Result {
  try {
    return optimize();
  } catch (error) {
    if (!(error instanceof CalibrationError) || error.code !== 'calibration_not_converged') throw error;
    const { parameters } = error.meta;
    if (!(parameters instanceof Float64Array)) throw error;
    const { size, names } = likelihood;
    const information = new Float64Array(size * size);
    likelihood.evaluateHessian(parameters, new Float64Array(size), information);
    const coefficients = flatCoefficients(
      information.map((value) => -value),
      names,
    );
    if (coefficients.length === 0) throw error;
    throw new CalibrationError(
      'calibration_flat',
      `the likelihood is flat in ${coefficients.join(', ')}: the data do not determine them. Remove their columns from the model`,
      { coefficients },
    );
  }
}

/**
 * Rejects coefficients that too few clusters determine for a clustered covariance. The scores of a cluster that determines a coefficient
 * alone sum to 0, which would be a standard error of 0. Models with more coefficients than clusters have the plain covariance instead.
 *
 * @throws CalibrationError `calibration_too_few` with the coefficients
 */
export function requireClusteredCovariance(fit: FitErrors & { names: readonly string[]; clusters: number }): void {
  const { covariance } = fit;
  const size = fit.names.length;
  const free = [...fit.names.keys()].filter((k) => covariance[k * size + k]! > 0);
  const n = free.length;
  const part = (matrix: Float64Array) => Float64Array.from(free.flatMap((i) => free.map((k) => matrix[i * size + k]!)));
  const clustered = part(fit.fewClusters?.covariance ?? fit.robustCovariance);
  const information = invert(part(covariance), n);
  if (fit.clusters <= size || !information) return;
  if (factorize(scaled(clustered, n, unitScales(clustered, n)), n, collinearityTolerance)) return;
  const squares = sandwich(information, clustered, n);
  free.forEach((_, k) => {
    if (squares[k * n + k]! > information[k * n + k]! * roundingError) return;
    for (let i = 0; i < n; i++) squares[k * n + i] = squares[i * n + k] = 0;
  });
  const coefficients = flatCoefficients(
    squares,
    free.map((k) => fit.names[k]!),
  );
  if (coefficients.length === 0) return;
  throw new CalibrationError(
    'calibration_too_few',
    `too few respondents or groups determine ${coefficients.join(', ')}: leave the column out, or combine its rare values`,
    { coefficients },
  );
}
