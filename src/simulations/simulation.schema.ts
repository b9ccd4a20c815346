import { z } from 'zod';
import { momentSchema } from '../common/moment.js';
import { pageQueryShape } from '../common/pagination/page.js';
import { webhookUrlSchema } from '../platform/outbound/webhook-url.js';
import { dryRunField } from './estimates/estimate.schema.js';
import { simulationStatuses } from './simulation.state.js';

export const maxAgentCount = 10_000;

const drawsRefused = 'expected 0 (no estimation error) or an integer from 2 to 200';

export const createSimulationSchema = z.strictObject({
  workflow_id: z
    .string()
    .min(1)
    .max(100)
    .meta({ examples: ['swissmetro-mode-choice'] }),
  agent_count: z
    .int()
    .min(1)
    .max(maxAgentCount)
    .optional()
    .meta({
      description: 'Left out: the recommended sample size of the workflow, cut to the ceiling of the plan.',
      examples: [1_000],
    }),
  scenario_context: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({
      description: 'Parameters of the workflow, by its `scenario_schema`; defaults fill what is left out.',
      examples: [{ train_cost_factor: 0.8 }],
    }),
  seed: z.int().min(0).optional().meta({ description: 'Left out: the service draws one, and tells it.' }),
  uncertainty: z
    .strictObject({
      parameter_draws: z.union([z.literal(0), z.int().min(2, drawsRefused).max(200, drawsRefused)], drawsRefused),
    })
    .optional()
    .meta({
      description:
        'How often the coefficients are drawn anew from their covariance, for the error of estimation; 50 when left out, 0 for none.',
      examples: [{ parameter_draws: 50 }],
    }),
  webhook_url: webhookUrlSchema.optional().meta({
    description:
      'Where its end is told, instead of to the webhook endpoints; signed with the signing secret of the organization.',
  }),
  dry_run: dryRunField,
});
export type CreateSimulation = z.infer<typeof createSimulationSchema>;

export const listSimulationsSchema = z.strictObject({
  ...pageQueryShape,
  status: z.enum(simulationStatuses).optional(),
  workflow_id: z.string().min(1).max(100).optional(),
  sweep_id: z
    .string()
    .regex(/^swp_[0-9a-f]{32}$/)
    .optional()
    .meta({ description: 'The points of this sweep; left out, simulations that are points of none.' }),
  created_after: momentSchema.optional().meta({ description: 'Later than this moment.' }),
  created_before: momentSchema.optional().meta({ description: 'Earlier than this moment.' }),
});
export type ListSimulations = z.infer<typeof listSimulationsSchema>;
