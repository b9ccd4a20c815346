import { z } from 'zod';
import { identifierSchema, textSchema } from './identifier.schema.js';
import { indicatorSchema } from './product.schema.js';

const sentenceSchema = z.strictObject({
  when: indicatorSchema.optional().describe('Condition of the sentence. Default: always.'),
  text: textSchema.describe(
    'Sentence with placeholders. Values of numbers contain their unit: {age} is "54 years", so write: I am {age} old.',
  ),
});

const variablePhraseSchema = z.strictObject({
  text: textSchema.describe(
    'Phrase with the placeholder {value}, which contains the unit. Between alternatives, it follows the noun of the alternative, such as: takes {value}. Otherwise, it is a sentence, such as: the center is {value} away.',
  ),
  zero: textSchema.optional().describe('Phrase for the value 0, such as: costs nothing. Default: `text`.'),
});

/**
 * Reason of a transcript: a clause in the list of main reasons. It sums up one or more terms. A transcript states it only if their combined
 * contribution is significant at the 5% level and large enough.
 *
 * Decisions between alternatives compare the chosen alternative with another. `less` and `more` apply if both have the variable, `absent_chosen`
 * and `absent_other` if one of them has it, and `text` otherwise. Placeholders: {chosen} {other} {favoured} {less_favoured} {it} ({favoured}, but
 * `it` for the chosen alternative) {difference} {chosen_value} {other_value}.
 *
 * Decisions with one predictor compare the agent with the population: `raises` applies if the contribution of the terms is above average, and
 * `lowers` if it is below. Placeholders: {value} of `variable`, every {attribute_id}, every {parameter.id}.
 */
const reasonSchema = z.strictObject({
  id: identifierSchema.describe('Id of the reason.'),
  terms: z
    .array(identifierSchema)
    .min(1)
    .describe('Ids of the terms that the reason sums up. List all terms of one attribute or variable together.'),
  when: indicatorSchema.optional().describe('Condition of the agent or scenario. Default: always.'),
  variable: identifierSchema.optional().describe('Id of the variable with the values that the reason states.'),
  less: textSchema
    .optional()
    .describe(
      'Text if the chosen alternative has a lower value of the variable. Placeholders: {difference}, {chosen_value}, {other_value} and those of `text`.',
    ),
  more: textSchema
    .optional()
    .describe('Text if the chosen alternative has a higher or equal value of the variable. Placeholders as in `less`.'),
  absent_chosen: textSchema
    .optional()
    .describe(
      'Text if only the other alternative has the variable. Default: the reason is not stated. Placeholders as in `less`.',
    ),
  absent_other: textSchema
    .optional()
    .describe(
      'Text if only the chosen alternative has the variable. Default: the reason is not stated. Placeholders as in `less`.',
    ),
  text: textSchema
    .optional()
    .describe(
      'Text of a reason without a variable, for decisions between alternatives. Placeholders: {chosen}, {other}, {favoured}, {less_favoured} and {it}: `it` for the chosen alternative, or the noun of the other.',
    ),
  raises: textSchema
    .optional()
    .describe(
      'Text if the contribution of the terms is above the population average, for decisions with one predictor. Placeholders: {value} of `variable`, every {attribute_id} and {parameter.id}. Default: the reason is not stated.',
    ),
  lowers: textSchema
    .optional()
    .describe(
      'Text if the contribution of the terms is below the population average, for decisions with one predictor. Placeholders as in `raises`. Default: the reason is not stated.',
    ),
});

const parameterChangeSchema = z.strictObject({
  variable: identifierSchema
    .optional()
    .describe('Id of the perceived variable for {new} and {old}. Default: the values of the parameter.'),
  alternative: identifierSchema
    .optional()
    .describe(
      'Id of the alternative of the variable, for decisions between alternatives. Default: the first alternative in which the variable depends on the parameter.',
    ),
  text: textSchema.describe(
    'Phrase with the placeholders {new} and {old}, such as: With a fare of {new} instead of {old}. Options of a choice parameter appear with their `phrase`.',
  ),
});

export const narrativeSchema = z
  .strictObject({
    introduction: z
      .array(sentenceSchema)
      .min(1)
      .describe('Sentences that introduce the agent. Placeholders: every {attribute_id}.'),
    situation: z
      .array(sentenceSchema)
      .describe(
        'Sentences that describe the situation of the agent. Placeholders: every {attribute_id} and {parameter.id}.',
      ),
    variables: z.record(identifierSchema, variablePhraseSchema).describe('Phrases for variables, by variable id.'),
    assignments: z
      .record(
        identifierSchema,
        z.strictObject({
          when: indicatorSchema.optional().describe('Condition of both sentences. Default: always.'),
          assigned: textSchema.optional().describe('Sentence of an assigned agent. Default: none.'),
          not_assigned: textSchema.optional().describe('Sentence of an agent that is not assigned. Default: none.'),
        }),
      )
      .describe('Sentences for assignments, by assignment id. Placeholders: every {attribute_id} and {parameter.id}.'),
    reasons: z.array(reasonSchema).describe('Reasons that transcripts can state.'),
    levers: z
      .record(identifierSchema, parameterChangeSchema)
      .describe('Phrases for a change of one parameter, by parameter id.'),
    outcome: z
      .strictObject({
        chosen: textSchema.describe(
          'Sentence for the outcome, such as: I take {alternative}. The margin follows it: I take the train, by a small margin.',
        ),
        would: textSchema.describe('Sentence for another scenario, such as: I would take {alternative}.'),
        would_have: textSchema.describe('Sentence for the baseline, such as: I would have taken {alternative}.'),
      })
      .describe('Sentences for outcomes. {alternative} is the `noun` of the outcome.'),
    peers: textSchema.describe(
      'Plural noun phrase for agents with the same attributes and situation, such as: travelers like me.',
    ),
    baseline: textSchema.describe(
      'Phrase for the calibrated baseline, without punctuation, such as: At the baseline. It precedes `would_have`.',
    ),
  })
  .meta({ id: 'Narrative' });

export type Narrative = z.infer<typeof narrativeSchema>;
export type Reason = Narrative['reasons'][number];
