import type { Decision } from '../definition.js';
import { amountsFit } from '../families/amounts/amounts.fit.js';
import { binaryLogitFit } from '../families/binary-logit/binary-logit.fit.js';
import { conditionalLogitFit } from '../families/conditional-logit/conditional-logit.fit.js';
import { countsFit } from '../families/counts/counts.fit.js';
import { diffusionFit } from '../families/diffusion/diffusion.fit.js';
import { hazardFit } from '../families/hazard/hazard.fit.js';
import { orderedLogitFit } from '../families/ordered-logit/ordered-logit.fit.js';
import { repeatedGamesFit } from '../families/repeated-games/repeated-games.fit.js';
import { willingnessToPayFit } from '../families/willingness-to-pay/willingness-to-pay.fit.js';
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
