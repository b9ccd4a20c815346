import { z } from 'zod';
import { objectType } from '../../common/http/documented.decorators.js';
import { simulationRecordSchema } from '../simulation.record.js';
import type { PlannedRun } from '../run.row.js';
import type { WorkflowDefinition } from '../../../model/definition.js';
import { headlineOf } from '../headline.js';
import type { ErrorParts, MeasureSummary, OutcomeSummary } from '../../../model/simulate.js';
import type { FiguresRecord } from '../summary.schema.js';
import { count, named, objects, positiveCount } from '../schema-parts.js';

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

export const dryRunSchema = named('DryRun', {
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
      simulations: positiveCount.meta({ description: 'Simulations to be counted against the quota.' }),
      simulations_left: count.meta({ description: 'Simulations left in the quota of this month.', examples: [99] }),
      sufficient: z.boolean().meta({ description: 'True if the quota is sufficient.' }),
    })
    .meta({ description: 'Effect on the monthly quota.' }),
  expected_run_time: z
    .strictObject({
      ms: count.meta({ description: 'Expected duration, in milliseconds.', examples: [40] }),
      measured_on: z.enum(['workflow', 'family', 'default']).meta({
        description:
          'Source of the estimate: the last runs of the workflow, the last runs of its family, or a default.',
      }),
      runs: count.meta({ description: 'Number of measured runs.' }),
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
          description: 'Half the width of the 95% interval of the headline figure, in its unit. Null if it is unknown.',
        }),
      measures: objects({ id: z.string(), half_width: halfWidth }),
      based_on: z.enum(['last_simulation', 'worst_case']).meta({
        description:
          '`last_simulation`: the errors of the organization’s last simulation of the workflow with the same method. `worst_case`: the errors of the workflow at its baseline. Both combine the simulation error at this agent count with the estimation, population and model errors, as answers do, and add a margin: 10%, or 25% if agents interact.',
      }),
    })
    .meta({ description: 'Expected width of the 95% intervals at this agent count.' }),
});
export type DryRun = z.infer<typeof dryRunSchema>;

export const dryRunField = z
  .boolean()
  .optional()
  .meta({
    description:
      'True to validate and estimate only: nothing is queued, no quota is used, and the response is 200. Default: false.',
    examples: [false],
  });

/** The fields of a resolved request that every dry run has. */
export function plannedFields({ workflow, agentCount, seed, scenario, webhookUrl, warnings }: PlannedRun) {
  return {
    workflow_id: workflow.definition.workflow_id,
    workflow_version: workflow.definition.version,
    agent_count: agentCount,
    seed,
    scenario_context: { ...scenario },
    adjustments: workflow.adjustments ?? null,
    webhook_url: webhookUrl,
    warnings: warnings as DryRun['warnings'],
  };
}

/** The half-width of a 95% interval of a normal error, in standard errors. */
const normalQuantile = 1.96;
/**
 * The answer has other random errors than the simulation behind the estimate, so that its intervals can be wider. Standard errors from few
 * repeated runs of interacting agents vary more than standard errors from derivatives.
 */
const margins = { independent: 1.1, interacting: 1.25 };

type Precision = DryRun['expected_precision'];
type Figure = Pick<OutcomeSummary | MeasureSummary, 'id' | 'interval' | 'errors'>;

/**
 * Predicts the widths of the intervals with `agentCount` agents from the error budget of a simulation. The simulation error shrinks with the
 * square root of the agent count. The estimation, population and model errors do not change.
 *
 * @param summary a completed simulation of the workflow
 */
export function precisionOf(
  agentCount: number,
  definition: Pick<WorkflowDefinition, 'headline_outcome'>,
  summary: Omit<FiguresRecord, 'headline'> & Partial<Pick<FiguresRecord, 'headline'>>,
  source: Precision['based_on'],
): Precision {
  const margin = summary.uncertainty.replicates === null ? margins.independent : margins.interacting;
  const halfWidth = (figure: Figure) => {
    const width = halfWidthOf(figure, summary.agent_count / agentCount);
    return width === null ? null : margin * width;
  };
  const { figure: headline } = headlineOf(definition, summary);
  const shares = [...summary.outcomes, ...summary.outcome_groups];
  return {
    share_half_width: Math.max(0, ...shares.map((share) => halfWidth(share) ?? 0)),
    headline: { id: headline.id, half_width: halfWidth(headline) },
    measures: summary.measures.flatMap((measure) => {
      const width = halfWidth(measure);
      return width === null ? [] : [{ id: measure.id, half_width: width }];
    }),
    based_on: source,
  };
}

/** @param ratio number of agents behind the errors, divided by the number of agents of the estimate */
function halfWidthOf({ interval, errors }: Figure, ratio: number): number | null {
  if (interval === null || errors.simulation === null) return null;
  const known = normalQuantile * standardError(errors, 1);
  const own = (interval[1] - interval[0]) / 2;
  // Intervals on a transformed scale, or with few degrees of freedom, are wider than those of a normal error.
  const widening = known > 0 ? Math.max(1, own / known) : 1;
  return widening * normalQuantile * standardError(errors, ratio);
}

function standardError({ simulation, ...others }: ErrorParts, ratio: number): number {
  const { estimation, population, model, targets } = others;
  return Math.hypot((simulation ?? 0) * Math.sqrt(ratio), estimation ?? 0, population ?? 0, model ?? 0, targets ?? 0);
}
