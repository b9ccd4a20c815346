import { z } from 'zod';
import { errorPartSchema } from '../../summary/errors.js';

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

const range = z.tuple([z.number(), z.number()]);

const indexSchema = z
  .strictObject({
    value: z.number().meta({ description: 'Share of the variance, usually 0 to 1. Small values can be negative.' }),
    interval: range.meta({ description: '95% interval of the samples only: bootstrap over their rows.' }),
    standard_error: z.number().min(0).meta({ description: 'Standard error of the samples.' }),
  })
  .meta({ id: 'SensitivityIndex' });

const end = (description: string) =>
  z
    .strictObject({
      setting: z
        .union([z.number(), z.string()])
        .nullable()
        .meta({ description: 'Value of the parameter; null for the coefficients.', examples: [0.8] }),
      value: z.number().meta({ description: 'Value of the figure with this setting only, without an interval.' }),
    })
    .meta({ description });

const factorSchema = z
  .strictObject({
    kind: z.enum(['parameter', 'coefficients']),
    name: z.string().meta({
      description: 'Name of the parameter, or `coefficients`.',
      examples: ['train_cost_factor'],
    }),
    label: z.string().meta({ description: 'Display name.', examples: ['Train fare'] }),
    screening: z
      .strictObject({
        mu_star: z.number().min(0).meta({
          description:
            'Mean absolute elementary effect: change of the figure per whole range of the parameter, or from one option to another for parameters with options.',
        }),
        mu_star_interval: range.meta({ description: '95% interval of `mu_star`, of the trajectories only.' }),
        mu: z.number().meta({ description: 'Mean elementary effect, with its sign.' }),
        sigma: z.number().min(0).meta({
          description: 'Standard deviation of the elementary effects: interactions and curvature.',
        }),
      })
      .nullable()
      .meta({ description: 'Screening by Morris; null for the coefficients, which are many inputs.' }),
    first_order: indexSchema
      .nullable()
      .describe(
        'Share of the variance that this factor causes alone. Null if it was screened out, or if the figure does not vary.',
      ),
    total: indexSchema.nullable().describe('Share of the variance with all interactions of this factor.'),
    low: end(
      'Lowest value of the figure if only this factor changes: an end of the range, or an option. For the coefficients: the 2.5th percentile.',
    ),
    high: end('Highest value of the figure if only this factor changes. For the coefficients: the 97.5th percentile.'),
  })
  .meta({ id: 'SensitivityFactor' });

export const sensitivityResultSchema = z
  .strictObject({
    figures: z
      .array(
        z.strictObject({
          kind: z.enum(['outcome', 'outcome_group', 'measure']),
          id: z.string().meta({ description: 'Id of the outcome, outcome group or measure.', examples: ['train'] }),
          label: z.string().meta({ description: 'Name of the figure.', examples: ['Train'] }),
          unit: z
            .string()
            .nullable()
            .meta({ description: 'Unit of a measure; null for shares.', examples: [null] }),
          base: z.number().meta({ description: 'Expected value in the scenario of the request, without an interval.' }),
          mean: z.number().meta({ description: 'Mean over the ranges of the factors.' }),
          standard_deviation: z.number().min(0).meta({ description: 'Standard deviation over the ranges.' }),
          factors: z.array(factorSchema).meta({ description: 'Factors, the largest total index first.' }),
          interactions: indexSchema
            .nullable()
            .describe('Share of the variance that no factor causes alone. Null if the figure does not vary.'),
        }),
      )
      .meta({ description: 'Outcomes, outcome groups and measures.' }),
    screened_out: z.array(z.string()).meta({
      description: 'Parameters without indices: others have greater elementary effects, or they have none.',
      examples: [[]],
    }),
    includes_coefficients: z
      .boolean()
      .meta({ description: 'Whether the coefficients vary. False without a covariance of the coefficients.' }),
    missing_parts: z.array(errorPartSchema).meta({
      description:
        'Parts of the error that no interval of the result contains. `simulation`, `population` and `model` are always missing, because all evaluations use the same agents and the same form of the model. The other parts are missing if the coefficients do not vary.',
      examples: [['simulation', 'population', 'model']],
    }),
    evaluations: z
      .int()
      .min(0)
      .meta({ description: 'Evaluations of all agents.', examples: [106] }),
  })
  .meta({
    id: 'SensitivityResult',
    description:
      'Shares of the variance of each figure by factor, if all parameters are uniform and independent over their ranges, and the coefficients normal with their covariance. The intervals contain the error of the samples only; `missing_parts` names the other parts.',
  });
export type SensitivityResult = z.infer<typeof sensitivityResultSchema>;
export type SensitivityFigure = SensitivityResult['figures'][number];
export type FactorResult = SensitivityFigure['factors'][number];
export type IndexResult = NonNullable<FactorResult['total']>;
export type BarEnd = FactorResult['low'];
