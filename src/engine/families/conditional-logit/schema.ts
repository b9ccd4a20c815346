import { z } from 'zod';
import { identifierSchema, textSchema } from '../../definition/identifier.schema.js';
import { categoryConditionSchema } from '../../definition/product.schema.js';
import {
  coefficientSchema,
  decisionShape,
  factorsSchema,
  termShape,
  variableShape,
} from '../../linear/linear.schema.js';

const alternativeSchema = z.strictObject({
  id: identifierSchema,
  label: textSchema,
  /** How a sentence names it: `the train`. */
  noun: textSchema,
  /** Who has this alternative at all; everybody when left out. */
  available_when: categoryConditionSchema.optional(),
  /** What an agent says that does not have it. */
  unavailable: textSchema.optional(),
});

/** What an agent perceives of each alternative, such as its travel time; an alternative that is not named does not have this variable. */
const variableSchema = z.strictObject({
  ...variableShape,
  alternatives: z.record(identifierSchema, factorsSchema),
});

/** One summand of the utility of the alternatives named: coefficient × scale × the product of the factors. */
const termSchema = z.strictObject({ ...termShape, alternatives: z.array(identifierSchema).min(1) });

export const conditionalLogitSchema = z.strictObject({
  family: z.literal('conditional_logit'),
  ...decisionShape,
  alternatives: z.array(alternativeSchema).min(2).max(100),
  variables: z.array(variableSchema),
  coefficients: z.array(coefficientSchema).min(1),
  terms: z.array(termSchema).min(1),
});

export type ConditionalLogit = z.infer<typeof conditionalLogitSchema>;
export type Alternative = ConditionalLogit['alternatives'][number];
