import { type Decision } from '../definition/definition.schema.js';
import { binaryLogitFit } from '../families/binary-logit/fit.js';
import { conditionalLogitFit } from '../families/conditional-logit/fit.js';
import { countsFit } from '../families/counts/fit.js';
import { hazardFit } from '../families/hazard/fit.js';
import { orderedLogitFit } from '../families/ordered-logit/fit.js';
import { willingnessToPayFit } from '../families/willingness-to-pay/fit.js';
import { type FamilyFit } from './family-fit.js';

const fits: { [F in Decision['family']]?: FamilyFit<Extract<Decision, { family: F }>> } = {
  conditional_logit: conditionalLogitFit,
  binary_logit: binaryLogitFit,
  ordered_logit: orderedLogitFit,
  counts: countsFit,
  hazard: hazardFit,
  willingness_to_pay: willingnessToPayFit,
};

/** How a decision is fitted; nothing where its family cannot be. */
export function fitOf(decision: Decision): FamilyFit<Decision> | undefined {
  return fits[decision.family];
}
