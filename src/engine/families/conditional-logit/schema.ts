import { z } from 'zod';
import { identifierSchema, textSchema } from '../../definition/identifier.schema.js';
import { categoryConditionSchema } from '../../definition/product.schema.js';
import {
  coefficientSchema,
  decisionShape,
  factorsSchema,
  termShape,
  variableShape,
} from '../../model/linear.schema.js';

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

/**
 * How a coefficient differs from agent to agent: x is normal with the estimate as its mean, and the coefficient is x, or with `log_normal`
 * e^x times `sign`, so that it has one sign for everybody.
 */
const tasteSchema = z.strictObject({
  distribution: z.enum(['normal', 'log_normal']),
  /** The coefficient that is the standard deviation of x. It stands in no term. */
  spread: identifierSchema,
  sign: z.union([z.literal(1), z.literal(-1)]).optional(),
});

const choiceCoefficientSchema = coefficientSchema.extend({ taste: tasteSchema.optional() });

/** People who weigh things alike, and otherwise than those of other classes. Nobody knows who is of which class; only how many are. */
const classSchema = z.strictObject({
  id: identifierSchema,
  label: textSchema,
  /** What an agent of the class says of itself. */
  phrase: textSchema,
  /** The coefficient that is the log odds of this class against the first, which has none. It stands in no term. */
  log_odds: identifierSchema.optional(),
  /** The class's own coefficients, by those of the terms that they stand for; the others are those of the terms. */
  coefficients: z.record(identifierSchema, identifierSchema),
});

export const conditionalLogitSchema = z.strictObject({
  family: z.literal('conditional_logit'),
  ...decisionShape,
  alternatives: z.array(alternativeSchema).min(2).max(100),
  variables: z.array(variableSchema),
  coefficients: z.array(choiceCoefficientSchema).min(1),
  classes: z.array(classSchema).min(2).max(20).optional(),
  terms: z.array(termSchema).min(1),
});

export type ConditionalLogit = z.infer<typeof conditionalLogitSchema>;
export type Alternative = ConditionalLogit['alternatives'][number];
export type ChoiceCoefficient = ConditionalLogit['coefficients'][number];
export type LatentClass = NonNullable<ConditionalLogit['classes']>[number];
