import { z } from 'zod';
import { identifierSchema, textSchema } from './identifier.schema.js';
import { conditionSchema } from './product.schema.js';

const sentenceSchema = z.strictObject({ when: conditionSchema.optional(), text: textSchema });

/** How a variable of an alternative is told: `takes {value}`. `zero` replaces it where the value is 0. */
const variablePhraseSchema = z.strictObject({ text: textSchema, zero: textSchema.optional() });

/**
 * One reason that a transcript may give: the terms it sums up, and how it is told from the side of the alternative chosen.
 * With `variable`: `less` and `more` where both alternatives have it, `absent_chosen` and `absent_other` where one has not.
 * Otherwise `text`. Placeholders: {chosen} {other} {favoured} {less_favoured} {difference} {chosen_value} {other_value}.
 */
const reasonSchema = z.strictObject({
  id: identifierSchema,
  terms: z.array(identifierSchema).min(1),
  variable: identifierSchema.optional(),
  less: textSchema.optional(),
  more: textSchema.optional(),
  absent_chosen: textSchema.optional(),
  absent_other: textSchema.optional(),
  text: textSchema.optional(),
});

/**
 * How a change of one parameter is told: `With a fare of {new} instead of {old}`. The numbers are those of the variable of the alternative
 * that the agent perceives, or with neither, the parameter's own.
 */
const leverSchema = z.strictObject({
  variable: identifierSchema.optional(),
  alternative: identifierSchema.optional(),
  text: textSchema,
});

export const narrativeSchema = z.strictObject({
  /** Who the agent is. Placeholders: {attribute_id}. */
  introduction: z.array(sentenceSchema).min(1),
  variables: z.record(identifierSchema, variablePhraseSchema),
  assignments: z.record(
    identifierSchema,
    z.strictObject({ assigned: textSchema.optional(), not_assigned: textSchema.optional() }),
  ),
  reasons: z.array(reasonSchema),
  levers: z.record(identifierSchema, leverSchema),
  /** `I take {alternative}`, `I would take {alternative}`, `I would have taken {alternative}`. */
  outcome: z.strictObject({ chosen: textSchema, would: textSchema, would_have: textSchema }),
  /** People like the agent: `travellers in my place`. */
  peers: textSchema,
  /** How the calibrated baseline is called in a sentence: `With everything as in the survey`. */
  baseline: textSchema,
});

export type Narrative = z.infer<typeof narrativeSchema>;
export type Reason = Narrative['reasons'][number];
