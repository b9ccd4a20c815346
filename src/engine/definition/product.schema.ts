import { z } from 'zod';
import { identifierSchema } from './identifier.schema.js';

/** Holds for an agent whose attribute is one of the categories. */
export const conditionSchema = z.strictObject({
  attribute: identifierSchema,
  in: z.array(identifierSchema).min(1),
});

const attributeFactor = z.strictObject({ attribute: identifierSchema });
const parameterFactor = z.strictObject({ parameter: identifierSchema });
const indicatorFactor = z.strictObject({ indicator: conditionSchema });
const assignmentFactor = z.strictObject({ assignment: identifierSchema });
const constantFactor = z.strictObject({ constant: z.number() });
const variableFactor = z.strictObject({ variable: identifierSchema });

const kinds =
  'a number of the agent {attribute}, of the scenario {parameter}, 1 or 0 {indicator} or {assignment}, a {constant}';

/** A factor of a product: a number of the agent, a number of the scenario, 1 or 0 by a condition, or a constant. */
export const factorSchema = z.union(
  [attributeFactor, parameterFactor, indicatorFactor, assignmentFactor, constantFactor],
  { error: `a factor is exactly one of: ${kinds}` },
);

/** In the terms of a decision a factor can also be a variable: what the agent perceives of that alternative. */
export const termFactorSchema = z.union(
  [attributeFactor, parameterFactor, indicatorFactor, assignmentFactor, constantFactor, variableFactor],
  { error: `a factor is exactly one of: ${kinds}, or a {variable} of the alternative` },
);

export type Condition = z.infer<typeof conditionSchema>;
export type Factor = z.infer<typeof factorSchema>;
export type TermFactor = z.infer<typeof termFactorSchema>;
