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
