import type { NotInterpretedReason } from '../interpretation/findings.js';

/** Why words of a question had no effect. */
export const reasonTexts: Record<NotInterpretedReason, string> = {
  ambiguous: 'They fit several parameters or values.',
  background: 'They describe the situation, not the scenario.',
  compared: 'They compare two things instead of changing one.',
  disputed: 'The rules and the language model read them differently.',
  forecast: 'They name a date in the future, which the model does not contain.',
  goal: 'They name a result to reach instead of a value.',
  inexact: 'The amount is approximate.',
  instruction: 'They instruct the service. A question changes parameters only.',
  negated: 'They are negated.',
  no_amount: 'They name a parameter without an amount.',
  no_parameter: 'The workflow has no parameter for them.',
  other_unit: 'The parameter does not use this unit.',
  out_of_bounds: 'The value is outside the allowed range.',
  overridden: 'The request sets the parameter itself.',
  too_complex: 'Reading them takes too long. Use fewer words and repeat none of them often.',
  two_values: 'They set one parameter to two values.',
};
