import type { Decision } from '../../engine/definition.js';
import { amountsFit } from './amounts/amounts.fit.js';
import { binaryLogitFit } from './binary-logit/binary-logit.fit.js';
import { conditionalLogitFit } from './conditional-logit/conditional-logit.fit.js';
import { countsFit } from './counts/counts.fit.js';
import { diffusionFit } from './diffusion/diffusion.fit.js';
import { hazardFit } from './hazard/hazard.fit.js';
import { orderedLogitFit } from './ordered-logit/ordered-logit.fit.js';
import { repeatedGamesFit } from './repeated-games/repeated-games.fit.js';
import { willingnessToPayFit } from './willingness-to-pay/willingness-to-pay.fit.js';
import type { FamilyFit } from './family-fit.js';

const fits: { [F in Decision['family']]: FamilyFit<Extract<Decision, { family: F }>> } = {
  conditional_logit: conditionalLogitFit,
  binary_logit: binaryLogitFit,
  ordered_logit: orderedLogitFit,
  counts: countsFit,
  hazard: hazardFit,
  willingness_to_pay: willingnessToPayFit,
  amounts: amountsFit,
  diffusion: diffusionFit,
  repeated_games: repeatedGamesFit,
};

/** Fit of the family of a decision. */
export function fitOf(decision: Decision): FamilyFit<Decision> {
  return fits[decision.family];
}

/** Fit of a family in an unchecked recipe; undefined for an unknown family. */
export function fitOfFamily(family: unknown): FamilyFit<Decision> | undefined {
  return typeof family === 'string' && Object.hasOwn(fits, family) ? fits[family as Decision['family']] : undefined;
}
