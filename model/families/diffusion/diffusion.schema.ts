// cspell:ignore everybody (a process kind of the definition)
import { z } from 'zod';
import { identifierSchema, textSchema } from '../../definition/identifier.schema.js';
import { coefficientSchema, decisionShape, outcomeSchema, termShape } from '../../equations/linear.schema.js';

const namedSchema = z.strictObject({
  id: identifierSchema.describe('Id of the curve or measure.'),
  label: textSchema.describe('Display name.'),
});

const periodsSchema = z.strictObject({
  count: z.int().min(1).max(200).describe('Number of periods, 1 to 200.'),
  unit: textSchema.describe('Unit of a period, in the singular: `year`.'),
  first: z.int().describe('Number of the first period: 1964, or 1 if periods are only counted.'),
  name: textSchema.describe('Name of a period in a sentence: `year {number}`, or `{number}` for a calendar year.'),
});

const marketSentencesSchema = z.strictObject({
  start: textSchema.describe('Sentence for an agent that has adopted before the first period. Placeholder: {share}.'),
  adopting: textSchema.describe('Sentence for an agent that adopts. Placeholders: {period}, {share}.'),
  waiting: textSchema.describe(
    'Sentence for an agent of the market that has not adopted by the last period. Placeholders: {period}, {share}.',
  ),
  outside: textSchema.describe(
    'Sentence for an agent outside the market, which never adopts. Placeholders: {period}, {share}.',
  ),
  pressure: textSchema.describe(
    'Sentence for the contributions of innovation {own} and imitation {others} to the adoption: shares that sum to 100%.',
  ),
});

const contactsSentencesSchema = z.strictObject({
  contacts: textSchema.describe('Sentence for the number of contacts. Placeholder: {contacts}.'),
  one_contact: textSchema.describe('Sentence for an agent with one contact.'),
  alone: textSchema.describe('Sentence for an agent without contacts.'),
  contact_pronoun: textSchema.describe('Pronoun for a single contact: `she`.'),
  seeded: textSchema.describe('Sentence for an agent that has adopted before the first period.'),
  adopting: textSchema.describe('Sentence for an agent that adopts. Placeholder: {period}.'),
  waiting: textSchema.describe('Sentence for an agent that has not adopted by the last {period}.'),
  peers: textSchema.describe(
    'Sentence for earlier adoption among contacts, {adopted} (`two of my contacts had adopted`), and in the group, {group_share}.',
  ),
  group: textSchema.describe(
    'Sentence for earlier adoption in the group, for an agent without contacts. Placeholder: {group_share}.',
  ),
});

/** Fully mixed market: the Bass model, or with recovery the SIR epidemic model (susceptible, infected, recovered). */
const marketProcessSchema = z.strictObject({
  kind: z.literal('everybody').describe('Process: a fully mixed market.'),
  steps_per_period: z
    .int()
    .min(1)
    .max(100)
    .describe('Forward Euler steps per period, 1 to 100. The fit of the rates used the same number.'),
  spreading: namedSchema
    .optional()
    .describe('Curve of the share of agents that spread the adoption. Only for models with recovery.'),
  story: marketSentencesSchema.describe('Transcript sentences.'),
});

/** Groups of agents that name each other as contacts. Scenario and baseline share one network. */
const networkSchema = z.strictObject({
  group_sizes: z
    .array(z.int().min(1).max(10_000))
    .min(1)
    .max(1_000)
    .describe('Group sizes. Each group draws one with equal probability.'),
  contacts: z
    .array(z.number().min(0).max(1))
    .min(1)
    .max(51)
    .describe('Shares of agents that name no contact, one contact, two contacts, and so on. Sum: 1.'),
  returned: z.number().min(0).max(1).describe('Probability that an agent names one of the agents that named it.'),
  closed: z
    .number()
    .min(0)
    .max(1)
    .describe('Otherwise, probability that the agent names a contact of one of its contacts.'),
  popularity: z
    .number()
    .min(0)
    .max(5)
    .describe('Standard deviation of log popularity, 0 to 5. Popular agents are named more often.'),
  observed: z
    .strictObject({
      reciprocity: z.number().min(0).max(1).describe('Share of named contacts that name the agent in return.'),
      transitivity: z
        .number()
        .min(0)
        .max(1)
        .describe('Share of contacts of contacts (other than the agent) that are also contacts of the agent.'),
      named_deviation: z.number().min(0).describe('Standard deviation of the number of times that an agent is named.'),
    })
    .describe('Statistics of the observed network, to which the other parameters were fitted.'),
});

export const seedingStrategies = ['at_random', 'most_named', 'together'] as const;

const contactsProcessSchema = z.strictObject({
  kind: z.literal('contacts').describe('Process: adoption depends on the contacts of an agent.'),
  network: networkSchema.describe('Groups and contacts of the agents.'),
  seeding: z
    .strictObject({
      share: identifierSchema.describe(
        'Id of the parameter with the share of each group that has adopted before the first period.',
      ),
      strategy: identifierSchema.describe('Id of the choice parameter with the seeding strategy.'),
    })
    .optional()
    .describe('Parameters of the adoption before the first period. Default: no such adoption.'),
  story: contactsSentencesSchema.describe('Transcript sentences.'),
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
  family: z.literal('diffusion').describe('Model family.'),
  ...decisionShape,
  periods: periodsSchema.describe('Periods of the run.'),
  process: z.discriminatedUnion('kind', [marketProcessSchema, contactsProcessSchema]).describe('Diffusion process.'),
  coefficients: z.array(coefficientSchema).min(1).describe('Coefficients of the terms.'),
  terms: z
    .array(
      z.strictObject({
        ...termShape,
        equation: z.enum([...marketEquations, contactsEquation]).describe('Equation of the term.'),
      }),
    )
    .min(1)
    .describe('Terms of the equations.'),
  outcomes: z
    .array(
      z.strictObject({
        ...outcomeSchema.shape,
        by: z.int().min(0).optional().describe('Last period of the band. Omitted for the last outcome only.'),
      }),
    )
    .min(2)
    .describe('Bands of adoption periods, earliest first. The last outcome is for all other agents.'),
  wait: z
    .strictObject({ ...namedSchema.shape, unit: textSchema.describe('Unit of the measure.') })
    .describe('Measure: whole periods without adoption.'),
  adopted: namedSchema.describe('Curve of the share of agents that have adopted.'),
});

export type Diffusion = z.infer<typeof diffusionSchema>;
export type NetworkDefinition = z.infer<typeof networkSchema>;
export type SeedingStrategy = (typeof seedingStrategies)[number];
export type MarketProcess = z.infer<typeof marketProcessSchema>;
export type ContactsProcess = z.infer<typeof contactsProcessSchema>;
/** A diffusion with one kind of process. */
export type DiffusionWith<Process> = Diffusion & { process: Process };

export function hasContactsProcess(decision: Diffusion): decision is DiffusionWith<ContactsProcess> {
  return decision.process.kind === 'contacts';
}

export function hasMarketProcess(decision: Diffusion): decision is DiffusionWith<MarketProcess> {
  return decision.process.kind === 'everybody';
}
