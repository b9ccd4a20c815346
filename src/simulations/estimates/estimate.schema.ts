import { z } from 'zod';
import { simulationRecordSchema } from '../simulation.record.js';

const { workflow_id, workflow_version, agent_count, seed, uncertainty, scenario_context, webhook_url, warnings } =
  simulationRecordSchema.shape;
const halfWidth = z
  .number()
  .min(0)
  .meta({ examples: [0.031] });

/** What a simulation would be, with every default filled in, and what it would take and give. */
export const dryRunSchema = z
  .strictObject({
    dry_run: z.literal(true),
    ...{ workflow_id, workflow_version, agent_count, seed, uncertainty, scenario_context, webhook_url, warnings },
    cost: z
      .strictObject({
        simulations: z.int().min(1),
        simulations_left: z
          .int()
          .min(0)
          .meta({ description: 'Of the month’s quota, before it.', examples: [99] }),
        sufficient: z.boolean(),
      })
      .meta({ description: 'What it would take of the month’s quota.' }),
    expected_run_time: z
      .strictObject({
        ms: z
          .int()
          .min(0)
          .meta({ examples: [40] }),
        measured_on: z.enum(['workflow', 'family', 'default']).meta({
          description: 'The last runs of the workflow, or of its family; `default` where none were measured.',
        }),
        runs: z.int().min(0),
      })
      .meta({ description: 'From its turn in the queue to its results.' }),
    expected_precision: z
      .strictObject({
        share_half_width: halfWidth.meta({ description: 'Half the widest 95% interval of a share.' }),
        measures: z.array(z.strictObject({ id: z.string(), half_width: halfWidth })),
        based_on: z.enum(['last_simulation', 'worst_case']).meta({
          description:
            'Your last simulation of the workflow, its error of estimation included; else the largest error that a sample of this size can have.',
        }),
      })
      .meta({ description: 'How wide the 95% intervals would be at this number of agents.' }),
  })
  .meta({ id: 'DryRun' });
export type DryRun = z.infer<typeof dryRunSchema>;

export const dryRunField = z
  .boolean()
  .optional()
  .meta({
    description: 'True: nothing is queued and no quota used; the answer is 200 and an estimate.',
    examples: [false],
  });
