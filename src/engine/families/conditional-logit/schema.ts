import { z } from 'zod';
import { identifierSchema, textSchema } from '../../definition/identifier.schema.js';
import { conditionSchema, factorSchema, termFactorSchema } from '../../definition/product.schema.js';

const alternativeSchema = z.strictObject({
  id: identifierSchema,
  label: textSchema,
  /** How a sentence names it: `the train`. */
  noun: textSchema,
  /** Who has this alternative at all; everybody when left out. */
  available_when: conditionSchema.optional(),
  /** What an agent says that does not have it. */
  unavailable: textSchema.optional(),
});

/** What an agent perceives of each alternative, such as its travel time: a product of factors, in the unit named. */
const variableSchema = z.strictObject({
  id: identifierSchema,
  label: textSchema,
  unit: textSchema,
  /** By alternative; one that is not named does not have this variable. */
  alternatives: z.record(identifierSchema, z.array(factorSchema).min(1).max(8)),
});

/** One summand of the utility of the alternatives named: coefficient × scale × the product of the factors. */
const termSchema = z.strictObject({
  id: identifierSchema,
  label: textSchema,
  coefficient: identifierSchema,
  /** Turns the unit of the factors into that of the coefficient, such as 0.01 for minutes into 100 minutes. */
  scale: z.number(),
  alternatives: z.array(identifierSchema).min(1),
  factors: z.array(termFactorSchema).max(8),
});

export const conditionalLogitSchema = z.strictObject({
  family: z.literal('conditional_logit'),
  id: identifierSchema,
  label: textSchema,
  alternatives: z.array(alternativeSchema).min(2).max(100),
  variables: z.array(variableSchema),
  coefficients: z.array(z.strictObject({ id: identifierSchema, label: textSchema, estimate: z.number() })).min(1),
  terms: z.array(termSchema).min(1),
});

export type ConditionalLogit = z.infer<typeof conditionalLogitSchema>;
export type Alternative = ConditionalLogit['alternatives'][number];
export type Term = ConditionalLogit['terms'][number];
