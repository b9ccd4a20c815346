import { z } from 'zod';
import { pageQueryShape } from '../../common/pagination/page.js';
import { adjustmentFields } from '../adjustments/adjustment.schema.js';
import { annotationFields, annotationShape } from '../annotations.schema.js';
import { dryRunSchema } from '../estimates/estimate.schema.js';
import { objectType } from '../object-type.js';
import { simulationIdSchema, simulationRecordSchema } from '../simulation.record.js';
import { createSimulationSchema } from '../simulation.schema.js';
import { simulationStatuses } from '../simulation.state.js';
import { errorsSchema, outcomeShape } from '../summary.schema.js';

export const maxModels = 10;

const { workflow_id, scenario_context, agent_count, seed, uncertainty, webhook_url, dry_run } =
  createSimulationSchema.shape;
const sharedId = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(_[a-z0-9]+)*$/, 'expected lower snake_case');
const figureId = z.string().min(1).max(64);

const modelSchema = z.strictObject({
  workflow_id,
  scenario_context,
  adjustments: z
    .strictObject(adjustmentFields)
    .optional()
    .meta({ description: 'Adjustments of the workflow, with the fields of `POST /v1/simulations`.', examples: [{}] }),
  outcomes: z
    .record(sharedId, figureId)
    .refine((outcomes) => Object.keys(outcomes).length <= 20, 'expected at most 20 outcomes')
    .optional()
    .meta({
      description:
        'Outcomes or outcome groups of this workflow, by the id under which the ensemble compares them. Default: the ids that all workflows have.',
      examples: [{ rail: 'train', road: 'car' }],
    }),
  weight: z
    .number()
    .min(0)
    .max(1e6)
    .optional()
    .meta({
      description:
        'Relative weight, at least 0. Either all workflows have one, or none. Default: stacking weights if all workflows have held-out predictions of the same data, otherwise equal weights.',
      examples: [1],
    }),
});

export const createEnsembleSchema = z
  .strictObject({
    models: z
      .array(modelSchema)
      .min(2)
      .max(maxModels)
      .refine(
        (models) => new Set(models.map(({ weight }) => weight === undefined)).size === 1,
        'either all models have a weight, or none',
      )
      .refine(
        (models) => models.every(({ weight }) => weight === undefined) || models.some(({ weight }) => weight! > 0),
        'at least one weight must be above 0',
      )
      .meta({ description: `The workflows with their scenarios, 2 to ${maxModels}. Each counts against the quota.` }),
    agent_count,
    seed,
    uncertainty,
    webhook_url: webhook_url.meta({
      description:
        'URL that receives the event of the ensemble instead of the webhook endpoints, at most 2,000 characters. The message is signed with the signing secret of the organization.',
    }),
    ...annotationFields,
    dry_run,
  })
  .meta({
    examples: [
      {
        name: 'Cheaper trains in two countries',
        agent_count: 200,
        models: [
          { workflow_id: 'swissmetro-mode-choice', scenario_context: { train_cost_factor: 0.8 } },
          { workflow_id: 'intercity-mode-choice', scenario_context: { train_cost_factor: 0.8 } },
        ],
      },
    ],
  });
export type CreateEnsemble = z.infer<typeof createEnsembleSchema>;

export const listEnsemblesSchema = z.strictObject(pageQueryShape);
export type ListEnsembles = z.infer<typeof listEnsemblesSchema>;

export const ensembleIdSchema = z
  .string()
  .regex(/^ens_[0-9a-f]{32}$/)
  .meta({ description: 'Id of the ensemble.', examples: ['ens_019aa0f55b6e7c3a9d552f0d7c1f4a10'] });

const interval = z
  .tuple([z.number(), z.number()])
  .nullable()
  .meta({ description: '95% interval, with the spread between the models; null if unknown.' });
const combinedSchema = z.strictObject({
  value: z.number().meta({ description: 'Weighted mean of the models.' }),
  interval,
  errors: errorsSchema.meta({
    description:
      'Parts of the error. `model` contains the spread between the models (`between_models`) and the known errors of each model.',
  }),
  between_models: z.number().min(0).meta({ description: 'Weighted standard deviation of the values of the models.' }),
  missing_parts: z
    .array(z.string())
    .meta({ description: 'Parts of the error that at least one model does not know.', examples: [['model']] }),
});

const share = z.number().min(0).max(1);

