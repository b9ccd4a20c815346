import { z } from 'zod';
import { identifierSchema, textSchema } from '../../definition/identifier.schema.js';
import { categoryConditionSchema } from '../../definition/product.schema.js';
import {
  coefficientSchema,
  decisionShape,
  factorsSchema,
  termShape,
  variableShape,
} from '../../equations/linear.schema.js';

const alternativeSchema = z.strictObject({
  id: identifierSchema.describe('Id of the alternative.'),
  label: textSchema.describe('Display name.'),
  noun: textSchema.describe('Noun phrase for transcripts, such as: the train.'),
  available_when: categoryConditionSchema
    .optional()
    .describe('Condition for availability. Default: available to every agent.'),
  unavailable: textSchema.optional().describe('Sentence of an agent without this alternative.'),
  offered_in: z
    .enum(['baseline', 'scenario'])
    .optional()
    .describe(
      'Where the alternative is offered: only under the baseline (a removed alternative) or only under the scenario (an added one). Default: both.',
    ),
});

/** Transform of a variable whose unit can have another effect at other values. */
const boxCoxSchema = z
  .strictObject({
    power: identifierSchema.describe(
      'Id of the coefficient that is the power λ: 1 for a linear effect, 0 for a logarithmic one. No term can use it.',
    ),
    at: z
      .number()
      .positive()
      .describe('Typical value m of the variable, where one more unit has the effect of the coefficient for every λ.'),
  })
  .describe('Terms use m·((x / m)^λ - 1) / λ of the value x, which must be above 0, and m·ln(x / m) at λ = 0.');

const variableSchema = z.strictObject({
  ...variableShape,
  alternatives: z
    .record(identifierSchema, factorsSchema)
    .describe('Factors of the value for each alternative with this variable, by alternative id.'),
  box_cox: boxCoxSchema.optional().describe('Box-Cox transform. Default: terms use the value.'),
});

const termSchema = z.strictObject({
  ...termShape,
  alternatives: z.array(identifierSchema).min(1).describe('Ids of the alternatives with this term in their utility.'),
});

/**
 * Distribution of a random coefficient over agents. The mean of x is the estimate. The coefficient is `sign` × e^x for `log_normal`, so that it
 * has the same sign for all agents, and x for the others.
 */
const tasteSchema = z.strictObject({
  distribution: z
    .enum(['normal', 'log_normal', 'uniform', 'triangular'])
    .describe(
      'Distribution over agents. The mean of x is the estimate. Coefficient: x, or `sign` × e^x with a normal x for `log_normal`. `triangular` is symmetric.',
    ),
  spread: identifierSchema.describe(
    'Id of the coefficient that is the standard deviation of x, or half the width of its range for `uniform` and `triangular`. No term can use it.',
  ),
  correlated_with: z
    .record(identifierSchema, identifierSchema)
    .optional()
    .describe(
      'For correlated tastes: ids of the coefficients that multiply the standard normal numbers of earlier tastes in x, by the coefficient with that taste. With the spreads, they are the Cholesky factor of the covariance of the tastes. No term can use them. For `normal` and `log_normal` only.',
    ),
  sign: z
    .union([z.literal(1), z.literal(-1)])
    .optional()
    .describe('Sign of the coefficient, 1 or -1. For `log_normal` only.'),
});

const choiceCoefficientSchema = coefficientSchema.extend({
  taste: tasteSchema
    .optional()
    .describe('Distribution of the coefficient over agents. Default: the same value for all.'),
});

/** Latent class: agents with the same coefficients. The model estimates the share of a class, which can depend on attributes, but not its members. */
const classSchema = z.strictObject({
  id: identifierSchema.describe('Id of the class.'),
  label: textSchema.describe('Display name.'),
  phrase: textSchema.describe('Sentence of an agent of the class about itself.'),
  log_odds: identifierSchema
    .optional()
    .describe(
      'Id of the coefficient that is the log odds of this class relative to the first. Omitted for the first class.',
    ),
  coefficients: z
    .record(identifierSchema, identifierSchema)
    .describe('Ids of the coefficients of the class, by the id of the coefficient that they replace.'),
  membership: z
    .array(z.strictObject(termShape))
    .min(1)
    .max(100)
    .optional()
    .describe(
      'Terms that are added to the log odds of the class, so that its share differs between agents. Their factors are attributes and constants, so that agents have the same class under every scenario. The last choice of a choice with periods is the one before the first period. Default: the share is the same for all agents.',
    ),
});

/** Alternatives whose random errors are correlated, so that they substitute for each other more than for others. */
const nestSchema = z.strictObject({
  id: identifierSchema.describe('Id of the nest.'),
  label: textSchema.describe('Display name.'),
  dissimilarity: identifierSchema.describe(
    'Id of the coefficient that is the dissimilarity of the alternatives, above 0 and at most 1. At 1, the nest has no effect; close to 0, its alternatives are almost the same. No term can use it.',
  ),
  alternatives: z
    .array(identifierSchema)
    .min(2, 'a nest needs at least 2 alternatives: remove it')
    .describe('Ids of the alternatives in the nest, at least 2.'),
});

