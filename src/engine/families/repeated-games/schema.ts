import { z } from 'zod';
import { identifierSchema, textSchema } from '../../definition/identifier.schema.js';
import { coefficientSchema, decisionShape, outcomeSchema, termShape } from '../../model/linear.schema.js';

const measureSchema = z.strictObject({ id: identifierSchema, label: textSchema, unit: textSchema });
const actionsSchema = z.strictObject({ cooperate: textSchema, defect: textSchema });

/** Actions of both agents in a round, own action first: `cd` means that the agent cooperated and the other defected. */
export const jointActions = ['dd', 'dc', 'cd', 'cc'] as const;
export const gameEquations = ['first_round', 'later_rounds'] as const;

/** Transcript phrases and sentences, with their placeholders. */
const storySchema = z.strictObject({
  /** `I cooperate` */
  own: actionsSchema,
  /** `the other cooperates` */
  other: actionsSchema,
  /** `we both cooperate` */
  both: actionsSchema,
  /** `after we both defected` */
  after: z.strictObject({ dd: textSchema, dc: textSchema, cd: textSchema, cc: textSchema }),
  /** Summary of a match. {rounds} {cooperative} (`none`, `all`, `three`) {payoff} */
  end: textSchema,
  /** Summary of a match of one round. {payoff} */
  end_at_once: textSchema,
});

/**
 * Repeated prisoner's dilemma. Two agents meet in a match and simultaneously cooperate or defect in each round. The terms specify the logit of
 * the probability of cooperation in the first round and in later rounds. In later rounds, they can read the states `own_last` and `other_last`:
 * 1 after cooperation, 0 after defection.
 */
export const repeatedGamesSchema = z.strictObject({
  family: z.literal('repeated_games'),
  ...decisionShape,
  /** Points of a round: for defection against a cooperator, for cooperation against a defector, and for mutual defection. */
  payoffs: z.strictObject({ temptation: z.number(), sucker: z.number(), punishment: z.number() }),
  /** Id of the parameter with the points of mutual cooperation. */
  reward: identifierSchema,
  /** Id of the parameter with the probability of another round. */
  continuation: identifierSchema,
  /** Maximum rounds of a match. */
  most_rounds: z.int().min(1).max(1_000),
  coefficients: z.array(coefficientSchema).min(1),
  terms: z.array(z.strictObject({ ...termShape, equation: z.enum(gameEquations) })).min(1),
  /** First action of an agent: defection, then cooperation. */
  outcomes: z.tuple([outcomeSchema, outcomeSchema]),
  /** Measures of a match, for each agent: shares of rounds, points per round, and number of rounds. */
  measures: z.strictObject({
    cooperation: measureSchema,
    mutual_cooperation: measureSchema,
    payoff: measureSchema,
    rounds: measureSchema,
  }),
  story: storySchema,
});

export type RepeatedGames = z.infer<typeof repeatedGamesSchema>;
export type JointAction = (typeof jointActions)[number];

/** Index in `jointActions` of the actions of an agent and its partner (1 for cooperation). */
export function jointActionIndex(own: number, other: number): number {
  return 2 * own + other;
}
