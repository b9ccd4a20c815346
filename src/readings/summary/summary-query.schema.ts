import { z } from 'zod';
import { groupWhere, whereSchema } from '../../simulations/results/results-query.schema.js';

/** Limits the size of the response. */
export const maxGroups = 1_000;
/** Maximum groups times outcomes. Each share takes several hundred bytes. */
export const maxShares = 2_000;

export const summaryQuerySchema = z.preprocess(
  groupWhere,
  z.strictObject({
    group_by: z
      .string()
      .max(200)
      .regex(/^[^,]+(,[^,]+)?$/, 'expected one attribute, or two separated by a comma')
      .optional()
      .meta({
        description:
          'One attribute, or two separated by a comma, with the ids in `segments` of the summary. Numeric attributes are grouped by population quartiles.',
        examples: ['age,income'],
      }),
    where: whereSchema,
  }),
);
export type SummaryQuery = z.infer<typeof summaryQuerySchema>;