/** Alternative in two nests (cross-nested logit). */
const dividedSchema = z.strictObject({
  alternative: identifierSchema.describe('Id of the alternative.'),
  nests: z.tuple([identifierSchema, identifierSchema]).describe('Ids of its two nests.'),
  share: identifierSchema.describe(
    'Id of the coefficient that is the share of the alternative in the first nest, between 0 and 1; the rest is in the second. No term can use it.',
  ),
});

/** Agents whose choices are less random (scale above 1) or more random (scale below 1) than those of the others. */
const scaleSchema = z.strictObject({
  coefficient: identifierSchema.describe(
    'Id of the coefficient that is the scale, above 0: the random errors of these agents are divided by it. No term can use it.',
  ),
  agents: categoryConditionSchema.describe('Agents with this scale. All scales refer to the same attribute.'),
});

/** Several choices of an agent, which depend on its last one (state dependence). */
const periodsSchema = z.strictObject({
  number: z.int().min(2).max(100).describe('Number of choices of an agent, 2 to 100.'),
  unit: textSchema.describe('Unit of the periods, such as purchase or week.'),
  last_choice: identifierSchema.describe(
    'Id of the attribute with the last choice before a period, whose categories include all alternatives. Terms read it. It has the value of the population in the first period, and the own choice of the period before in the others. Other attributes and assignments stay the same.',
  ),
  from: identifierSchema
    .optional()
    .describe(
      'Id of the integer parameter that is the first period with the other values of a scenario. Before, the parameters have the values of the baseline. Default: the first period.',
    ),
  until: identifierSchema
    .optional()
    .describe('Id of the integer parameter that is the last period with the other values. Default: the last period.'),
  by_period: z
    .array(
      z.strictObject({
        parameter: identifierSchema.describe('Id of the parameter, which terms read.'),
        period: z.int().min(1).max(100).describe('The period.'),
        value: identifierSchema.describe(
          'Id of another parameter, which no term reads: its value is that of the parameter in the period. It has the same type, default and limits.',
        ),
      }),
    )
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Values of parameters in single periods, such as a price of each month. They apply in their periods also before `from` and after `until`. In other periods, the parameter has its own value. Default: parameters have the same value in all periods from `from` until `until`.',
    ),
});

export const conditionalLogitSchema = z.strictObject({
  family: z.literal('conditional_logit').describe('Model family.'),
  ...decisionShape,
  alternatives: z.array(alternativeSchema).min(2).max(100).describe('Alternatives, 2 to 100.'),
  variables: z.array(variableSchema).describe('Variables that an agent perceives for the alternatives.'),
  coefficients: z.array(choiceCoefficientSchema).min(1).describe('Coefficients of the terms, tastes and classes.'),
  money: identifierSchema
    .optional()
    .describe(
      'Id of the coefficient of an amount of money, which has a log-normal taste. Every other coefficient of a term is then an amount of money: in the utility of an agent, it is multiplied by the size of its coefficient of money (willingness-to-pay space). Default: coefficients are utilities.',
    ),
  classes: z.array(classSchema).min(2).max(20).optional().describe('Latent classes of agents, 2 to 20. Default: none.'),
  nests: z
    .array(nestSchema)
    .min(1)
    .max(50)
    .optional()
    .describe(
      'Nests of alternatives (nested logit), 1 to 50. Default: none. A choice with nests has no tastes and no classes.',
    ),
  divided: z
    .array(dividedSchema)
    .min(1)
    .max(50)
    .optional()
    .describe('Alternatives in two nests (cross-nested logit). Default: each alternative is in one nest at most.'),
  scales: z
    .array(scaleSchema)
    .min(1)
    .max(20)
    .optional()
    .describe(
      'Scales of groups of agents, such as those of another survey (heteroscedastic logit), 1 to 20. Default: 1 for all agents. A choice with scales has no tastes and no classes.',
    ),
  periods: periodsSchema
    .optional()
    .describe(
      'Periods in which each agent chooses. The outcome is the choice in the last one. The class and the own coefficients of an agent are the same in all periods. Default: agents choose once.',
    ),
  terms: z.array(termSchema).min(1).describe('Terms of the utilities of the alternatives.'),
});

export type ConditionalLogit = z.infer<typeof conditionalLogitSchema>;
export type Alternative = ConditionalLogit['alternatives'][number];
export type ChoiceCoefficient = ConditionalLogit['coefficients'][number];
export type Taste = NonNullable<ChoiceCoefficient['taste']>;
export type TasteDistribution = Taste['distribution'];
export type LatentClass = NonNullable<ConditionalLogit['classes']>[number];
