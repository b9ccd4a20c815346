import { strictObject, z } from 'zod';
import { groupIds, listOf, number, positive, text } from '../../common/schemas.js';
import { elasticitySchema, welfareShape } from '../../../model/analyses.js';
import { simulationIdSchema } from '../../simulations/simulation.record.js';
import { formatShape, groupWhere, whereSchema } from '../../simulations/results/results.schema.js';

export const elasticitiesSchema = strictObject({
  simulation_id: simulationIdSchema,
  workflow_id: text.meta({ examples: ['swissmetro-mode-choice'] }),
  where: groupIds.meta({ description: 'Filter of the request.', examples: [{ income: ['high'] }] }),
  group_by: text.nullable().meta({ description: 'Attribute of the groups.', examples: ['income'] }),
  agent_count: positive.meta({
    description:
      'Agents from which the elasticities are computed: at most the first 10,000; with several periods or latent classes, that many choices, of at least 500 agents.',
    examples: [1_000],
  }),
  parameters: listOf({
    id: text,
    label: text,
    unit: text,
    value: number.meta({ description: 'Value in the scenario.' }),
    baseline_value: number.meta({ description: 'Value at the baseline.' }),
  }).meta({
    description: 'Numeric parameters. Options have no elasticity.',
    examples: [[{ id: 'train_cost_factor', label: 'Train fare', unit: '× baseline', value: 0.8, baseline_value: 1 }]],
  }),
  elasticities: z.array(elasticitySchema),
}).meta({
  id: 'Elasticities',
  description:
    'Own and cross elasticities of expected shares and means with respect to every numeric parameter. Aggregates are those of the mean over the agents, so that agents count in proportion to their probability.',
});
export type ElasticitiesRecord = z.infer<typeof elasticitiesSchema>;

export const welfareSchema = strictObject({
  simulation_id: simulationIdSchema,
  workflow_id: text.meta({ examples: ['swissmetro-mode-choice'] }),
  where: groupIds.meta({ description: 'Filter of the request.', examples: [{ income: ['high'] }] }),
  ...welfareShape,
}).meta({
  id: 'Welfare',
  description:
    'Change of the consumer surplus from the baseline to the scenario: the change of the expected greatest utility (logsum), divided by the marginal utility of money.',
});
export type WelfareRecord = z.infer<typeof welfareSchema>;

const idSchema = z.string().min(1).max(64);

/** Limits the size of the response. */
export const maxElasticities = 3_000;

export const elasticitiesQuerySchema = z.preprocess(
  groupWhere,
  strictObject({
    parameter: z
      .string()
      .max(1_000)
      .optional()
      .meta({
        description: 'Ids of numeric parameters, separated by commas. Default: all.',
        examples: ['train_cost_factor'],
      }),
    group_by: idSchema.optional().meta({
      description:
        'Attribute, with an id in `segments` of the summary: one elasticity for each of its groups. Default: all agents together.',
      examples: ['income'],
    }),
    where: whereSchema,
    ...formatShape,
  }),
);
export type ElasticitiesQuery = z.infer<typeof elasticitiesQuerySchema>;

export const welfareQuerySchema = z.preprocess(groupWhere, strictObject({ where: whereSchema, ...formatShape }));
export type WelfareQuery = z.infer<typeof welfareQuerySchema>;
