import { z } from 'zod';
import { formatSchema, groupWhere, whereSchema } from '../../simulations/results/results.schema.js';

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
