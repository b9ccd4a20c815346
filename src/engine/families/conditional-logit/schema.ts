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
  /** Noun phrase for transcripts: `the train`. */
  noun: textSchema,
  /** Condition for availability. Default: available to every agent. */
  available_when: categoryConditionSchema.optional(),
  /** Sentence of an agent without this alternative. */
  unavailable: textSchema.optional(),
});

/** Variable that an agent perceives for each listed alternative, such as travel time. */
const variableSchema = z.strictObject({
  ...variableShape,
  alternatives: z.record(identifierSchema, factorsSchema),
});

/** One term of the utility of the listed alternatives: coefficient × scale × product of the factors. */
const termSchema = z.strictObject({ ...termShape, alternatives: z.array(identifierSchema).min(1) });

/**
 * Distribution of a random coefficient over agents. x is normal, and its mean is the estimate. The coefficient is x for `normal`, and
 * `sign` × e^x for `log_normal`, so that it has the same sign for all agents.
 */
const tasteSchema = z.strictObject({
  distribution: z.enum(['normal', 'log_normal']),
  /** Id of the coefficient that is the standard deviation of x. No term can use it. */
  spread: identifierSchema,
  sign: z.union([z.literal(1), z.literal(-1)]).optional(),
});

const choiceCoefficientSchema = coefficientSchema.extend({ taste: tasteSchema.optional() });

/** Latent class: agents with the same coefficients. The model estimates the share of a class, but not its members. */
const classSchema = z.strictObject({
  id: identifierSchema,
  label: textSchema,
  /** Sentence of an agent of the class about itself. */
  phrase: textSchema,
  /** Id of the coefficient that is the log odds of this class relative to the first. The first class has none. No term can use it. */
  log_odds: identifierSchema.optional(),
  /** Coefficients of the class, by the id of the coefficient of a term that they replace. */
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
