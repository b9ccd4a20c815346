import { z } from 'zod';
import { estimateShape } from './mean-functions.js';

const kind = z.enum(['elasticity', 'semi_elasticity']).meta({
  description:
    '`elasticity`: percent change of the figure for 1% more of the parameter. `semi_elasticity`: relative change of the figure for one unit more of the parameter, where relative changes of the parameter have no meaning: at 0, and for parameters that can be negative.',
});
const unavailable = z
  .enum(['figure_is_zero', 'steps', 'not_differentiable', 'no_range'])
  .nullable()
  .meta({
    description:
      'Reason for a null estimate: the figure is 0, the figure changes in steps with the parameter, it has no derivative at this value, or the bounds of the parameter allow no other value. Null if there is an estimate.',
    examples: [null],
  });
const figure = z.number();

const pointSchema = z
  .strictObject({
    kind,
    method: z.enum(['analytic', 'central_difference']).meta({
      description: 'Method of the derivative. Central differences apply to prices outside the equations of the model.',
    }),
    ...estimateShape,
  })
  .meta({ id: 'PointElasticity', description: 'Elasticity at the values of the scenario.' });

const arcSchema = z
  .strictObject({
    kind,
    rule: z.enum(['baseline_to_scenario', 'plus_minus_10_percent']).meta({
      description:
        'Ends of the arc: the values of the baseline and of the scenario if they differ, otherwise 10% below and above the value, within its bounds.',
    }),
    from: z.number().meta({ description: 'Value of the parameter at the first end.', examples: [1] }),
    to: z.number().meta({ description: 'Value of the parameter at the second end.', examples: [0.8] }),
    figure_from: figure.meta({ description: 'Figure at the first end.', examples: [0.13] }),
    figure_to: figure.meta({ description: 'Figure at the second end.', examples: [0.15] }),
    ...estimateShape,
  })
  .meta({
    id: 'ArcElasticity',
    description:
      'Elasticity between two values of the parameter, by the midpoint formula. Other parameters are as in the scenario.',
  });

export const elasticitySchema = z.strictObject({
  parameter: z.string().meta({ examples: ['train_cost_factor'] }),
  figure: z.string().meta({ description: 'Id of the outcome, outcome group or measure.', examples: ['train'] }),
  figure_kind: z.enum(['outcome', 'outcome_group', 'measure']),
  relation: z.enum(['own', 'cross']).nullable().meta({
    description:
      '`own`: the parameter enters the utility of this alternative. `cross`: it enters the utility of another one. Null if the outcomes are not alternatives.',
  }),
  group: z
    .string()
    .nullable()
    .meta({ description: 'Id of the group; null for all agents.', examples: [null] }),
  agent_count: z.int().min(1),
  is_small: z.boolean().meta({ description: 'True for fewer than 30 agents.' }),
  value: figure.meta({ description: 'Share or mean under the scenario.', examples: [0.15] }),
  point: pointSchema.nullable(),
  point_unavailable: unavailable,
  arc: arcSchema.nullable(),
  arc_unavailable: unavailable,
});
export type Elasticity = z.infer<typeof elasticitySchema>;
export type PointElasticity = NonNullable<Elasticity['point']>;
export type ArcElasticity = NonNullable<Elasticity['arc']>;
export type ElasticityKind = PointElasticity['kind'];
export type NoElasticity = NonNullable<Elasticity['point_unavailable']>;
