import type { NotInterpreted } from './question-types';

/** Why words of a question had no effect. */
export const reasonTexts: Record<NotInterpreted['reason'], string> = {
  ambiguous: 'They fit several parameters or values.',
  background: 'They describe the situation, not a change.',
  compared: 'They compare two things instead of changing one.',
  disputed: 'The rules and the language model read them differently.',
  forecast: 'They name a date in the future, which no model contains.',
  goal: 'They name a result to reach. Name one share and one parameter, or try several values with a parameter sweep.',
  inexact: 'The amount is approximate. Enter an exact one.',
  instruction: 'They instruct the service. A question changes parameters only.',
  negated: 'They are negated.',
  no_amount: 'They name a change without an amount.',
  no_parameter: 'The workflow has no parameter for them.',
  other_unit: 'The parameter does not use this unit.',
  out_of_bounds: 'The value is outside the allowed range.',
  overridden: 'You set the value yourself.',
  too_complex: 'Reading them takes too long. Use fewer words and repeat none of them often.',
  two_values: 'They set one parameter to two values.',
};
