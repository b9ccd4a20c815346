import { z } from 'zod';
import { identifierSchema, textSchema } from './identifier.schema.js';
import { indicatorSchema } from './product.schema.js';

/** Said where its condition holds, or always. */
const sentenceSchema = z.strictObject({ when: indicatorSchema.optional(), text: textSchema });

/** How a variable is told: `takes {value}`. `zero` replaces it where the value is 0. */
const variablePhraseSchema = z.strictObject({ text: textSchema, zero: textSchema.optional() });

/**
 * One reason that a transcript may give, and the terms it sums up.
 *
 * Where alternatives are compared, it is told from the side of the one chosen: with `variable`, `less` and `more` where both have it,
 * `absent_chosen` and `absent_other` where one has not; otherwise `text`. Placeholders: {chosen} {other} {favoured} {less_favoured}
 * {it} ({favoured}, but `it` where that is the one chosen) {difference} {chosen_value} {other_value}.
 *
 * Where there is one predictor, it is told against people like the population's: `raises` where the terms weigh more than they usually do,
 * `lowers` where they weigh less. Placeholders: {value} of `variable`, every {attribute_id}, every {parameter.id}.
 */
const reasonSchema = z.strictObject({
  id: identifierSchema,
  terms: z.array(identifierSchema).min(1),
  when: indicatorSchema.optional(),
  variable: identifierSchema.optional(),
  less: textSchema.optional(),
  more: textSchema.optional(),
  absent_chosen: textSchema.optional(),
  absent_other: textSchema.optional(),
  text: textSchema.optional(),
  raises: textSchema.optional(),
  lowers: textSchema.optional(),
});

/**
 * How a change of one parameter is told: `With a fare of {new} instead of {old}`. The numbers are those of the variable that the agent
 * perceives (of the alternative, where there are some), or with neither, the parameter's own; the words of a choice are its phrases.
 */
const leverSchema = z.strictObject({
  variable: identifierSchema.optional(),
  alternative: identifierSchema.optional(),
  text: textSchema,
});

export const narrativeSchema = z.strictObject({
  /** Who the agent is. Placeholders: {attribute_id}. */
  introduction: z.array(sentenceSchema).min(1),
  /** What it meets. Placeholders: {attribute_id} {parameter.id}. */
  situation: z.array(sentenceSchema),
  variables: z.record(identifierSchema, variablePhraseSchema),
  /** What an agent says that is one of those assigned, or is not; where the condition holds, or always. Placeholders as in `situation`. */
  assignments: z.record(
    identifierSchema,
    z.strictObject({
      when: indicatorSchema.optional(),
      assigned: textSchema.optional(),
      not_assigned: textSchema.optional(),
    }),
  ),
  reasons: z.array(reasonSchema),
  levers: z.record(identifierSchema, leverSchema),
  /** `I take {alternative}`, `I would take {alternative}`, `I would have taken {alternative}`: filled with an outcome's noun. */
  outcome: z.strictObject({ chosen: textSchema, would: textSchema, would_have: textSchema }),
  /** People like the agent: `travelers like me`. */
  peers: textSchema,
  /** How the calibrated baseline is called in a sentence: `At the baseline`. */
  baseline: textSchema,
});

export type Narrative = z.infer<typeof narrativeSchema>;
export type Reason = Narrative['reasons'][number];
