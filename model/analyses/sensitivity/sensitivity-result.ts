import { z } from 'zod';
import { errorPartSchema } from '../../summary/errors.js';

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
