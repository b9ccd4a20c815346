import { z } from 'zod';
import { identifierSchema, textSchema } from '../../definition/identifier.schema.js';
import { coefficientSchema, decisionShape, outcomeSchema, termShape } from '../../model/linear.schema.js';

const measureSchema = z.strictObject({ id: identifierSchema, label: textSchema, unit: textSchema });
const actionsSchema = z.strictObject({ cooperate: textSchema, defect: textSchema });

/** What the two do in a round, own action first: `cd` is to have cooperated while the other defected. */
export const jointActions = ['dd', 'dc', 'cd', 'cc'] as const;
export const gameEquations = ['first_round', 'later_rounds'] as const;

const storySchema = z.strictObject({
  /** `I cooperate`, `the other cooperates`, `we both cooperate`. */
  own: actionsSchema,
  other: actionsSchema,
  both: actionsSchema,
  /** `after we both defected`. */
  after: z.strictObject({ dd: textSchema, dc: textSchema, cd: textSchema, cc: textSchema }),
  /** {rounds} {cooperative} (`none`, `all`, 3) {payoff} */
  end: textSchema,
  /** Of a match of one round. {payoff} */
  end_at_once: textSchema,
});

/**
 * Two agents meet in a match of rounds and in each of them cooperate or defect at once. The terms give the logit of the probability to cooperate, in the
 * first round and in later ones, where they may read the states `own_last` and `other_last`: 1 after cooperating, 0 after defecting.
 */
export const repeatedGamesSchema = z.strictObject({
  family: z.literal('repeated_games'),
  ...decisionShape,
  /** Points of a round: for defecting on one who cooperates, for the reverse, and for both defecting. */
  payoffs: z.strictObject({ temptation: z.number(), sucker: z.number(), punishment: z.number() }),
  /** Parameter: the points of a round in which both cooperate. */
  reward: identifierSchema,
  /** Parameter: the probability that another round follows. */
  continuation: identifierSchema,
  /** No match is longer. */
  most_rounds: z.int().min(1).max(1_000),
  coefficients: z.array(coefficientSchema).min(1),
  terms: z.array(z.strictObject({ ...termShape, equation: z.enum(gameEquations) })).min(1),
  /** The first action of an agent: first to defect, then to cooperate. */
  outcomes: z.tuple([outcomeSchema, outcomeSchema]),
  /** What a match comes to, for each agent: shares of its rounds, points a round, rounds. */
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

/** The position in `jointActions` of what an agent and the other did. */
export function jointActionIndex(own: number, other: number): number {
  return 2 * own + other;
}
