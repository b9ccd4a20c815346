import { type AbstractMatrix, CholeskyDecomposition, Matrix } from 'ml-matrix';
import type { ModelError, WorkflowDefinition } from '../../definition.js';
import type { LinearModel } from '../../equations/linear-model.js';
import { familyOf } from '../../families/family-of.js';
import { CalibrationError } from '../calibration-error.js';
import { clusterScores } from '../covariance.js';
import { designAt, designOf } from '../design/design-of.js';
import type { Model } from '../fit-sample.js';
import { maximizeByNewton } from '../newton.js';
import type { TwiceDifferentiableObjective } from '../objective.js';
import { invert } from '../numbers/symmetric-matrix.js';
import { observationsOf } from '../rows/table.js';
import { totalLikelihood, type TotalLikelihood } from '../total-likelihood.js';
import type { Design } from '../likelihood.js';
import { type Candidate, candidateTerms } from './candidate-terms.js';
import { keptPart } from '../../math/shrinkage.js';
import { digits6 } from './round.js';

export type OmittedTerms = NonNullable<ModelError['omitted']>;

/** Independent respondents per column, so that the asymptotic covariance holds. */
const respondentsPerColumn = 10;
const maxColumns = 60;
/** Part of the information about a column that the others leave; below it, they determine the column. */
const leastOwnPart = 1e-4;
/** Scale of the prior of the standard deviation of interactions. */
const interactionScale = 0.3;
/** Prior of the standard deviation of the form: equal probability on a logarithmic scale from 0.5% to 100%. */
const formSpreads = Array.from({ length: 14 }, (_, k) => 0.005 * 200 ** (k / 13));
/** Variance of an adjustment, relative to that of its estimate: as good as flat. */
const flat = 1e4;

/**
 * What the model omits, from all rows of the fit: the posterior distribution of terms that it could have in addition. A simulation moves an effect by
 * their mean, and their variance is the error of the model.
 *
 * Each round estimates the terms by one step from the efficient score, shrinks them, and fits the model again with the shrunk terms as an offset. With
 * all weights 1, the effect is that of Chernozhukov, Newey and Singh, "Automatic debiased machine learning of causal and structural effects",
 * Econometrica 90 (2022). Score: Pregibon, "Score tests in GLIM with applications", GLIM 82 (1982). Shrinkage: Carvalho, Polson and Scott, "The
 * horseshoe estimator for sparse signals", Biometrika 97 (2010).
 *
 * @param definition definition with the estimates of the rows
 * @param rows positions of the rows that the estimates come from
 * @param parameters ids of the parameters whose effects the terms change
 * @returns undefined without such terms, for mixtures, and for a sample that is too small
 */
export function omittedTerms(
  definition: WorkflowDefinition,
  model: Model,
  rows: Int32Array,
  parameters: ReadonlySet<string>,
): OmittedTerms | undefined {
  const { bound, observations } = model;
  const linear = familyOf(definition.decision).linear(definition.decision);
  if (parameters.size === 0 || bound.mixture || bound.designModel || familyOf(definition.decision).interacting)
    return undefined;
  const errors = new Map(definition.evidence.estimates.map((own) => [own.coefficient, own.standard_error]));
  const estimates = new Map(linear.coefficients.map(({ id, estimate }) => [id, estimate]));
  const unitOf = (id: string) => Math.hypot(estimates.get(id)!, 3 * (errors.get(id) ?? 0));
  const candidates = candidateTerms(definition, linear, model, parameters, unitOf);
  if (candidates.length === 0) return undefined;
  const at = observationsOf(observations, rows);
  const extended = withCandidates(linear, candidates);
  const design = designAt(
    designOf(definition, extended, bound.equations, model.rows, observations),
    at,
    model.rows,
    observations,
  );
  const likelihood = totalLikelihood(design, bound.kernel(at));
  const names = [...design.coefficients, ...linear.ancillary];
  const start = Float64Array.from(names, (id) => estimates.get(id) ?? 0);
  const sample = new ExtendedSample(likelihood, design, names, candidates);
  const found = sample.estimate(start, definition.decision.family === 'conditional_logit' ? 3 : 2);
  if (!found) return undefined;
  return {
    parameters: [...parameters],
    terms: found.columns.flatMap((k) =>
      candidates[k]!.terms.map(({ scale, equations, factors }) => ({
        coefficient: candidateId(k),
        scale: digits6(scale),
        equations: [...equations],
        factors: [...factors],
      })),
    ),
    coefficients: found.names,
    shift: found.shift.map(digits6),
    covariance: found.covariance.map(digits6),
  };
}

const candidateId = (k: number) => `omitted_${k + 1}`;

function withCandidates(linear: LinearModel, candidates: readonly Candidate[]): LinearModel {
  return {
    ...linear,
    coefficients: [
      ...linear.coefficients,
      ...candidates.map((_, k) => ({ id: candidateId(k), label: candidateId(k), estimate: 0 })),
    ],
    terms: [
      ...linear.terms,
      ...candidates.flatMap(({ terms }, k) =>
        terms.map((term, n) => ({ ...term, id: `${candidateId(k)}_${n}`, label: '', coefficient: candidateId(k) })),
      ),
    ],
  };
}

