import { z } from 'zod';
import { tradeOffsShape } from '../../../model/analyses.js';
import { workflowIdSchema, versionSchema } from '../../workflows/case-study.record.js';

export const tradeOffsQuerySchema = z.strictObject({
  version: versionSchema.optional().meta({ description: 'Version of the workflow. Default: the current version.' }),
  interval: z.enum(['fieller', 'delta']).default('fieller').meta({
    description:
      'Method of the intervals. `fieller` has the right coverage even if the coefficient of cost is imprecise; its set can then be unbounded. `delta` is always bounded, and too narrow in that case.',
  }),
});
export type TradeOffsQuery = z.infer<typeof tradeOffsQuerySchema>;

export const tradeOffsSchema = z
  .strictObject({
    workflow_id: workflowIdSchema,
    version: versionSchema,
    ...tradeOffsShape,
  })
  .meta({
    id: 'TradeOffs',
    description: 'What agents would pay for features of the alternatives: ratios of coefficients, with their units.',
  });
export type TradeOffsRecord = z.infer<typeof tradeOffsSchema>;
