import { z } from 'zod';
import { identifierSchema, textSchema } from '../../definition/identifier.schema.js';
import { coefficientSchema, decisionShape, outcomeSchema, termShape } from '../../model/linear.schema.js';

const namedSchema = z.strictObject({ id: identifierSchema, label: textSchema });

const periodsSchema = z.strictObject({
  count: z.int().min(1).max(200),
  /** What a period is, in the singular: `year`. */
  unit: textSchema,
  /** The number of the first one: 1964, or 1 where they are only counted. */
  first: z.int(),
  /** How a sentence calls one: `year {number}`, or only `{number}` for a year of the calendar. */
  name: textSchema,
});

/** The parts of the story that a transcript tells; placeholders in braces. */
const marketStorySchema = z.strictObject({
  /** Of one who has it from the start. {share} */
  start: textSchema,
  /** {period} {share} */
  adopting: textSchema,
  /** Of one who may still get it after the last period. {period} {share} */
  waiting: textSchema,
  /** Of one who is outside of the market for good. {period} {share} */
  outside: textSchema,
  /** What it was brought by. {own} {others}: shares that sum to 100%. */
  pressure: textSchema,
});

const contactsStorySchema = z.strictObject({
  /** How many people it talks with. {contacts} */
  contacts: textSchema,
  /** The same of one with a single contact, and with none. */
  one_contact: textSchema,
  alone: textSchema,
  /** A contact, in words that were used before: `she`. */
  contact_pronoun: textSchema,
  seeded: textSchema,
  /** {period} */
  adopting: textSchema,
  /** {period}: the last one. */
  waiting: textSchema,
  /** What it had seen before. {adopted} (`two of my contacts had adopted`) and {group_share}, the part of its group that had. */
  peers: textSchema,
  /** The same of one without contacts. {group_share} */
  group: textSchema,
});

/** Everybody is everybody's peer: Bass, and with a recovery the epidemic of susceptible, infected and recovered. */
const everybodySchema = z.strictObject({
  kind: z.literal('everybody'),
  /** Forward steps in a period, as the rates were fitted with. */
  steps_per_period: z.int().min(1).max(100),
  /** The curve of who is passing it on, where people stop doing so. */
  spreading: namedSchema.optional(),
  story: marketStorySchema,
});

/** Groups whose members name each other as contacts. The same network stands under scenario and baseline. */
const networkSchema = z.strictObject({
  /** Sizes that groups have; each group takes one, all alike likely. */
  group_sizes: z.array(z.int().min(1).max(10_000)).min(1).max(1_000),
  /** Share of people who name no contact, one, two and so on. */
  contacts: z.array(z.number().min(0).max(1)).min(1).max(51),
  /** Chance that a contact is one of those who named me, and else that it is a contact of a contact. */
  returned: z.number().min(0).max(1),
  closed: z.number().min(0).max(1),
  /** Standard deviation of the log of how popular people are. */
  popularity: z.number().min(0).max(5),
  /** What was seen in the data, which the numbers above were found from. */
  observed: z.strictObject({
    /** Share of the contacts named who name back. */
    reciprocity: z.number().min(0).max(1),
    /** Share of the contacts of contacts (but oneself) who are contacts as well. */
    transitivity: z.number().min(0).max(1),
    /** Standard deviation of how often people are named. */
    named_deviation: z.number().min(0),
  }),
});

export const STRATEGIES = ['at_random', 'most_named', 'together'] as const;

const contactsSchema = z.strictObject({
  kind: z.literal('contacts'),
  network: networkSchema,
  /** Parameters: the share of each group that has adopted before the first period, and who they are (an option of a choice). */
  seeding: z.strictObject({ share: identifierSchema, strategy: identifierSchema }).optional(),
  story: contactsStorySchema,
});

export const MARKET_EQUATIONS = ['log_innovation', 'log_imitation', 'potential', 'start', 'log_recovery'] as const;
export const CONTACTS_EQUATION = 'adoption';

/**
 * How something spreads, period by period: those who adopted move others to adopt. Agents adopt once and for all.
 *
 * Among `everybody` the terms give the log of the rates of innovation, imitation and recovery in a period, the market `potential` and the
 * share that has it at the `start`; an equation without terms is absent (no innovation, no recovery; everybody is in the market; nobody starts).
 * Among `contacts` they give the logit of the chance to adopt in a period, `adoption`; they may read the states `period` (from 1),
 * `exposure` (share of one's contacts who adopted before) and `group_share` (share of the others of one's group who did).
 */
export const diffusionSchema = z.strictObject({
  family: z.literal('diffusion'),
  ...decisionShape,
  periods: periodsSchema,
  process: z.discriminatedUnion('kind', [everybodySchema, contactsSchema]),
  coefficients: z.array(coefficientSchema).min(1),
  terms: z.array(z.strictObject({ ...termShape, equation: z.enum([...MARKET_EQUATIONS, CONTACTS_EQUATION]) })).min(1),
  /** By when an agent adopted, the earliest first; `by` counts periods from 1. The last, without it, is to have adopted by none of them. */
  outcomes: z.array(z.strictObject({ ...outcomeSchema.shape, by: z.int().min(0).optional() })).min(2),
  /** Periods that an agent did without, of all that there were. */
  wait: z.strictObject({ ...namedSchema.shape, unit: textSchema }),
  /** The curve of who has adopted. */
  adopted: namedSchema,
});

export type Diffusion = z.infer<typeof diffusionSchema>;
export type NetworkDefinition = z.infer<typeof networkSchema>;
export type Strategy = (typeof STRATEGIES)[number];
export type MarketProcess = z.infer<typeof everybodySchema>;
export type ContactsProcess = z.infer<typeof contactsSchema>;
/** A decision whose process is of one kind. */
export type DiffusionBy<Process> = Diffusion & { process: Process };

export function spreadsByContacts(decision: Diffusion): decision is DiffusionBy<ContactsProcess> {
  return decision.process.kind === 'contacts';
}

export function spreadsAmongAll(decision: Diffusion): decision is DiffusionBy<MarketProcess> {
  return decision.process.kind === 'everybody';
}