class ExtendedSample {
  /** Positions of the estimated parameters and of the candidates. */
  private readonly model: number[];
  private readonly candidate: number[];

  constructor(
    private readonly likelihood: TotalLikelihood,
    private readonly design: Design,
    /** Ids of the parameters of the likelihood. */
    private readonly names: readonly string[],
    private readonly candidates: readonly Candidate[],
  ) {
    const isCandidate = names.map((id) => candidates.findIndex((_, k) => candidateId(k) === id));
    this.model = isCandidate.flatMap((k, place) => (k < 0 ? [place] : []));
    this.candidate = candidates.map((_, k) => isCandidate.indexOf(k));
  }

  estimate(start: Float64Array, rounds: number) {
    const { names, model } = this;
    const columns = this.identified(start);
    if (columns.length === 0) return undefined;
    const places = columns.map((k) => this.candidate[k]!);
    const kinds = columns.map((k) => this.candidates[k]!.kind);
    let parameters = start;
    let found: { readonly step: Step; readonly posterior: Posterior } | undefined;
    for (let round = 0; round < rounds; round++) {
      const step = this.step(parameters, places);
      if (!step) break;
      const posterior = posteriorOf(step.estimates, step.variance, kinds);
      const next = this.refitted(parameters, places, posterior.mean);
      // Far from the estimates, the likelihood can have no maximum nearby: the earlier round remains.
      if (!next) break;
      found = { step, posterior };
      parameters = next;
    }
    if (!found) return undefined;
    const { regression, ofModel } = found.step;
    const [size, width] = [model.length, places.length];
    const { covariance: ofColumns, weight } = found.posterior;
    // The effect moves by g·T·δ: what the columns change, and what the model changes in return.
    const moved = Matrix.zeros(size + width, width);
    moved.setSubMatrix(Matrix.mul(regression, -1), 0, 0);
    moved.setSubMatrix(Matrix.eye(width), size, 0);
    const cross = Matrix.zeros(size + width, width);
    cross.setSubMatrix(ofModel, 0, 0);
    const both = cross.mmul(weight.transpose()).mmul(moved.transpose());
    const covariance = moved.mmul(ofColumns).mmul(moved.transpose()).add(both).add(both.transpose());
    const order = [...model, ...places];
    return {
      columns,
      names: order.map((place) => names[place]!),
      shift: order.map((place) => parameters[place]! - start[place]!),
      covariance: order.flatMap((_, i) => order.slice(0, i + 1).map((_, j) => covariance.get(i, j))),
    };
  }

  /** The candidates, in their order, that neither the model nor earlier ones determine, as many as the sample has respondents for. */
  private identified(parameters: Float64Array): number[] {
    const { likelihood, design, model, candidate } = this;
    const { clusters } = clusterScores(design, likelihood, parameters);
    const most = Math.min(maxColumns, Math.floor(clusters / respondentsPerColumn) - model.length);
    const information = squareOf(likelihood.information(parameters, 'observed'), likelihood.size);
    const known = [...model];
    const columns: number[] = [];
    candidate.forEach((place, k) => {
      if (columns.length >= most) return;
      const total = information.get(place, place);
      const cross = information.selection(known, [place]);
      const inverse = inverseOf(information.selection(known, known));
      const rest = inverse ? total - cross.transpose().mmul(inverse).mmul(cross).get(0, 0) : 0;
      if (!(total > 0) || rest < leastOwnPart * total) return;
      known.push(place);
      columns.push(k);
    });
    return columns;
  }

  /** One step from the efficient score of the columns, with its variance and its covariance with the estimates of the model. */
  private step(parameters: Float64Array, places: readonly number[]) {
    const { likelihood, design, model } = this;
    const information = squareOf(likelihood.information(parameters, 'observed'), likelihood.size);
    const part = (own: readonly number[], other: readonly number[]) => information.selection([...own], [...other]);
    const ofModel = inverseOf(part(model, model));
    if (!ofModel) return undefined;
    const regression = ofModel.mmul(part(model, places));
    const efficient = inverseOf(part(places, places).sub(part(places, model).mmul(regression)));
    if (!efficient) return undefined;
    const { scores: sums, clusters } = clusterScores(design, likelihood, parameters);
    const scores = Matrix.from1DArray(sums.length / likelihood.size, likelihood.size, sums);
    const all = Array.from({ length: scores.rows }, (_, row) => row);
    const scoresOf = (own: readonly number[]) => scores.selection(all, [...own]);
    const influence = scoresOf(places).sub(scoresOf(model).mmul(regression)).mmul(efficient);
    const change = influence.sum('column');
    const centered = influence.clone().center('column');
    const factor = clusters / (clusters - 1);
    return {
      regression,
      estimates: places.map((place, k) => parameters[place]! + change[k]!),
      variance: centered.transpose().mmul(centered).mul(factor),
      ofModel: scoresOf(model).mmul(ofModel).transpose().mmul(centered).mul(factor),
    };
  }

