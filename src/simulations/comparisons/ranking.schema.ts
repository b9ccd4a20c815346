import { z } from 'zod';
import { adjustmentsRecordSchema } from '../adjustments/adjustment.schema.js';
import { formatSchema } from '../results/format.schema.js';
import { groupWhere, whereSchema } from '../results/results-query.schema.js';
import { simulationIdSchema } from '../simulation.record.js';
import { errorsSchema } from '../summary.schema.js';

/** Maximum simulations of one comparison. */
export const maxCompared = 20;

const idsSchema = z
  .string()
  .max(1_000)
  .transform((text) => text.split(','))
  .pipe(z.array(simulationIdSchema).min(2).max(maxCompared))
  .refine((ids) => new Set(ids).size === ids.length, 'must not contain a simulation twice')
  .meta({
    description: `Ids of the simulations, separated by commas, 2 to ${maxCompared}. They need the same workflow version, seed and engine version.`,
  });

export const rankingQuerySchema = z.preprocess(
  groupWhere,
  z.strictObject({
    ids: idsSchema,
    figure: z.string().min(1).max(64).optional().meta({
      description: 'Id of an outcome, outcome group or measure. Default: the headline of the first simulation.',
    }),
    objective: z
      .enum(['maximize', 'minimize'])
      .default('maximize')
      .meta({ description: 'Whether the greatest or the smallest value is the best. Default: `maximize`.' }),
    reference: simulationIdSchema
      .optional()
      .meta({ description: 'Simulation that all others are compared with, one of `ids`. Default: the first one.' }),
    where: whereSchema,
    format: formatSchema,
  }),
);
export type RankingQuery = z.infer<typeof rankingQuerySchema>;

const probability = z.number().min(0).max(1).nullable();
const interval = z.tuple([z.number(), z.number()]).nullable();
const setting = z.union([z.number(), z.string()]);

const rankedSchema = z.strictObject({
  simulation_id: simulationIdSchema,
  name: z.string().nullable().meta({ description: 'Name of the simulation; null if it has none.' }),
  rank: z.int().min(1).meta({ description: 'Position in the ranking; 1 is the best.' }),
  value: z.number().meta({ description: 'Share, 0 to 1, or mean in the unit of the measure.' }),
  interval: interval.meta({ description: '95% interval of the value; null if unknown.' }),
  errors: errorsSchema,
  difference: z.number().meta({ description: 'Value minus the value of the reference, for the same agents.' }),
  difference_interval: interval.meta({ description: '95% interval of the difference; null if unknown.' }),
  difference_errors: errorsSchema,
  probability_greater: probability.meta({
    description: 'Probability that the value is greater than the value of the reference; 0.5 for equal simulations.',
  }),
  probability_best: probability.meta({
    description: 'Probability that this simulation has the best value of all; null if the errors are unknown.',
  }),
  parameters: z
    .array(z.strictObject({ parameter: z.string(), value: setting, reference_value: setting }))
    .meta({ description: 'Parameters with another value than in the reference.' }),
  adjustments: adjustmentsRecordSchema,
});

export const rankingSchema = z
  .strictObject({
    workflow_id: z.string().meta({ examples: ['swissmetro-mode-choice'] }),
    workflow_version: z.string().meta({ examples: ['2.0.0'] }),
    seed: z.int().min(0),
    figure: z.strictObject({
      id: z.string().meta({ examples: ['train'] }),
      label: z.string().meta({ examples: ['Train'] }),
      kind: z.enum(['outcome', 'outcome_group', 'measure']),
    }),
    objective: z.enum(['maximize', 'minimize']),
    reference: simulationIdSchema.meta({ description: 'Simulation that all others are compared with.' }),
    where: z
      .record(z.string(), z.array(z.string()))
      .meta({ description: 'Selected groups by attribute; empty for all agents.', examples: [{}] }),
    agents: z
      .int()
      .min(1)
      .meta({ description: 'Agents in all simulations that match `where`.', examples: [1_000] }),
    simulations: z.array(rankedSchema).meta({ description: 'The simulations, best first.' }),
    ranking: z
      .strictObject({
        probability_better_than_next: z.array(z.number().min(0).max(1)).meta({
          description: 'Probability that each simulation is better than the next one, in the order of `simulations`.',
          examples: [[0.98]],
        }),
        probability_of_order: z
          .number()
          .min(0)
          .max(1)
          .meta({
            description: 'Probability that the whole order is right.',
            examples: [0.98],
          }),
      })
      .nullable()
      .meta({ description: 'Null if the errors are unknown: for one agent, and for groups if agents interact.' }),
    missing_parts: z
      .array(z.string())
      .meta({ description: 'Parts of the error that the probabilities do not contain.', examples: [['model']] }),
  })
  .meta({
    id: 'Ranking',
    description:
      'Simulations ranked by one figure. Errors are correlated, because the simulations share agents, random errors, respondents and coefficients. Probabilities follow from the joint normal distribution of the errors: exact for two simulations, otherwise from 20,000 random draws with a fixed seed. They do not contain an unknown model error (`missing_parts`).',
  });
export type RankingRecord = z.infer<typeof rankingSchema>;
