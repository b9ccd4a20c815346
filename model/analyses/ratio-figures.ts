import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { familyOf } from '../families/family-of.js';
import { covarianceOf, quadraticForm, targetCovarianceOf } from '../simulation/estimation-error.js';
import { ErrorBudget } from '../summary/error-budget.js';
import { missingParts, type Percentiles } from '../summary/errors.js';
import { smallGroupSize } from '../summary/small-group-size.js';
import type { Interval } from '../summary/intervals.js';
import type { EstimatedFigure } from './estimate.js';
import type { RatioSet } from './trade-off.js';

/** Agents of a figure: all agents of an analysis, or a group of them. */
export interface FigureAgents {
  readonly agents: number;
  /** Share of these agents in all agents. */
  readonly fraction: number;
  readonly isWhole: boolean;
}

/** Adds the errors to estimates that are smooth functions of means over agents. The form of the model has no known error for them. */
export class FigureErrors {
  private readonly budget: ErrorBudget;
  private readonly covariance: Float64Array | undefined;
  private readonly targetCovariance: Float64Array | undefined;
  readonly coefficients: number;

  constructor(definition: WorkflowDefinition) {
    const { decision, evidence } = definition;
    const { coefficients } = familyOf(decision).linear(decision);
    this.budget = new ErrorBudget(definition, { parameterDraws: 0, replicates: null });
    this.covariance = evidence.covariance && covarianceOf(definition, coefficients);
    this.targetCovariance = targetCovarianceOf(definition, coefficients);
    this.coefficients = coefficients.length;
  }

  /**
   * @param squares sum over the agents of the squared influence of an agent on the estimate (linearization)
   * @param gradient derivatives of the estimate with respect to the coefficients; undefined if no agent has derivatives
   * @param percentiles of draws of the coefficients, for the interval of an estimate that is not nearly linear in them
   */
  of(
    estimate: number,
    squares: number,
    gradient: Float64Array | undefined,
    { agents, fraction, isWhole }: FigureAgents,
    percentiles?: Percentiles,
  ): EstimatedFigure {
    const variance = agents > 1 ? squares / (agents - 1) : 0;
    const isKnown = agents >= smallGroupSize || variance > 0;
    const errorBy = (covariance: Float64Array | undefined) =>
      gradient && covariance ? Math.sqrt(Math.max(0, quadraticForm(gradient, covariance))) : undefined;
    const { errors, interval } = this.budget.of({
      // As the difference of a curve: unbounded, and with an unknown error of the model.
      kind: 'curve',
      id: '',
      side: 'difference',
      bounds: [-Infinity, Infinity],
      moments: { mean: estimate, deviation: isKnown ? Math.sqrt(variance) : null },
      agents,
      isWhole,
      fraction,
      estimation: errorBy(this.covariance),
      targets: errorBy(this.targetCovariance),
      percentiles,
      position: 0,
      repeatedRuns: undefined,
    });
    return { estimate, interval, errors, missing_parts: missingParts(errors) };
  }
}

/** Two estimates with their variances and covariance. */
export interface RatioEstimates {
  readonly numerator: number;
  readonly denominator: number;
  readonly numeratorVariance: number;
  readonly denominatorVariance: number;
  readonly covariance: number;
}

/**
 * Confidence set of a ratio θ = a / b: the values with (a - θb)² ≤ q²·Var(a - θb). It has the right coverage even if the denominator is
 * imprecise, and is then unbounded. Source: Fieller, "Some problems in interval estimation", Journal of the Royal Statistical Society B 16
 * (1954).
 *
 * @param quantile of the standardized difference, such as 1.96
 */
export function fiellerSet(estimates: RatioEstimates, quantile: number): RatioSet {
  const { numerator: a, denominator: b, numeratorVariance, denominatorVariance, covariance } = estimates;
  const q2 = quantile * quantile;
  // The inequality is A·θ² - 2·B·θ + C ≤ 0.
  const A = b * b - q2 * denominatorVariance;
  const B = a * b - q2 * covariance;
  const C = a * a - q2 * numeratorVariance;
  const discriminant = B * B - A * C;
  if (A === 0 || (A < 0 && discriminant <= 0)) return { shape: 'everything', limits: null };
  const root = Math.sqrt(Math.max(0, discriminant));
  const [first, second] = [(B - root) / A, (B + root) / A];
  const limits: Interval = [Math.min(first, second), Math.max(first, second)];
  return { shape: A > 0 ? 'bounded' : 'outside', limits };
}

/** Standard error of a ratio by the delta method. */
export function ratioStandardError(estimates: RatioEstimates): number {
  const { numerator: a, denominator: b, numeratorVariance, denominatorVariance, covariance } = estimates;
  const ratio = a / b;
  const variance = numeratorVariance - 2 * ratio * covariance + ratio * ratio * denominatorVariance;
  return Math.sqrt(Math.max(0, variance)) / Math.abs(b);
}
