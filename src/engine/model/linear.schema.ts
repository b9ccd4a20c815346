import { z } from 'zod';
import { identifierSchema, textSchema } from '../definition/identifier.schema.js';
import { factorSchema, termFactorSchema } from '../definition/product.schema.js';
export const coefficientSchema = z.strictObject({
  id: identifierSchema,
  label: textSchema,
  estimate: z.number(),
  /** Set, not estimated: such as the 1 before the log of a multiplier. It has no standard error and is never drawn anew. */
  fixed: z.literal(true).optional(),
});

/** What every term has, whatever it belongs to. */
export const termShape = {
  id: identifierSchema,
  label: textSchema,
  coefficient: identifierSchema,
  /** Turns the unit of the factors into that of the coefficient, such as 0.01 for minutes into 100 minutes. */
  scale: z.number(),
  factors: z.array(termFactorSchema).max(8),
};

export const factorsSchema = z.array(factorSchema).min(1).max(8);

/** What every variable has, whatever it belongs to. */
export const variableShape = { id: identifierSchema, label: textSchema, unit: textSchema };

/** How every decision is named. */
export const decisionShape = { id: identifierSchema, label: textSchema };

/** The parts of a decision with one linear predictor. */
export const indexShape = {
  ...decisionShape,
  variables: z.array(z.strictObject({ ...variableShape, factors: factorsSchema })),
  coefficients: z.array(coefficientSchema).min(1),
  terms: z.array(z.strictObject(termShape)).min(1),
};

/** An outcome that is one of a few, with the words for it. */
export const outcomeSchema = z.strictObject({
  id: identifierSchema,
  label: textSchema,
  /** How a sentence names it, filled into the narrative's `outcome` sentences: `the train`, `vote`. */
  noun: textSchema,
});
