import { CalibrationError } from '../calibration-error.js';
import { constantsDesign } from '../design/design-of.js';
import { requireIdentified } from '../identification.js';
import { conditionalLogit } from '../likelihoods/conditional-logit.js';
import type { Design, DesignEquation } from '../likelihood.js';
import { maximizeByNewton, type OptimizerLimits } from '../newton.js';
import { linearPredictor, totalLikelihood } from '../total-likelihood.js';
import { jointLikelihood } from './class-layout.js';
import { logSumExp } from './panel.js';

/**
 * Prior probabilities of the classes of each respondent, called shares: a logit with the log odds of the classes 2 to C
 * relative to class 1. Without terms of the respondents, each log odds is one parameter.
 */
export interface ClassMembership {
  /** Number of parameters. */
  readonly size: number;
  /** Whether the log odds of all classes have the same terms with own parameters, so that classes can change places. */
  readonly isSymmetric: boolean;
  /** Share of each class: respondents × C. */
  shares(parameters: Float64Array): Float64Array;
  /**
   * Adds the derivatives of a respondent to a gradient.
   *
   * @param slopes derivatives with respect to the log odds of the C classes
   * @param at position of the first parameter in the gradient
   */
  addSlope(respondent: number, slopes: Float64Array, gradient: Float64Array, at: number): void;
  /**
   * Parameters that maximize the expected log-likelihood of the memberships (step of expectation-maximization).
   *
   * @param memberships posterior probabilities: respondents × C
   * @param weights weight of each respondent
   * @param start parameters of the earlier round
   */
  maximize(
    memberships: Float64Array,
    weights: Float64Array,
    start: Float64Array,
    limits: OptimizerLimits,
  ): Float64Array;
  /** Parameters of a symmetric membership after the classes changed places: class k becomes `order.indexOf(k)`. */
  reordered(parameters: Float64Array, order: readonly number[]): Float64Array;
}

/**
 * @param respondents rows of each respondent
 * @throws CalibrationError `calibration_uneven_panel` if the terms differ between rows of a respondent,
 *   `calibration_collinear` if their parameters cannot be identified separately
 */
export function classMembership(
  { membership }: Pick<Design, 'membership'>,
  respondents: readonly (readonly number[])[],
  classes: number,
): ClassMembership {
  const ids = Array.from({ length: classes }, (_, c) => String(c + 1));
  const noTerms = { rows: respondents.length, coefficients: [], equations: [] };
  // Without terms, each class after the first has one parameter.
  const design = membership ? ofRespondents(membership, respondents) : constantsDesign(noTerms, ids, ids.slice(1));
  const { equations } = design;
  const size = design.coefficients.length;
  if (membership) requireIdentifiedTerms(design);

  function shares(parameters: Float64Array): Float64Array {
    const all = new Float64Array(design.rows * classes);
    for (let row = 0; row < design.rows; row++) {
      const own = all.subarray(row * classes, (row + 1) * classes);
      equations.forEach((equation, c) => {
        own[c] = linearPredictor(equation, row, parameters);
      });
      logSumExp(own);
    }
    return all;
  }

  return {
    size,
    isSymmetric: hasOwnParameters(design),
    shares,
    addSlope(respondent, slopes, gradient, at) {
      equations.forEach(({ coefficients, matrix }, c) => {
        const from = respondent * coefficients.length;
        for (let k = 0; k < coefficients.length; k++)
          gradient[at + coefficients[k]!]! += slopes[c]! * matrix[from + k]!;
      });
    },
    maximize: membership
      ? byNewton(design, classes)
      : (memberships, weights) => constants(memberships, weights, classes),
    reordered(parameters, order) {
      if (!membership) {
        const own = shares(parameters);
        return constants(
          Float64Array.from(order, (c) => own[c]!),
          Float64Array.of(1),
          classes,
        );
      }
      const moved = new Float64Array(size);
      const valueAt = (c: number, k: number) => (c === 0 ? 0 : parameters[equations[c]!.coefficients[k]!]!);
      order.forEach((from, to) =>
        equations[to]!.coefficients.forEach((place, k) => (moved[place] = valueAt(from, k) - valueAt(order[0]!, k))),
      );
      return moved;
    },
  };
}