  /** Maximum likelihood of the parameters of the model, with these coefficients of the columns. Undefined without a maximum. */
  private refitted(
    start: Float64Array,
    places: readonly number[],
    coefficients: readonly number[],
  ): Float64Array | undefined {
    const { likelihood, model } = this;
    const { size } = likelihood;
    const parameters = start.slice();
    places.forEach((place, k) => (parameters[place] = coefficients[k]!));
    const [slopes, curves] = [new Float64Array(size), new Float64Array(size * size)];
    const evaluate = (own: Float64Array, work: () => number) => {
      model.forEach((place, k) => (parameters[place] = own[k]!));
      return work();
    };
    const gradientOf = (out: Float64Array) => model.forEach((place, k) => (out[k] = slopes[place]!));
    const objective: TwiceDifferentiableObjective = {
      size: model.length,
      value: (own) => evaluate(own, () => likelihood.value(parameters)),
      evaluateGradient(own, gradient) {
        const value = evaluate(own, () => likelihood.evaluateGradient(parameters, slopes));
        gradientOf(gradient);
        return value;
      },
      evaluateHessian(own, gradient, hessian) {
        const value = evaluate(own, () => likelihood.evaluateHessian(parameters, slopes, curves));
        gradientOf(gradient);
        model.forEach((i, row) =>
          model.forEach((j, column) => (hessian[row * model.length + column] = curves[i * size + j]!)),
        );
        return value;
      },
    };
    try {
      const { parameters: own } = maximizeByNewton(
        objective,
        Float64Array.from(model, (place) => start[place]!),
      );
      model.forEach((place, k) => (parameters[place] = own[k]!));
      return parameters;
    } catch (error) {
      if (error instanceof CalibrationError) return undefined;
      throw error;
    }
  }
}

type Step = NonNullable<ReturnType<ExtendedSample['step']>>;

const squareOf = (values: Float64Array, size: number) => Matrix.from1DArray(size, size, values);

/** Undefined if the symmetric matrix is not positive definite. */
function inverseOf(matrix: Matrix): Matrix | undefined {
  const inverse = invert(Float64Array.from(matrix.to1DArray()), matrix.rows);
  return inverse && squareOf(inverse, matrix.rows);
}

interface Posterior {
  readonly mean: readonly number[];
  readonly covariance: Matrix;
  /** Derivative of the mean by the estimates. */
  readonly weight: Matrix;
}

/** Shrinks estimates with this covariance. */
function posteriorOf(estimates: readonly number[], variance: Matrix, kinds: readonly Candidate['kind'][]): Posterior {
  const size = estimates.length;
  const parts = kinds.map((kind, k) =>
    kind === 'interaction'
      ? keptPart(variance.get(k, k), [{ mean: estimates[k]!, variance: variance.get(k, k) }], interactionScale)
      : undefined,
  );
  const column = Matrix.columnVector([...estimates]);
  const spreads = kinds.includes('form') ? formSpreads : [0];
  const points = spreads.map((spread) => {
    const prior = kinds.map((kind, k) => {
      const own = variance.get(k, k);
      if (kind === 'adjustment') return flat * own;
      return kind === 'form' ? spread ** 2 : (own * parts[k]!.mean) / (1 - parts[k]!.mean);
    });
    const total = Matrix.add(variance, Matrix.diag(prior));
    const inverted = inverseOf(total)!;
    const weight = Matrix.diag(prior).mmul(inverted);
    const square = column.transpose().mmul(inverted).mmul(column).get(0, 0);
    return { weight, mean: weight.mmul(column), log: -(logDeterminant(total) + square) / 2 };
  });
  const greatest = Math.max(...points.map(({ log }) => log));
  const weights = points.map(({ log }) => Math.exp(log - greatest));
  const all = weights.reduce((sum, own) => sum + own, 0);
  const averaged = (valueOf: (point: (typeof points)[number]) => AbstractMatrix): Matrix => {
    const [first, ...others] = points.map((point, k) => Matrix.mul(valueOf(point), weights[k]! / all));
    return others.reduce((sum, own) => sum.add(own), first!);
  };
  const mean = averaged((point) => point.mean);
  const covariance = averaged(({ weight, mean: own }) => {
    const distance = Matrix.sub(own, mean);
    return weight.mmul(variance).add(distance.mmul(distance.transpose()));
  });
  for (let k = 0; k < size; k++)
    covariance.set(k, k, covariance.get(k, k) + (parts[k]?.variance ?? 0) * estimates[k]! ** 2);
  return { mean: mean.to1DArray(), covariance, weight: averaged(({ weight }) => weight) };
}

function logDeterminant(matrix: Matrix): number {
  const lower = new CholeskyDecomposition(matrix).lowerTriangularMatrix;
  return 2 * lower.diagonal().reduce((sum, value) => sum + Math.log(value), 0);
}
