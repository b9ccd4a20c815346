/** A parameter that a sensitivity analysis varies: over a range of numbers, or over options. */
export type VariedParameter =
  | { readonly name: string; readonly from: number; readonly to: number }
  | { readonly name: string; readonly options: readonly string[] };

/** A sensitivity analysis with all defaults filled in. */
export interface SensitivityRequest {
  readonly parameters: readonly VariedParameter[];
  /** Whether the coefficients of the model vary too, as one group. */
  readonly include_coefficients: boolean;
  /** Trajectories of the screening, at least 2. */
  readonly trajectories: number;
  /** Rows of the samples for the indices, a power of two. */
  readonly samples: number;
  /** Parameters with indices: those with the greatest elementary effects. */
  readonly max_parameters: number;
}

/** Coefficient sets for the bar of the coefficients in the tornado chart. */
export const coefficientBarDraws = 40;

/** Settings of a bar of the tornado chart: the ends of a range, or all options. */
export const barSettings = (own: VariedParameter) => ('options' in own ? own.options : [own.from, own.to]);

/** Maximum evaluations of all agents. */
export function maxSensitivityEvaluations({
  parameters,
  include_coefficients: hasCoefficients,
  trajectories,
  samples,
  max_parameters: maxParameters,
}: SensitivityRequest): number {
  const bars = parameters.reduce((sum, own) => sum + barSettings(own).length, 1);
  const factors = Math.min(maxParameters, parameters.length) + Number(hasCoefficients);
  const draws = hasCoefficients ? coefficientBarDraws : 0;
  return bars + draws + trajectories * (parameters.length + 1) + samples * (factors + 2);
}

/**
 * An uncertain input of a function on the unit cube. A factor of several coordinates is a group of inputs that vary together, such as the
 * coefficients of a model, which are correlated.
 */
export interface Factor {
  readonly id: string;
  /** Number of coordinates. */
  readonly coordinates: number;
}

/** Settings of a factor of one coordinate: all numbers of a range, evenly spaced integers, or options without an order. */
export type ScreenedFactor =
  | { readonly kind: 'number' }
  | { readonly kind: 'integer' | 'options'; /** At least 2. */ readonly count: number };

/** Position of the integer or option at a coordinate, 0 to count - 1. All have equal parts of the coordinate. */
export const stepAt = (uniform: number, count: number) => Math.min(count - 1, Math.floor(uniform * count));

/** Values of one or more figures at a point of the unit cube, with one coordinate after another for each factor. */
export type Evaluate = (point: Float64Array) => ArrayLike<number>;

/** First coordinate of each factor, and the number of all coordinates. */
export function coordinatesOf(factors: readonly Factor[]): { starts: number[]; total: number } {
  const starts: number[] = [];
  const total = factors.reduce((start, { coordinates }) => (starts.push(start), start + coordinates), 0);
  return { starts, total };
}
