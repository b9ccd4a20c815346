import { z } from 'zod';
import { identifierSchema, textSchema } from '../definition/identifier.schema.js';
import { factorSchema, termFactorSchema } from '../definition/product.schema.js';

export const coefficientSchema = z.strictObject({
  id: identifierSchema.describe('Id of the coefficient.'),
  label: textSchema.describe('Display name.'),
  estimate: z.number().describe('Point estimate.'),
  fixed: z
    .literal(true)
    .optional()
    .describe(
      'Set for a value that was not estimated. It has no standard error and is the same in all parameter draws.',
    ),
});

/** Fields of every term. */
export const termShape = {
  id: identifierSchema.describe('Id of the term.'),
  label: textSchema.describe('Display name.'),
  coefficient: identifierSchema.describe('Id of the coefficient of the term.'),
  scale: z
    .number()
    .describe(
      'Conversion of the unit of the factors to the unit of the coefficient, such as 0.01 for minutes to 100 minutes.',
    ),
  factors: z
    .array(termFactorSchema)
    .max(8)
    .describe('Factors, at most 8. The term is coefficient × scale × product of the factors.'),
};

export const factorsSchema = z
  .array(factorSchema)
  .min(1)
  .max(8)
  .describe('Factors, 1 to 8. Their product is the value of the variable.');

/** Fields of every variable. */
export const variableShape = {
  id: identifierSchema.describe('Id of the variable.'),
  label: textSchema.describe('Display name.'),
  unit: textSchema.describe('Unit of the values, such as min.'),
};

const linkNames = ['logit', 'probit', 'complementary_log_log'] as const;
export type LinkName = (typeof linkNames)[number];

/** Link of a decision with one predictor and one random error. */
export const linkSchema = z
  .enum(linkNames)
  .optional()
  .describe(
    'Distribution of the random error, which is added to the predictor: logistic (`logit`), standard normal (`probit`), or Gumbel (`complementary_log_log`: with two outcomes, log(-log(1 - P)) of the higher outcome is linear). Default: logit.',
  );

/** Random intercepts of a decision with one predictor and one random error. */
export const randomInterceptSchema = z
  .strictObject({
    spread: identifierSchema.describe(
      'Id of the coefficient that is the standard deviation, at least 0. No term uses it.',
    ),
  })
  .optional()
  .describe(
    'Normal random intercepts of the groups of the data, such as schools, with mean 0. Each agent belongs to a new group of its own. Default: none.',
  );

/** Fields of every decision. */
export const decisionShape = {
  id: identifierSchema.describe('Id of the decision.'),
  label: textSchema.describe('Display name.'),
};

/** Fields of a decision with one linear predictor. */
export const indexShape = {
  ...decisionShape,
  variables: z
    .array(z.strictObject({ ...variableShape, factors: factorsSchema }))
    .describe('Variables that an agent perceives.'),
  coefficients: z.array(coefficientSchema).min(1).describe('Coefficients of the terms.'),
  terms: z.array(z.strictObject(termShape)).min(1).describe('Terms. Their sum is the predictor.'),
};

/** Fields of a decision on an amount that can be 0, with two linear predictors. */
export const twoPartShape = {
  ...decisionShape,
  variables: z
    .array(z.strictObject({ ...variableShape, factors: factorsSchema }))
    .describe('Variables that an agent perceives, for both predictors.'),
  coefficients: z.array(coefficientSchema).min(1).describe('Coefficients of the terms.'),
  terms: z
    .array(
      z.strictObject({
        ...termShape,
        equation: z
          .enum(['amount', 'zero'])
          .describe('Predictor of the term: of amounts above 0, or the logit of the probability of 0.'),
      }),
    )
    .min(1)
    .describe('Terms of both predictors.'),
};

/** Outcome of a decision with a few outcomes. */
export const outcomeSchema = z.strictObject({
  id: identifierSchema.describe('Id of the outcome.'),
  label: textSchema.describe('Display name.'),
  noun: textSchema.describe('Text for {alternative} in the `outcome` sentences of the narrative, such as: the train.'),
});

/** Phrases of a transcript whose result is a number: a frequency, a duration or an amount. */
export const numberPhrasesSchema = z.strictObject({
  favours: textSchema.describe('Noun phrase for a higher result, such as: going more often.'),
  less: textSchema.describe(
    'Phrase for similar agents with a lower result, such as: {number} go less often than I do.',
  ),
  more: textSchema.describe(
    'Phrase for similar agents with a higher result, such as: {number} go more often than I do.',
  ),
});

export type NumberPhrases = z.infer<typeof numberPhrasesSchema>;