export const weightsSchema = z.strictObject({
  method: z
    .enum(['given', 'stacking', 'equal'])
    .meta({ description: 'Weights of the request, weights by held-out loss, or equal weights.' }),
  warnings: z.array(z.string()).meta({ description: 'Limits of the weights, as readable text.', examples: [[]] }),
  held_out: z
    .strictObject({
      observations: z.int().min(1).meta({ description: 'Held-out observations that all models predict.' }),
      log_loss: z.array(z.number()).meta({ description: 'Log loss of each model, in the order of `models`.' }),
      combined_log_loss: z
        .number()
        .meta({ description: 'Log loss of the weighted models. It is at most the lowest of `log_loss`.' }),
    })
    .nullable()
    .meta({ description: 'Held-out scores behind stacking weights; null for other weights.', examples: [null] }),
});
export type WeightsRecord = z.infer<typeof weightsSchema>;

export const memberShape = {
  weight: share.meta({ description: 'Weight; all weights add up to 1.' }),
  outcomes: z.record(z.string(), z.string()).meta({
    description: 'Outcome or outcome group of the workflow, by shared id.',
    examples: [{ train: 'train' }],
  }),
};

export const ensembleRecordSchema = z
  .strictObject({
    object: objectType('ensemble'),
    id: ensembleIdSchema,
    ...annotationShape,
    status: z.enum(simulationStatuses).meta({
      description:
        '`queued` or `running` until all simulations are finished. Then `completed`, or `failed` or `canceled` if a simulation is not completed or was deleted.',
    }),
    models: z.array(
      z.strictObject({
        simulation_id: simulationIdSchema,
        workflow_id: z.string().meta({ examples: ['swissmetro-mode-choice'] }),
        workflow_version: z.string().meta({ examples: ['2.0.0'] }),
        status: z.enum([...simulationStatuses, 'deleted']).meta({ description: 'Status of the simulation.' }),
        ...memberShape,
      }),
    ),
    weights: weightsSchema,
    outcomes: z
      .array(
        z.strictObject({
          id: z.string().meta({ description: 'Shared id of the outcome.', examples: ['train'] }),
          share: combinedSchema,
          baseline_share: share.meta({ description: 'Weighted mean of the shares at the baselines of the models.' }),
          difference: combinedSchema,
          models: z
            .array(
              z.strictObject({
                simulation_id: simulationIdSchema,
                label: z.string().meta({ description: 'Name of the outcome in the workflow.', examples: ['Train'] }),
                ...{ share, interval: outcomeShape.interval, errors: outcomeShape.errors },
                baseline_share: share,
                difference: outcomeShape.difference,
                difference_interval: outcomeShape.difference_interval,
                difference_errors: outcomeShape.difference_errors,
              }),
            )
            .meta({ description: 'Results of each model, in the order of `models`.' }),
        }),
      )
      .nullable()
      .meta({
        description: 'Shared outcomes; null until all simulations are completed, and in lists.',
        examples: [null],
      }),
    webhook_url: simulationRecordSchema.shape.webhook_url,
    created_at: z.iso.datetime().meta({ description: 'Creation time.' }),
    completed_at: simulationRecordSchema.shape.completed_at.meta({
      description: 'Time at which the last simulation finished; null before that.',
    }),
  })
  .meta({ id: 'Ensemble' });
export type EnsembleRecord = z.infer<typeof ensembleRecordSchema>;
export type CompletedRecord = EnsembleRecord & { outcomes: NonNullable<EnsembleRecord['outcomes']> };

export const deletedEnsembleSchema = z.strictObject({ id: ensembleIdSchema, deleted: z.literal(true) });

/** The resolved request of an ensemble, with its weights and its cost. */
export const ensembleDryRunSchema = z
  .strictObject({
    object: objectType('ensemble_dry_run'),
    dry_run: z.literal(true),
    seed: dryRunSchema.shape.seed,
    models: z.array(
      z.strictObject({
        workflow_id: dryRunSchema.shape.workflow_id,
        workflow_version: dryRunSchema.shape.workflow_version,
        agent_count: dryRunSchema.shape.agent_count,
        uncertainty: dryRunSchema.shape.uncertainty,
        scenario_context: dryRunSchema.shape.scenario_context,
        warnings: dryRunSchema.shape.warnings,
        weight: memberShape.weight,
        outcomes: memberShape.outcomes,
      }),
    ),
    weights: weightsSchema,
    webhook_url: dryRunSchema.shape.webhook_url,
    cost: dryRunSchema.shape.cost,
  })
  .meta({ id: 'EnsembleDryRun' });
export type EnsembleDryRun = z.infer<typeof ensembleDryRunSchema>;
