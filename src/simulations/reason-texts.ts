import type { NotReadReason } from '../interpretation/reading.js';

/** Why words of a question were not used: predicates whose subject is the words. */
export const reasonTexts: Record<NotReadReason, string> = {
  ambiguous: 'fits several parameters or values',
  forecast: 'names a date in the future, which the model does not contain',
  goal: 'names a result to reach instead of a value',
  inexact: 'has an approximate amount',
  instruction: 'instructs the service, but a question changes parameters only',
  negated: 'is negated',
  no_amount: 'names a parameter without a direction or an amount',
  no_parameter: 'fits no parameter of the model',
  other_unit: 'has a unit that the parameter does not use',
  out_of_bounds: 'is outside the allowed range',
  too_complex: 'takes too long to read: use fewer words and repeat none of them often',
  two_values: 'sets one parameter to two values',
};