type LogOddsDesign = NonNullable<Design['membership']>;

/** A design with one row for each respondent. */
function ofRespondents(
  { coefficients: names, equations }: LogOddsDesign,
  respondents: readonly (readonly number[])[],
): Design {
  return {
    rows: respondents.length,
    coefficients: names,
    equations: equations.map(({ coefficients, matrix, offset }): DesignEquation => {
      const width = coefficients.length;
      const own = new Float64Array(respondents.length * width);
      respondents.forEach((rows, respondent) => {
        const [first] = rows;
        for (const row of rows)
          for (let k = 0; k < width; k++)
            if (matrix[row * width + k] !== matrix[first! * width + k]) throw uneven(names[coefficients[k]!]!);
        own.set(matrix.subarray(first! * width, (first! + 1) * width), respondent * width);
      });
      return {
        coefficients,
        matrix: own,
        ...(offset && { offset: Float64Array.from(respondents, ([first]) => offset[first!]!) }),
      };
    }),
  };
}

function uneven(coefficient: string): CalibrationError {
  return new CalibrationError(
    'calibration_uneven_panel',
    `the rows of one respondent have different values of the membership term of ${coefficient}; ` +
      'a respondent has one class in all rows: use attributes that do not change between its rows',
    { coefficients: [coefficient] },
  );
}

/** The terms of a class are identified if a logit of this class and the first one identifies them. */
function requireIdentifiedTerms({ rows, coefficients: names, equations }: Design): void {
  for (const { coefficients, matrix } of equations.slice(1)) {
    const none: DesignEquation = { coefficients: new Int32Array(0), matrix: new Float64Array(0) };
    const own: Design = {
      rows,
      coefficients: Array.from(coefficients, (k) => names[k]!),
      equations: [none, { coefficients: Int32Array.from(coefficients.keys()), matrix }],
    };
    requireIdentified(own, totalLikelihood(own, conditionalLogit(2, new Int32Array(rows))));
  }
}

function hasOwnParameters({ coefficients, equations }: Design): boolean {
  const [, second, ...others] = equations;
  return (
    equations.every(({ offset }) => !offset) &&
    equations.slice(1).reduce((sum, own) => sum + own.coefficients.length, 0) === coefficients.length &&
    others.every(({ matrix }) => matrix.length === second!.matrix.length) &&
    others.every(({ matrix }) => matrix.every((value, at) => value === second!.matrix[at]))
  );
}

/** Log odds of the mean memberships. */
function constants(memberships: Float64Array, weights: Float64Array, classes: number): Float64Array {
  const shares = new Float64Array(classes);
  memberships.forEach((value, at) => (shares[at % classes]! += weights[Math.floor(at / classes)]! * value));
  return Float64Array.from({ length: classes - 1 }, (_, k) => Math.log(shares[k + 1]! / shares[0]!));
}

/** The memberships are outcomes of a logit: each respondent has every class, with the weight of its membership. */
function byNewton(design: Design, classes: number): ClassMembership['maximize'] {
  const weightsOf = Array.from({ length: classes }, () => new Float64Array(design.rows));
  const parts = weightsOf.map((weights, c) =>
    totalLikelihood({ ...design, weights }, conditionalLogit(classes, new Int32Array(design.rows).fill(c))),
  );
  const size = design.coefficients.length;
  const all = Int32Array.from({ length: size }, (_, k) => k);
  const layout = {
    size,
    places: parts.map(() => all),
    fixed: parts.map(() => new Float64Array(size)),
    isSymmetric: false,
  };
  const likelihood = jointLikelihood(layout, [...parts.keys()], parts);
  return (memberships, weights, start, limits) => {
    memberships.forEach((value, at) => {
      const respondent = Math.floor(at / classes);
      weightsOf[at % classes]![respondent] = weights[respondent]! * value;
    });
    return maximizeByNewton(likelihood, start, limits).parameters;
  };
}
