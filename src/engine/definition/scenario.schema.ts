import { z } from 'zod';
import { identifierSchema, textSchema } from './identifier.schema.js';

/**
 * How questions name it: of each entry one of the words or phrases, which `|` parts, has to be said. One that begins with `-` measures the
 * opposite, as frequency does of headway. Only the reading of questions looks at them; without any, the label serves.
 */
const wordsSchema = z.array(textSchema).min(1).max(5).optional();

const namingShape = {
  id: identifierSchema,
  label: textSchema,
  description: textSchema,
  words: wordsSchema,
};

const rangeShape = {
  /** What one of it is: `min`, `CHF`, `× baseline`, `share`. */
  unit: textSchema,
  /** The calibrated baseline. */
  default: z.number(),
  minimum: z.number(),
  maximum: z.number(),
  /** Where the model has seen data: outside of it an answer is an extrapolation, and is flagged as one. */
  calibrated_range: z.tuple([z.number(), z.number()]),
};

const optionSchema = z.strictObject({
  id: identifierSchema,
  label: textSchema,
  /** How a sentence says it: `a letter that shows my neighbours whether I voted`. */
  phrase: textSchema,
  words: wordsSchema,
  /** The number it stands for, so that terms can multiply by it. */
  value: z.number().optional(),
});

/** What a user may turn: a number, a whole number, or one of a few options, such as the arms of an experiment. */
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
 * A part of the world that only some agents meet: the agent is assigned when its own uniform number lies below the share.
 * A greater share therefore only ever adds agents. The number is drawn apart from who the agent is and from its luck in choosing.
 */
export const assignmentSchema = z.strictObject({
  id: identifierSchema,
  label: textSchema,
  /** The parameter, from 0 to 1, that holds the share of agents assigned. */
  share: identifierSchema,
});

export const scenarioSchema = z.strictObject({
  parameters: z.array(parameterSchema).max(100),
  assignments: z.array(assignmentSchema).max(20),
});

export type Parameter = z.infer<typeof parameterSchema>;
export type NumericParameter = Extract<Parameter, { type: 'number' | 'integer' }>;
export type ChoiceParameter = Extract<Parameter, { type: 'choice' }>;
export type Assignment = z.infer<typeof assignmentSchema>;

/** Values of all parameters of a workflow, by id: a number, or the id of an option. */
export type Scenario = Readonly<Record<string, number | string>>;

export function isChoice(parameter: Parameter): parameter is ChoiceParameter {
  return parameter.type === 'choice';
}
