import { z } from 'zod';
import { errorPartSchema, errorsSchema } from '../summary/errors.js';
import { intervalSchema } from '../summary/intervals.js';

/** The fields of an estimate that is a function of means over agents, such as an elasticity. */
export const estimateShape = {
  estimate: z.number().meta({ description: 'Estimate, in the unit of the result.', examples: [-0.8] }),
  interval: intervalSchema.nullable().meta({
    description:
      'Lower and upper end of the 95% interval. It combines all known parts of the error. Null if the simulation error is unknown: for one agent, and for fewer than 30 agents with equal values.',
    examples: [[-0.95, -0.65]],
  }),
  errors: errorsSchema.describe('Parts of the error of the estimate, as standard errors.'),
  missing_parts: z.array(errorPartSchema).meta({
    description:
      'Parts of the error that are unknown, so that the interval does not include them. The error of the model is always missing, because the held-out data do not contain such estimates.',
    examples: [['model']],
  }),
};

export const estimateSchema = z.strictObject(estimateShape).meta({
  id: 'Estimate',
  description: 'Estimate with its 95% interval and the parts of its error.',
});
/** An estimate with its 95% interval and the parts of its error. */
export type EstimatedFigure = z.infer<typeof estimateSchema>;
