import type { Decision } from '../definition/definition.schema.js';
import { amounts } from './amounts/amounts.family.js';
import { binaryLogit } from './binary-logit/binary-logit.family.js';
import { conditionalLogit } from './conditional-logit/conditional-logit.family.js';
import { counts } from './counts/counts.family.js';
import type { DecisionFamily } from '../equations/decision-family.js';
import { diffusion } from './diffusion/diffusion.family.js';
import { hazard } from './hazard/hazard.family.js';
import { orderedLogit } from './ordered-logit/ordered-logit.family.js';
import { repeatedGames } from './repeated-games/repeated-games.family.js';
import { willingnessToPay } from './willingness-to-pay/willingness-to-pay.family.js';

const families = {
  conditional_logit: conditionalLogit,
  binary_logit: binaryLogit,
  ordered_logit: orderedLogit,
  counts,
  hazard,
  willingness_to_pay: willingnessToPay,
  amounts,
  diffusion,
  repeated_games: repeatedGames,
} satisfies { [F in Decision['family']]: unknown };

/** Returns the implementation of a decision's family. */
export function familyOf(decision: Decision): DecisionFamily<Decision> {
  return families[decision.family];
}
