import { z } from 'zod';
import { objectType } from '../../common/http/object-type.js';
import { simulationRecordSchema } from '../simulation.record.js';

const {
  workflow_id,
  workflow_version,
  agent_count,
  seed,
  uncertainty,
  scenario_context,
  adjustments,
  webhook_url,
  warnings,
} = simulationRecordSchema.shape;
const halfWidth = z
  .number()
  .min(0)
  .meta({ examples: [0.031] });

/** The estimate of a simulation, with all defaults filled in. */
export const dryRunSchema = z
  .strictObject({
    object: objectType('dry_run'),
    dry_run: z.literal(true),
    workflow_id,
    workflow_version,
    agent_count,
    seed,
    uncertainty,
    scenario_context,
    adjustments,
    webhook_url,
    warnings,
    cost: z
      .strictObject({
        simulations: z.int().min(1).meta({ description: 'Simulations to be counted against the quota.' }),
        simulations_left: z
          .int()
          .min(0)
          .meta({ description: 'Simulations left in the quota of this month.', examples: [99] }),
        sufficient: z.boolean().meta({ description: 'True if the quota is sufficient.' }),
      })
      .meta({ description: 'Effect on the monthly quota.' }),
    expected_run_time: z
      .strictObject({
        ms: z
          .int()
          .min(0)
          .meta({ description: 'Expected duration, in milliseconds.', examples: [40] }),
        measured_on: z.enum(['workflow', 'family', 'default']).meta({
          description:
            'Source of the estimate: the last runs of the workflow, the last runs of its family, or a default.',
        }),
        runs: z.int().min(0).meta({ description: 'Number of measured runs.' }),
      })
      .meta({ description: 'Time from the start of the run to the results, without waiting in the queue.' }),
    expected_precision: z
      .strictObject({
        share_half_width: halfWidth.meta({
          description: 'Half the width of the widest 95% interval of a share, 0 to 1.',
        }),
        headline: z
          .strictObject({
            id: z.string().meta({ description: 'Id of the headline figure.', examples: ['swissmetro'] }),
            half_width: halfWidth.nullable(),
          })
          .meta({
            description:
              'Half the width of the 95% interval of the headline figure, in its unit. Null if it is unknown.',
          }),
        measures: z.array(z.strictObject({ id: z.string(), half_width: halfWidth })),
        based_on: z.enum(['last_simulation', 'worst_case']).meta({
          description:
            '`last_simulation`: the errors of the organization’s last simulation of the workflow with the same method. `worst_case`: the errors of the workflow at its baseline. Both combine the simulation error at this agent count with the estimation, population and model errors, as answers do, and add a margin: 10%, or 25% if agents interact.',
        }),
      })
      .meta({ description: 'Expected width of the 95% intervals at this agent count.' }),
  })
  .meta({ id: 'DryRun' });
export type DryRun = z.infer<typeof dryRunSchema>;

export const dryRunField = z
  .boolean()
  .optional()
  .meta({
    description:
      'True to validate and estimate only: nothing is queued, no quota is used, and the response is 200. Default: false.',
    examples: [false],
  });
