import { z } from 'zod';
import { adjustmentFields } from '../../../saved/adjustments/adjustment.schema.js';
import { annotationFields } from '../../../common/annotations.schema.js';
import { createSimulationSchema } from '../../simulation.schema.js';

/** Maximum points of a sweep. Each point counts against the quota. */
export const maxPoints = 200;

const { workflow_id, agent_count, scenario_context, seed, uncertainty, webhook_url, dry_run } =
  createSimulationSchema.shape;

const name = z
  .string()
  .min(1)
  .max(64)
  .meta({ examples: ['train_cost_factor'] });

const listedSchema = z.strictObject({
  name,
  values: z
    .array(z.union([z.number(), z.string().max(64)]))
    .min(1)
    .max(maxPoints)
    .refine((values) => new Set(values).size === values.length, 'must not contain a value twice')
    .meta({ uniqueItems: true, examples: [[0.8, 1, 1.2]] }),
});

const rangeSchema = z
  .strictObject({
    name,
    from: z.number().meta({ examples: [0.8] }),
    to: z.number().meta({ examples: [1.2] }),
    steps: z
      .int()
      .min(2)
      .max(maxPoints)
      .meta({ description: 'Number of evenly spaced values, including both ends; 2 to 200.', examples: [5] }),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'must differ from `from`' });

export const sweepParameterSchema = z.union([listedSchema, rangeSchema]);
export type SweepParameter = z.infer<typeof sweepParameterSchema>;

export const createSweepSchema = z.strictObject({
  workflow_id,
  agent_count,
  scenario_context: scenario_context.meta({
    description: 'Parameter values that all points share. Omitted parameters keep their calibrated defaults.',
    examples: [{ car_cost_factor: 1.1 }],
  }),
  seed: seed.meta({
    description:
      'Random seed of all points, so that they share agents and random errors. If omitted, the service generates a seed and returns it.',
  }),
  uncertainty,
  parameters: z
    .array(sweepParameterSchema)
    .min(1)
    .max(2)
    .meta({
      description: `One or two parameters with their values. Two parameters form a grid. Maximum: ${maxPoints} points.`,
    }),
  ...adjustmentFields,
  webhook_url,
  ...annotationFields,
  dry_run,
});
export type CreateSweep = z.infer<typeof createSweepSchema>;

/** A parameter with all its values. Ranges are expanded. */
export const sweptParameterSchema = z.strictObject({
  name: z.string().meta({ examples: ['train_cost_factor'] }),
  values: z.array(z.union([z.number(), z.string()])).meta({ examples: [[0.8, 1, 1.2]] }),
});
export type SweptParameter = z.infer<typeof sweptParameterSchema>;
