import { z } from 'zod';
import { identifierSchema, textSchema } from '../../definition/identifier.schema.js';
import { coefficientSchema, decisionShape, outcomeSchema, termShape } from '../../model/linear.schema.js';

const namedSchema = z.strictObject({ id: identifierSchema, label: textSchema });

const periodsSchema = z.strictObject({
  count: z.int().min(1).max(200),
  /** Unit of a period, in the singular: `year`. */
  unit: textSchema,
  /** Number of the first period: 1964, or 1 if periods are only counted. */
  first: z.int(),
  /** Name of a period in a sentence: `year {number}`, or `{number}` for a calendar year. */
  name: textSchema,
});

/** Transcript sentences of the process `everybody`, with their placeholders. */
const marketStorySchema = z.strictObject({
  /** For an agent that has adopted before the first period. {share} */
  start: textSchema,
  /** For an agent that adopts. {period} {share} */
  adopting: textSchema,
  /** For an agent of the market that has not adopted by the last period. {period} {share} */
  waiting: textSchema,
  /** For an agent outside the market, which never adopts. {period} {share} */
  outside: textSchema,
  /** Contributions of innovation {own} and imitation {others} to the adoption: shares that sum to 100%. */
  pressure: textSchema,
});

/** Transcript sentences of the process `contacts`, with their placeholders. */
const contactsStorySchema = z.strictObject({
  /** Number of contacts. {contacts} */
  contacts: textSchema,
  /** For an agent with one contact. */
  one_contact: textSchema,
  /** For an agent without contacts. */
  alone: textSchema,
  /** Pronoun for a single contact: `she`. */
  contact_pronoun: textSchema,
  /** For an agent that has adopted before the first period. */
  seeded: textSchema,
  /** For an agent that adopts. {period} */
  adopting: textSchema,
  /** For an agent that has not adopted by the last {period}. */
  waiting: textSchema,
  /** Earlier adoption among contacts, {adopted} (`two of my contacts had adopted`), and in the group, {group_share}. */
  peers: textSchema,
  /** Earlier adoption in the group, for an agent without contacts. {group_share} */
  group: textSchema,
});

/** Fully mixed market: the Bass model, or with recovery the SIR epidemic model (susceptible, infected, recovered). */
const everybodySchema = z.strictObject({
  kind: z.literal('everybody'),
  /** Forward Euler steps per period; the same as in the fit of the rates. */
  steps_per_period: z.int().min(1).max(100),
  /** Curve of the share of agents that spread the adoption. Only for models with recovery. */
  spreading: namedSchema.optional(),
  story: marketStorySchema,
});

/** Groups of agents that name each other as contacts. Scenario and baseline share one network. */
const networkSchema = z.strictObject({
  /** Group sizes; each group draws one with equal probability. */
  group_sizes: z.array(z.int().min(1).max(10_000)).min(1).max(1_000),
  /** Shares of agents that name no contact, one contact, two contacts, and so on. Sum: 1. */
  contacts: z.array(z.number().min(0).max(1)).min(1).max(51),
  /** Probability that an agent names one of the agents that named it. */
  returned: z.number().min(0).max(1),
  /** Otherwise, probability that it names a contact of one of its contacts. */
  closed: z.number().min(0).max(1),
  /** Standard deviation of log popularity; popular agents are named more often. */
  popularity: z.number().min(0).max(5),
  /** Statistics of the observed network, to which the parameters above were fitted. */
  observed: z.strictObject({
    /** Share of named contacts that name the agent in return. */
    reciprocity: z.number().min(0).max(1),
    /** Share of contacts of contacts (other than the agent) that are also contacts of the agent. */
    transitivity: z.number().min(0).max(1),
    /** Standard deviation of the number of times that an agent is named. */
    named_deviation: z.number().min(0),
  }),
});

export const seedingStrategies = ['at_random', 'most_named', 'together'] as const;

const contactsSchema = z.strictObject({
  kind: z.literal('contacts'),
  network: networkSchema,
  /** Ids of two parameters: share of each group that has adopted before the first period, and seeding strategy (a choice parameter). */
  seeding: z.strictObject({ share: identifierSchema, strategy: identifierSchema }).optional(),
  story: contactsStorySchema,
});

export const marketEquations = ['log_innovation', 'log_imitation', 'potential', 'start', 'log_recovery'] as const;
export const contactsEquation = 'adoption';

/**
 * Diffusion of an innovation over periods: adopters make other agents more likely to adopt. Adoption is permanent.
 *
 * Process `everybody`: the terms specify the log rates of innovation, imitation and recovery per period, the market `potential` and the share
 * of adopters at the `start`. Without terms, a rate or `start` is 0 and `potential` is 1.
 * Process `contacts`: the terms of `adoption` specify the logit of the probability of adoption in a period. They can read the states `period`
 * (from 1), `exposure` (share of the agent's contacts that adopted earlier) and `group_share` (the same for the other members of its group).
 */
export const diffusionSchema = z.strictObject({
  family: z.literal('diffusion'),
  ...decisionShape,
  periods: periodsSchema,
  process: z.discriminatedUnion('kind', [everybodySchema, contactsSchema]),
  coefficients: z.array(coefficientSchema).min(1),
  terms: z.array(z.strictObject({ ...termShape, equation: z.enum([...marketEquations, contactsEquation]) })).min(1),
  /** Bands of adoption periods, earliest first. `by` is the last period of a band. The last outcome, without `by`, is for all other agents. */
  outcomes: z.array(z.strictObject({ ...outcomeSchema.shape, by: z.int().min(0).optional() })).min(2),
  /** Measure: whole periods without adoption. */
  wait: z.strictObject({ ...namedSchema.shape, unit: textSchema }),
  /** Curve of the share of agents that have adopted. */
  adopted: namedSchema,
});

export type Diffusion = z.infer<typeof diffusionSchema>;
export type NetworkDefinition = z.infer<typeof networkSchema>;
export type SeedingStrategy = (typeof seedingStrategies)[number];
export type MarketProcess = z.infer<typeof everybodySchema>;
export type ContactsProcess = z.infer<typeof contactsSchema>;
/** A diffusion with one kind of process. */
export type DiffusionWith<Process> = Diffusion & { process: Process };

export function hasContactsProcess(decision: Diffusion): decision is DiffusionWith<ContactsProcess> {
  return decision.process.kind === 'contacts';
}

export function hasMarketProcess(decision: Diffusion): decision is DiffusionWith<MarketProcess> {
  return decision.process.kind === 'everybody';
}
