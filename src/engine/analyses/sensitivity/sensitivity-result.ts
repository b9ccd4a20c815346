import type { ErrorPart } from '../../summary/errors.js';

/** An index: a share of the variance, with its 95% interval. */
export interface IndexResult {
  value: number;
  interval: [number, number];
  standard_error: number;
}

/** A setting of a factor in the tornado chart, and the value of the figure there. Null for the coefficients, which have many settings. */
export interface BarEnd {
  setting: number | string | null;
  value: number;
}

export interface FactorResult {
  kind: 'parameter' | 'coefficients';
  name: string;
  label: string;
  /** Elementary effects. Null for the coefficients. */
  screening: { mu_star: number; mu_star_interval: [number, number]; mu: number; sigma: number } | null;
  /** Null if the factor was screened out, or if the figure does not vary. */
  first_order: IndexResult | null;
  total: IndexResult | null;
  low: BarEnd;
  high: BarEnd;
}

export interface SensitivityFigure {
  kind: 'outcome' | 'outcome_group' | 'measure';
  id: string;
  label: string;
  unit: string | null;
  /** Value under the scenario of the request, with the estimated coefficients. */
  base: number;
  /** Mean and standard deviation over the ranges of all factors with indices. */
  mean: number;
  standard_deviation: number;
  /** Factors, the most important first. */
  factors: FactorResult[];
  interactions: IndexResult | null;
}

/** The stored result. Plain JSON. */
export interface SensitivityResult {
  figures: SensitivityFigure[];
  /** Parameters without indices, because others have greater elementary effects or they have none. */
  screened_out: string[];
  /** Whether the coefficients vary. False if the workflow has no covariance of its coefficients. */
  includes_coefficients: boolean;
  /** Parts of the error that no interval contains. The intervals are those of the samples. */
  missing_parts: ErrorPart[];
  evaluations: number;
}
