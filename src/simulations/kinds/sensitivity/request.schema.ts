import { z } from 'zod';
import { adjustmentFields } from '../../../saved/adjustments/adjustment.schema.js';
import { createSimulationSchema, runFields } from '../../simulation.schema.js';
import { numberOrNull, objects, optionalNumber } from '../../schema-parts.js';

const maxParameters = 50;
const { workflow_id, scenario_context, seed, agent_count } = createSimulationSchema.shape;

/** Agents if the request names no number: the expected values of few agents suffice to compare inputs. */
export const defaultSensitivityAgents = 200;

export const methodShape = {
  include_coefficients: z.boolean().meta({
    description:
      'Whether the coefficients of the model vary too, with their estimated covariance. They are correlated, so they are one factor. Default: true.',
    examples: [true],
  }),
  trajectories: z
    .int()
    .min(2)
    .max(100)
    .meta({
      description: 'Trajectories of the screening, 2 to 100. Default: 10.',
      examples: [10],
    }),
  samples: z
    .int()
    .min(16)
    .max(4_096)
    .refine((value) => Number.isInteger(Math.log2(value)), 'expected a power of two')
    .meta({
      description:
        'Rows of the samples for the indices: a power of two, 16 to 4,096. More rows make the intervals of the indices narrower. Default: 128.',
      examples: [128],
    }),
  max_parameters: z
    .int()
    .min(1)
    .max(20)
    .meta({
      description:
        'Maximum parameters with indices: those with the greatest elementary effects. The others keep their values. Default: 8.',
      examples: [8],
    }),
};

const parameterSchema = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .max(64)
      .meta({ description: 'Name of a parameter.', examples: ['train_cost_factor'] }),
    from: optionalNumber.meta({
      description: 'Lower end. Default: of the calibrated range. Not for choices.',
      examples: [0.8],
    }),
    to: optionalNumber.meta({
      description: 'Upper end. Default: of the calibrated range. Not for choices.',
      examples: [1.2],
    }),
  })
  .meta({ description: 'Parameter to vary. A choice takes all its options.' });

export const createSensitivitySchema = z
  .strictObject({
    workflow_id,
    agent_count: agent_count.meta({
      description: `Number of agents that all evaluations share, 1 to 10,000. Default: ${defaultSensitivityAgents}.`,
      examples: [200],
    }),
    parameters: z
      .array(parameterSchema)
      .min(1)
      .max(maxParameters)
      .optional()
      .meta({
        description: `Parameters to vary, at most ${maxParameters}. Default: all that the data vary with.`,
        examples: [[{ name: 'train_cost_factor' }, { name: 'train_time_factor' }]],
      }),
    ...z.object(methodShape).partial().shape,
    scenario_context: scenario_context.meta({
      description:
        'Values of the parameters that do not vary, and the center of the tornado chart. Omitted parameters keep their calibrated defaults.',
      examples: [{}],
    }),
    seed: seed.meta({
      description:
        'Random seed, which determines the agents and the samples. If omitted, the service generates a seed and returns it.',
    }),
    ...adjustmentFields,
    ...runFields,
  })
  .meta({
    examples: [
      {
        workflow_id: 'swissmetro-mode-choice',
        agent_count: 50,
        parameters: [{ name: 'train_cost_factor' }, { name: 'train_time_factor' }],
        samples: 16,
        trajectories: 4,
      },
    ],
  });
export type CreateSensitivity = z.infer<typeof createSensitivitySchema>;

/** Fields of the plan: the request with all defaults. */
export const plannedSensitivity = {
  parameters: objects({
    name: z.string().meta({ description: 'Name of the parameter.', examples: ['train_cost_factor'] }),
    from: numberOrNull.meta({ description: 'Lower end; null for a choice.', examples: [0.8] }),
    to: numberOrNull.meta({ description: 'Upper end; null for a choice.', examples: [1.2] }),
    options: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Options of a choice; null for a number.', examples: [null] }),
  }).meta({ description: 'The varied parameters with their ranges.' }),
  ...methodShape,
};
export type SensitivityPlan = z.infer<z.ZodObject<typeof plannedSensitivity>>;
