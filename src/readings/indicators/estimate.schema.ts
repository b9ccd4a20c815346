import { z } from 'zod';
import type { Interval } from '../../../model/simulate.js';
import { errorsSchema } from '../../simulations/summary.schema.js';
import { formatSchema, groupWhere, whereSchema } from '../../simulations/results/results.schema.js';

const intervalSchema: z.ZodType<Interval> = z.tuple([z.number(), z.number()]);

/** The fields of an estimate that is a function of means over agents, such as an elasticity. */
export const estimateShape = {
  estimate: z.number().meta({ description: 'Estimate, in the unit of the result.', examples: [-0.8] }),
  interval: intervalSchema.nullable().meta({
    description:
      'Lower and upper end of the 95% interval. It combines all known parts of the error. Null if the simulation error is unknown: for one agent, and for fewer than 30 agents with equal values.',
    examples: [[-0.95, -0.65]],
  }),
  errors: errorsSchema.describe('Parts of the error of the estimate, as standard errors.'),
  missing_parts: z.array(z.enum(Object.keys(errorsSchema.shape))).meta({
    description:
      'Parts of the error that are unknown, so that the interval does not include them. The error of the model is always missing, because the held-out data do not contain such estimates.',
    examples: [['model']],
  }),
};

export const estimateSchema = z.strictObject(estimateShape).meta({
  id: 'Estimate',
  description: 'Estimate with its 95% interval and the parts of its error.',
});
export type EstimateRecord = z.infer<typeof estimateSchema>;

const idSchema = z.string().min(1).max(64);

/** Limits the size of the response. */
export const maxElasticities = 3_000;

export const elasticitiesQuerySchema = z.preprocess(
  groupWhere,
  z.strictObject({
    parameter: z
      .string()
      .max(1_000)
      .optional()
      .meta({
        description: 'Ids of numeric parameters, separated by commas. Default: all.',
        examples: ['train_cost_factor'],
      }),
    group_by: idSchema.optional().meta({
      description:
        'Attribute, with an id in `segments` of the summary: one elasticity for each of its groups. Default: all agents together.',
      examples: ['income'],
    }),
    where: whereSchema,
    format: formatSchema,
  }),
);
export type ElasticitiesQuery = z.infer<typeof elasticitiesQuerySchema>;

export const welfareQuerySchema = z.preprocess(
  groupWhere,
  z.strictObject({ where: whereSchema, format: formatSchema }),
);
export type WelfareQuery = z.infer<typeof welfareQuerySchema>;
