import { CalibrationError } from './calibration-error.js';
import { type Design } from './likelihood.js';
import { type TotalLikelihood } from './total-likelihood.js';

/** What is left of a column that the others explain up to rounding: part of its own sum of squares. */
const EXPLAINED = 1e-10;
/** A step this long in any linear predictor that gains nothing: the top lies at infinity. */
const ENDLESS_STEP = 1e-2;
/** Coefficients that move by less than this part of the one that moves most are not what separates. */
const STANDS_STILL = 1e-2;

/**
 * Refuses data too small for the model.
 *
 * @param observations what is independent: respondents where they repeat, rows where not
 * @param least in how many rows a coefficient must matter
 * @throws CalibrationError `calibration_too_few`
 */
export function requireEnough(design: Design, parameters: number, observations: number, least: number): void {
  if (observations <= parameters) {
    throw new CalibrationError('calibration_too_few', `${observations} observations for ${parameters} parameters`, {
      observations,
      parameters,
    });
  }
  const rowsOf = rowsThatMatter(design);
  const rare = design.coefficients.filter((_, k) => rowsOf[k]! < least);
  if (rare.length > 0) {
    throw new CalibrationError('calibration_too_few', `fewer than ${least} rows for ${rare.join(', ')}`, {
      coefficients: rare,
      least,
    });
  }
}

/** In how many rows each coefficient has a term other than 0, in whichever equation. */
function rowsThatMatter({ rows, coefficients, equations }: Design): Int32Array {
  const counts = new Int32Array(coefficients.length);
  const lastRow = new Int32Array(coefficients.length).fill(-1);
  for (let row = 0; row < rows; row++) {
    for (const { coefficients: to, matrix } of equations) {
      for (let k = 0; k < to.length; k++) {
        if (matrix[row * to.length + k] === 0 || lastRow[to[k]!] === row) continue;
        lastRow[to[k]!] = row;
        counts[to[k]!]! += 1;
      }
    }
  }
  return counts;
}

/** @throws CalibrationError `calibration_outcome_never_seen`, naming every outcome that no row has */
export function requireEveryOutcome(outcomes: Int32Array, ids: readonly string[]): void {
  const seen = new Set(outcomes);
  const never = ids.filter((_, k) => !seen.has(k));
  if (never.length > 0) {
    throw new CalibrationError('calibration_outcome_never_seen', `nobody has ${never.join(', ')}`, { outcomes: never });
  }
}

/**
 * Refuses coefficients that the data cannot tell apart. A direction in which no row's likelihood has a slope is one in which the
 * coefficients can be moved for nothing; such directions are found by pivoted elimination of the sum of s·sᵗ over rows, s being the
 * first derivatives at the start. Unlike a look at the terms alone, it knows that only differences between alternatives count.
 * Source: Golub and Van Loan, "Matrix computations", section 4.2.8; Rothenberg, "Identification in parametric models" (1971).
 *
 * @throws CalibrationError `calibration_collinear`: `coefficients` are what could be left out, `combinations` what each is tied to
 */
export function requireTellingApart(design: Design, likelihood: TotalLikelihood): void {
  const { names, size } = likelihood;
  const scores = likelihood.scores(likelihood.start(), (row) => row, design.rows);
  const gram = new Float64Array(size * size);
  for (let row = 0; row < design.rows; row++) {
    for (let i = 0; i < size; i++) {
      const score = scores[row * size + i]!;
      if (score !== 0) for (let j = 0; j < size; j++) gram[i * size + j]! += score * scores[row * size + j]!;
    }
  }
  const combinations = dependencies(gram, size);
  if (combinations.length === 0) return;
  const named = combinations.map(({ dependent, on }) => ({
    coefficient: names[dependent]!,
    with: on.map((k) => names[k]!),
  }));
  const told = named.map((tie) =>
    tie.with.length > 0 ? `${tie.coefficient} (with ${tie.with.join(', ')})` : `${tie.coefficient} (never varies)`,
  );
  throw new CalibrationError('calibration_collinear', `cannot be told apart: ${told.join('; ')}`, {
    coefficients: named.map(({ coefficient }) => coefficient),
    combinations: named,
  });
}

/**
 * Columns that the others explain, and by which: Gauss-Jordan elimination, the largest remainder first.
 *
 * @param gram size × size, sums of products of the columns
 */
function dependencies(gram: Float64Array, size: number): { dependent: number; on: number[] }[] {
  const work = Float64Array.from(gram);
  const own = Float64Array.from({ length: size }, (_, k) => gram[k * size + k]!);
  const left = new Set(own.keys());
  const pivots: number[] = [];
  for (;;) {
    let pivot = -1;
    let most = EXPLAINED;
    for (const k of left) {
      const part = own[k]! > 0 ? work[k * size + k]! / own[k]! : 0;
      if (part > most) [pivot, most] = [k, part];
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
  // Column `dependent` of the reduced rows holds its weights on the pivots.
  return [...left].map((dependent) => ({
    dependent,
    on: pivots.filter((k) => {
      const weight = Math.abs(work[k * size + dependent]!) * Math.sqrt(own[k]!);
      return weight > 1e-6 * Math.sqrt(own[dependent]!);
    }),
  }));
}

/**
 * Refuses estimates that lie at infinity: at a proper top the step that would come next moves no linear predictor, whereas under
 * perfect or quasi-complete separation each Newton step moves some of them by about one, for ever smaller gains.
 * Source: Albert and Anderson, "On the existence of maximum likelihood estimates in logistic regression models", Biometrika 71 (1984).
 *
 * @param next the step that would come next at the top that was reached
 * @throws CalibrationError `calibration_separated`, naming the coefficients that run away
 */
export function requireFiniteTop(design: Design, likelihood: TotalLikelihood, next: Float64Array): void {
  const reach = new Float64Array(likelihood.size);
  let longest = 0;
  for (const { coefficients, matrix } of design.equations) {
    const width = coefficients.length;
    for (let row = 0; row < design.rows; row++) {
      let moved = 0;
      for (let k = 0; k < width; k++) {
        const part = matrix[row * width + k]! * next[coefficients[k]!]!;
        moved += part;
        reach[coefficients[k]!] = Math.max(reach[coefficients[k]!]!, Math.abs(part));
      }
      longest = Math.max(longest, Math.abs(moved));
    }
  }
  for (let k = design.coefficients.length; k < likelihood.size; k++)
    longest = Math.max(longest, (reach[k] = Math.abs(next[k]!)));
  if (longest < ENDLESS_STEP) return;
  const most = reach.reduce((a, b) => Math.max(a, b), 0);
  const coefficients = likelihood.names.filter((_, k) => reach[k]! > STANDS_STILL * most);
  throw new CalibrationError('calibration_separated', `no finite estimate of ${coefficients.join(', ')}`, {
    coefficients,
  });
}
