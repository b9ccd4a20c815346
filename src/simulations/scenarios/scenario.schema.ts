import { z } from 'zod';
import { pageQueryShape } from '../../common/pagination/page.js';
import { adjustmentFields } from '../adjustments/adjustment.schema.js';
import { annotationFields, annotationShape } from '../annotations.schema.js';
import { createSimulationSchema } from '../simulation.schema.js';

const { workflow_id, scenario_context, agent_count, seed, uncertainty, webhook_url } = createSimulationSchema.shape;
const { notes, metadata } = annotationFields;
const name = annotationFields.name
  .unwrap()
  .unwrap()
  .meta({
    description: 'Display name, 1 to 120 characters.',
    examples: ['Cheaper trains'],
  });
const adjustments = z
  .strictObject(adjustmentFields)
  .meta({ description: 'Adjustments of the workflow, with the fields of `POST /v1/simulations`.', examples: [{}] });

export const createScenarioSchema = z
  .strictObject({
    name,
    notes,
    metadata,
    workflow_id,
    scenario_context,
    adjustments: adjustments.nullable().optional(),
    agent_count: agent_count
      .unwrap()
      .nullable()
      .optional()
      .meta({
        description:
          'Number of agents, 1 to 10,000. Default: null, for the recommended count of the version that runs.',
        examples: [1_000],
      }),
    seed: seed
      .unwrap()
      .nullable()
      .optional()
      .meta({
        description:
          'Random seed of every run. Runs with the same seed are comparable. Default: null, so that each run has a generated seed.',
        examples: [1],
      }),
  })
  .meta({
    examples: [
      {
        name: 'Cheaper trains',
        workflow_id: 'swissmetro-mode-choice',
        scenario_context: { train_cost_factor: 0.8 },
        agent_count: 1_000,
        seed: 1,
      },
    ],
  });
export type CreateScenario = z.infer<typeof createScenarioSchema>;

/** Omitted fields stay unchanged. A value replaces the previous one completely. */
export const updateScenarioSchema = createScenarioSchema
  .omit({ workflow_id: true })
  .partial()
  .meta({ examples: [{ name: 'Trains at 80% of the price' }] });
export type UpdateScenario = z.infer<typeof updateScenarioSchema>;

export const runScenarioSchema = z
  .strictObject({
    agent_count: agent_count.meta({
      description: 'Number of agents in place of the saved one.',
      examples: [1_000],
    }),
    seed: seed.meta({ description: 'Random seed in place of the saved one.' }),
    uncertainty,
    webhook_url,
    ...annotationFields,
    name: annotationFields.name.meta({ description: 'Name of the simulation. Default: name of the scenario.' }),
  })
  .meta({ examples: [{}] });
export type RunScenario = z.infer<typeof runScenarioSchema>;

export const listScenariosSchema = z.strictObject({
  ...pageQueryShape,
  workflow_id: z.string().min(1).max(100).optional().meta({ description: 'Only scenarios of this workflow.' }),
});
export type ListScenarios = z.infer<typeof listScenariosSchema>;

export const scenarioIdSchema = z
  .string()
  .regex(/^scn_[0-9a-f]{32}$/)
  .meta({ description: 'Id of the saved scenario.', examples: ['scn_019aa0f55b6e7c3a9d552f0d7c1f4a10'] });

export const scenarioRecordSchema = z
  .strictObject({
    id: scenarioIdSchema,
    ...annotationShape,
    name: name,
    workflow_id: z.string().meta({ description: 'Slug of the workflow.', examples: ['swissmetro-mode-choice'] }),
    workflow_version: z.string().meta({
      description: 'Version of the workflow when the scenario was saved. Runs use the current version.',
      examples: ['2.0.0'],
    }),
    scenario_context: z.record(z.string(), z.unknown()).meta({
      description: 'Saved parameter values. Others have their defaults.',
      examples: [{ train_cost_factor: 0.8 }],
    }),
    adjustments: adjustments
      .nullable()
      .meta({ description: 'Saved adjustments; null if there are none.', examples: [null] }),
    agent_count: z.int().min(1).nullable().meta({ description: 'Number of agents; null for the recommended count.' }),
    seed: z.int().min(0).nullable().meta({ description: 'Random seed; null for a generated seed.' }),
    created_at: z.iso.datetime().meta({ description: 'Creation time.' }),
    updated_at: z.iso.datetime().meta({ description: 'Time of the last change.' }),
  })
  .meta({ id: 'Scenario' });
export type ScenarioRecord = z.infer<typeof scenarioRecordSchema>;

export const deletedScenarioSchema = z.strictObject({ id: scenarioIdSchema, deleted: z.literal(true) });

/** `meta` of a run. */
export const scenarioRunMetaSchema = z.strictObject({
  scenario_id: scenarioIdSchema,
  workflow_version: z.string().meta({ description: 'Version of the workflow that runs.', examples: ['2.0.0'] }),
  saved_workflow_version: z.string().meta({ description: 'Version when the scenario was saved.', examples: ['2.0.0'] }),
  is_new_version: z.boolean().meta({ description: 'True if the two versions differ.' }),
});
export type ScenarioRunMeta = z.infer<typeof scenarioRunMetaSchema>;
