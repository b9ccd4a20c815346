import { z } from 'zod';
import { welfareShape } from '../../../model/analyses.js';
import { simulationIdSchema } from '../../simulations/simulation.record.js';

export const welfareSchema = z
  .strictObject({
    simulation_id: simulationIdSchema,
    workflow_id: z.string().meta({ examples: ['swissmetro-mode-choice'] }),
    where: z
      .record(z.string(), z.array(z.string()))
      .meta({ description: 'Filter of the request.', examples: [{ income: ['high'] }] }),
    ...welfareShape,
  })
  .meta({
    id: 'Welfare',
    description:
      'Change of the consumer surplus from the baseline to the scenario: the change of the expected greatest utility (logsum), divided by the marginal utility of money.',
  });
export type WelfareRecord = z.infer<typeof welfareSchema>;
