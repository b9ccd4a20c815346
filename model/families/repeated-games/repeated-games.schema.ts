import { z } from 'zod';
import { identifierSchema, textSchema } from '../../definition/identifier.schema.js';
import { coefficientSchema, decisionShape, outcomeSchema, termShape } from '../../equations/linear.schema.js';

const measureSchema = z.strictObject({
  id: identifierSchema.describe('Id of the measure.'),
  label: textSchema.describe('Display name.'),
  unit: textSchema.describe('Unit of the measure.'),
});
const actionsSchema = z.strictObject({
  cooperate: textSchema.describe('Phrase for cooperation.'),
  defect: textSchema.describe('Phrase for defection.'),
});

/** Actions of both agents in a round, own action first: `cd` means that the agent cooperated and the other defected. */
export const jointActions = ['dd', 'dc', 'cd', 'cc'] as const;
export const gameEquations = ['first_round', 'later_rounds'] as const;

const sentencesSchema = z.strictObject({
  own: actionsSchema.describe('Phrases for the action of the agent, such as: I cooperate.'),
  other: actionsSchema.describe('Phrases for the action of the partner, such as: the other cooperates.'),
  both: actionsSchema.describe('Phrases for the same action of both, such as: we both cooperate.'),
  after: z
    .strictObject({
      dd: textSchema.describe('Phrase after mutual defection.'),
      dc: textSchema.describe('Phrase after defection of the agent and cooperation of the partner.'),
      cd: textSchema.describe('Phrase after cooperation of the agent and defection of the partner.'),
      cc: textSchema.describe('Phrase after mutual cooperation.'),
    })
    .describe('Phrases for the previous round, such as: after we both defected.'),
  end: textSchema.describe(
    'Summary of a match. Placeholders: {rounds}, {cooperative} (none, all or a number in words), {payoff}.',
  ),
  end_at_once: textSchema.describe('Summary of a match of one round. Placeholder: {payoff}.'),
});

/**
 * Repeated prisoner's dilemma. Two agents meet in a match and simultaneously cooperate or defect in each round. The terms specify the logit of
 * the probability of cooperation in the first round and in later rounds. In later rounds, they can read the states `own_last` and `other_last`:
 * 1 after cooperation, 0 after defection.
 */
export const repeatedGamesSchema = z.strictObject({
  family: z.literal('repeated_games').describe('Model family.'),
  ...decisionShape,
  payoffs: z
    .strictObject({
      temptation: z.number().describe('Points of defection against a cooperator.'),
      sucker: z.number().describe('Points of cooperation against a defector.'),
      punishment: z.number().describe('Points of mutual defection.'),
    })
    .describe('Points of a round.'),
  reward: identifierSchema.describe('Id of the parameter with the points of mutual cooperation.'),
  continuation: identifierSchema.describe('Id of the parameter with the probability of another round.'),
  most_rounds: z.int().min(1).max(1_000).describe('Maximum rounds of a match, 1 to 1,000.'),
  coefficients: z.array(coefficientSchema).min(1).describe('Coefficients of the terms.'),
  terms: z
    .array(
      z.strictObject({
        ...termShape,
        equation: z.enum(gameEquations).describe('Rounds with this term in the logit of cooperation.'),
      }),
    )
    .min(1)
    .describe('Terms of the logit of the probability of cooperation.'),
  outcomes: z
    .tuple([outcomeSchema, outcomeSchema])
    .describe('Outcomes of the first round: defection, then cooperation.'),
  measures: z
    .strictObject({
      cooperation: measureSchema.describe('Share of rounds in which the agent cooperates.'),
      mutual_cooperation: measureSchema.describe('Share of rounds in which both agents cooperate.'),
      payoff: measureSchema.describe('Points per round.'),
      rounds: measureSchema.describe('Number of rounds.'),
    })
    .describe('Measures of a match, for each agent.'),
  story: sentencesSchema.describe('Phrases and sentences for transcripts.'),
});

export type RepeatedGames = z.infer<typeof repeatedGamesSchema>;

/** Index in `jointActions` of the actions of an agent and its partner (1 for cooperation). */
export function jointActionIndex(own: number, other: number): number {
  return 2 * own + other;
}
