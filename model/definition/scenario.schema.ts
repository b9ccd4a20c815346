import { z } from 'zod';
import { identifierSchema, textSchema, wordsSchema } from './identifier.schema.js';

const namingShape = {
  id: identifierSchema.describe('Name of the parameter in `scenario_context`.'),
  label: textSchema.describe('Display name.'),
  description: textSchema.describe('Meaning of the parameter.'),
  words: wordsSchema,
  about: identifierSchema
    .optional()
    .describe(
      'Outcome or outcome group that the parameter belongs to, such as the train for the train fare. Results of a changed parameter show this share first. Default: the only alternative that the parameter affects, or the outcome group of exactly the alternatives that it affects, otherwise the main outcome of the workflow.',
    ),
  randomized: z
    .boolean()
    .optional()
    .describe(
      'Whether the data assigned the values at random. If not, results of a changed value are associations, and texts about the parameter cannot have causal words. Default: true for data of the kinds `experiment` and `stated_preference`, otherwise false.',
    ),
};

const rangeShape = {
  unit: textSchema.describe('Unit of the values, such as min, CHF or × baseline.'),
  default: z.number().describe('Value at the calibrated baseline.'),
  typical_change: z
    .number()
    .positive()
    .optional()
    .describe(
      'Amount in the unit of the parameter that a question assumes if it names a direction only: “if fares fall”. Default: 10% of the default.',
    ),
  minimum: z.number().describe('Lowest allowed value.'),
  maximum: z.number().describe('Highest allowed value.'),
  calibrated_range: z
    .tuple([z.number(), z.number()])
    .describe(
      'Values that the data support: the lowest and the highest value in the data or, for a factor, the 5% and the 95% quantile of the attribute that it multiplies, relative to the median. The default only, if no data vary with the parameter. Results outside are extrapolations and produce a warning.',
    ),
};

const optionSchema = z.strictObject({
  id: identifierSchema.describe('Id of the option.'),
  label: textSchema.describe('Display name.'),
  phrase: textSchema.describe('Noun phrase for transcripts, such as: a letter that shows whether I voted.'),
  words: wordsSchema,
  value: z.number().optional().describe('Number of the option in products of terms.'),
});

/** Parameter of a scenario: a number, an integer, or one of several options, such as the arms of an experiment. */
export const parameterSchema = z.discriminatedUnion('type', [
  z.strictObject({ ...namingShape, type: z.literal('number'), ...rangeShape }),
  z.strictObject({ ...namingShape, type: z.literal('integer'), ...rangeShape }),
  z.strictObject({
    ...namingShape,
    type: z.literal('choice'),
    /** The calibrated baseline. */
    default: identifierSchema,
    options: z.array(optionSchema).min(2).max(50),
  }),
]);

/**
 * Condition that applies to some agents only. An agent is assigned if its own uniform random number is below the share, so that a greater share
 * only adds agents. The number is independent of the attributes and of the random errors of the agent.
 */
export const assignmentSchema = z.strictObject({
  id: identifierSchema.describe('Id of the assignment.'),
  label: textSchema.describe('Display name.'),
  share: identifierSchema.describe(
    'Parameter, 0 to 1, with the share of assigned agents. A higher share only adds agents.',
  ),
});

export const scenarioSchema = z
  .strictObject({
    parameters: z.array(parameterSchema).max(100).describe('Parameters, at most 100.'),
    assignments: z
      .array(assignmentSchema)
      .max(20)
      .describe('Conditions that apply only to a random share of the agents, at most 20.'),
  })
  .meta({ id: 'ScenarioModel' });

export type Parameter = z.infer<typeof parameterSchema>;
export type NumericParameter = Extract<Parameter, { type: 'number' | 'integer' }>;
export type ChoiceParameter = Extract<Parameter, { type: 'choice' }>;
export type Assignment = z.infer<typeof assignmentSchema>;

/** Values of all parameters of a workflow, by id: a number, or the id of an option. */
export type Scenario = Readonly<Record<string, number | string>>;
