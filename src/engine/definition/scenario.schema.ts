import { z } from 'zod';
import { identifierSchema, textSchema } from './identifier.schema.js';

/** What a user may turn. One type now: a number. Others join the union when a workflow needs them. */
export const parameterSchema = z.discriminatedUnion('type', [
  z.strictObject({
    id: identifierSchema,
    label: textSchema,
    description: textSchema,
    /** What one of it is: `min`, `CHF`, `× as surveyed`, `share`. */
    unit: textSchema,
    type: z.literal('number'),
    /** The calibrated baseline. */
    default: z.number(),
    minimum: z.number(),
    maximum: z.number(),
    /** Where the model has seen data: outside of it an answer is an extrapolation, and is flagged as one. */
    calibrated_range: z.tuple([z.number(), z.number()]),
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
export type Assignment = z.infer<typeof assignmentSchema>;

/** Values of all parameters of a workflow, by id. */
export type Scenario = Readonly<Record<string, number>>;
