import { z } from 'zod';
import { maxAgentCount } from '../config/plans.js';
import { momentSchema } from '../common/clock.js';
import { webhookUrlSchema } from '../platform/outbound/webhook-url.js';
import { adjustmentFields } from '../saved/adjustments/adjustment.schema.js';
import { annotationFields } from '../common/annotations.schema.js';
import { dryRunField } from './dry-run/estimate.schema.js';
import { simulationStatuses } from './run.state.js';
import { requestedUncertaintySchema } from './uncertainty.js';
import { didYouMean } from '../common/texts.js';
import type { Issue } from '../common/errors/app-error.js';
import { resolveScenario, type WorkflowDefinition } from '../../model/definition.js';
import { mapOf } from '../common/schemas.js';
import { count } from './schema-parts.js';

/** Fields of the request of every kind. */
export const runFields = {
  webhook_url: webhookUrlSchema.optional().meta({
    description:
      'URL that receives the final event of this simulation instead of the webhook endpoints, at most 2,000 characters. The message is signed with the signing secret of the organization.',
  }),
  ...annotationFields,
  dry_run: dryRunField,
};

/** A create that follows a simulation keeps its question. */
const followsSchema = z
  .string()
  .regex(/^sim_[0-9a-f]{32}$/)
  .optional()
  .meta({
    description:
      'Id of a simulation of the same workflow that this one repeats with other values. Its question stays the question: the result shows the same outcome and groups first, with the words that were not used. Its name is the default of `name`.',
  });

export const createSimulationSchema = z
  .strictObject({
    workflow_id: z
      .string()
      .min(1)
      .max(100)
      .meta({ description: 'Slug of a published workflow.', examples: ['swissmetro-mode-choice'] }),
    agent_count: z
      .int()
      .min(1)
      .max(maxAgentCount)
      .optional()
      .meta({
        description:
          'Number of agents, 1 to 10,000, and at most the ceiling of the plan. Default: the recommended count of the workflow, or the ceiling if that is lower.',
        examples: [1_000],
      }),
    scenario_context: mapOf(z.string(), z.unknown())
      .optional()
      .meta({
        description:
          'Parameter values by name, as in the `scenario_schema` of the workflow. Omitted parameters keep their calibrated defaults.',
        examples: [{ train_cost_factor: 0.8 }],
      }),
    seed: count.optional().meta({
      description:
        'Random seed. The agents and outcomes are identical if workflow version, scenario, agent count and engine version are also the same. If omitted, the service generates a seed and returns it.',
    }),
    follows: followsSchema,
    uncertainty: requestedUncertaintySchema.optional(),
    ...adjustmentFields,
    ...runFields,
  })
  .meta({
    examples: [
      { workflow_id: 'swissmetro-mode-choice', agent_count: 1_000, scenario_context: { train_cost_factor: 0.8 } },
    ],
  });
export type CreateSimulation = z.infer<typeof createSimulationSchema>;

export const simulationFilters = {
  status: z.enum(simulationStatuses).optional().meta({ description: 'Only simulations with this status.' }),
  workflow_id: z.string().min(1).max(100).optional().meta({ description: 'Only simulations of this workflow.' }),
  sweep_id: z
    .string()
    .regex(/^swp_[0-9a-f]{32}$/)
    .optional()
    .meta({ description: 'Only points of this parameter sweep. Default: only simulations outside sweeps.' }),
  name: z
    .string()
    .min(1)
    .max(120)
    .optional()
    .meta({ description: 'Only simulations with this text in their name. Upper and lower case are equal.' }),
  created_after: momentSchema.optional().meta({ description: 'Only simulations created after this time.' }),
  created_before: momentSchema.optional().meta({ description: 'Only simulations created before this time.' }),
};
export type SimulationFilters = z.infer<z.ZodObject<typeof simulationFilters>>;

const maxNameCharacters = 100;

/** Adds the closest parameter of the workflow to each issue about an unknown parameter. */
export function withSuggestions({ scenario }: WorkflowDefinition, issues: readonly Issue[]): Issue[] {
  const ids = scenario.parameters.map(({ id }) => id);
  return issues.map(({ path, message }) => {
    const isUnknown = path !== '' && path.length <= maxNameCharacters && !ids.includes(path);
    const closest = isUnknown ? didYouMean(path, ids) : undefined;
    return { path, message: closest === undefined ? message : `${message}. Did you mean "${closest}"?` };
  });
}

/** Warnings of the bounds of varied parameters that are outside the calibrated range. Choices have no bounds. */
export const boundWarnings = (
  definition: WorkflowDefinition,
  parameters: readonly { name: string; from: number | null; to: number | null }[],
) =>
  (['from', 'to'] as const).flatMap((end) => {
    const varied = parameters.filter((parameter) => parameter[end] !== null);
    const resolved = resolveScenario(definition, Object.fromEntries(varied.map((own) => [own.name, own[end]])));
    return resolved.ok ? resolved.warnings : [];
  });
