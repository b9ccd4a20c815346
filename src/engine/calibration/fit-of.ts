import { type Decision } from '../definition/definition.schema.js';
import { binaryLogitFit } from '../families/binary-logit/fit.js';
import { conditionalLogitFit } from '../families/conditional-logit/fit.js';
import { orderedLogitFit } from '../families/ordered-logit/fit.js';
import { type FamilyFit } from './family-fit.js';

const fits = {
  conditional_logit: conditionalLogitFit,
  binary_logit: binaryLogitFit,
  ordered_logit: orderedLogitFit,
} satisfies Partial<{ [F in Decision['family']]: unknown }>;

/** How a decision is fitted; nothing where its family cannot be. */
export function fitOf(decision: Decision): FamilyFit<Decision> | undefined {
  return fits[decision.family];
}
