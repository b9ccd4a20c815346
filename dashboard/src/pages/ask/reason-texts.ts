import type { NotRead } from './question-types';

/** Why words of a question had no effect. */
export const reasonTexts: Record<NotRead['reason'], string> = {
  ambiguous: 'They fit several parameters or values.',
  forecast: 'They name a date in the future, which no model contains.',
  goal: 'They name a result to reach. Name one share and one parameter, or try several values with a parameter sweep.',
  inexact: 'The amount is approximate.',
  instruction: 'They instruct the service. A question changes parameters only.',
  negated: 'They are negated.',
  no_amount: 'They name no direction and no amount.',
  no_parameter: 'The workflow has no parameter for them.',
  other_unit: 'The parameter does not use this unit.',
  out_of_bounds: 'The value is outside the allowed range.',
  too_complex: 'Reading them takes too long. Use fewer words and repeat none of them often.',
  two_values: 'They set one parameter to two values.',
};
