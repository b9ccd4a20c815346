import { z } from 'zod';
import { maxGoalNumber } from '../../../../model/analyses.js';
import { adjustmentFields } from '../../../saved/adjustments/adjustment.schema.js';
import { createSimulationSchema, runFields } from '../../simulation.schema.js';
import { optionalNumber } from '../../schema-parts.js';

export const maxConstraints = 5;
const maxNameCharacters = 64;
const maxOutcomes = 100;

const { workflow_id, agent_count, scenario_context, seed } = createSimulationSchema.shape;

const number = z.number().min(-maxGoalNumber).max(maxGoalNumber);
const name = z.string().min(1).max(maxNameCharacters);
const namedValueSchema = z
  .strictObject({
    name: name.meta({ description: 'Name of a parameter or of a variable of the outcome.', examples: ['price'] }),
    factor: number.optional().meta({ description: 'Number that multiplies it. Default: 1.', examples: [1] }),
    constant: number
      .optional()
      .meta({ description: 'Number that is added, such as a negative unit cost. Default: 0.', examples: [-4.5] }),
  })
  .meta({ id: 'NamedValue', description: '`factor` × the named number + `constant`.' });
/** Value of each outcome of a workflow. */
export const outcomeValuesSchema = z
  .record(name, z.union([number, name, namedValueSchema]))
  .refine((values) => Object.keys(values).length >= 1, 'expected at least one outcome')
  .refine((values) => Object.keys(values).length <= maxOutcomes, `expected at most ${maxOutcomes} outcomes`);

const quantityShape = {
  share: name.optional().meta({ description: 'Id of an outcome or outcome group: its expected share.' }),
  measure: name.optional().meta({ description: 'Id of a measure: its expected mean.' }),
  values: outcomeValuesSchema.optional().meta({
    minProperties: 1,
    maxProperties: maxOutcomes,
    description:
      'Value of each outcome: a number, the name of a parameter or of a variable of the outcome, such as its price, or both, such as a price minus a unit cost. The quantity is the expected value per agent. Omitted outcomes have the value 0. `money_measures` of a workflow have such values.',
    examples: [{ swissmetro: 'cost' }],
  }),
};

interface QuantityFields {
  share?: unknown;
  measure?: unknown;
  values?: unknown;
}

const hasOneQuantity = ({ share, measure, values }: QuantityFields) =>
  [share, measure, values].filter((field) => field !== undefined).length === 1;
const oneQuantity = { message: 'expected exactly one of `share`, `measure` and `values`' };

const objectiveOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ ...shape, ...quantityShape }).refine(hasOneQuantity, oneQuantity);

export const objectiveSchema = z
  .discriminatedUnion('goal', [
    objectiveOf({
      goal: z
        .literal('reach')
        .meta({ description: 'Find the parameters at which the quantity has the value `target`.' }),
      target: number.meta({ description: 'Value to reach.' }),
    }),
    objectiveOf({
      goal: z.enum(['maximize', 'minimize']).meta({
        description: 'Find the parameters at which the quantity is greatest or smallest.',
        examples: ['maximize'],
      }),
    }),
  ])
  .meta({
    description:
      'Quantity to optimize: exactly one of `share`, `measure` and `values`. The goal `reach` has a `target`.',
    examples: [{ goal: 'maximize', values: { swissmetro: 'cost' } }],
  });

export const constraintSchema = z
  .strictObject({
    ...quantityShape,
    at_most: number.optional().meta({ description: 'Highest allowed value.', examples: [0.3] }),
    at_least: number.optional().meta({ description: 'Lowest allowed value.' }),
  })
  .refine(hasOneQuantity, oneQuantity)
  .refine(({ at_most, at_least }) => (at_most === undefined) !== (at_least === undefined), {
    message: 'expected exactly one of `at_most` and `at_least`',
  })
  .meta({
    description: 'Limit of a quantity: one of `share`, `measure` and `values`, and one of `at_most` and `at_least`.',
    examples: [{ share: 'car', at_most: 0.3 }],
  });

const parameterSchema = z
  .strictObject({
    name: name.meta({ description: 'Name of a parameter with numbers.', examples: ['swissmetro_cost_factor'] }),
    from: optionalNumber.meta({
      description:
        'Lower bound. Default: the lower end of the calibrated range, or of the allowed range if no data vary with the parameter.',
      examples: [0.5],
    }),
    to: optionalNumber.meta({ description: 'Upper bound. Default: like the lower bound.', examples: [3] }),
  })
  .meta({ description: 'Parameter to vary, with its bounds.' });

export const createGoalSchema = z.strictObject({
  workflow_id,
  agent_count,
  parameters: z.array(parameterSchema).min(1).max(2).meta({ description: 'One or two parameters to vary.' }),
  objective: objectiveSchema,
  constraints: z
    .array(constraintSchema)
    .max(maxConstraints)
    .optional()
    .meta({
      description: `Constraints that the result must satisfy, at most ${maxConstraints}.`,
      examples: [[{ share: 'car', at_most: 0.3 }]],
    }),
  scenario_context: scenario_context.meta({
    description:
      'Values of the other parameters, and the start of the varied ones. Omitted parameters keep their calibrated defaults.',
    examples: [{}],
  }),
  seed: seed.meta({
    description:
      'Random seed, which determines the agents. All evaluations use the same agents. If omitted, the service generates a seed and returns it.',
  }),
  ...adjustmentFields,
  ...runFields,
});
export type CreateGoal = z.infer<typeof createGoalSchema>;
