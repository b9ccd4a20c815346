import { type DecisionFamily } from '../decision-family.js';
import { checkConditionalLogit } from './check.js';
import { compileUtilities } from './compile.js';
import { runConditionalLogit } from './run.js';
import { type ConditionalLogit } from './schema.js';

/**
 * Conditional logit with availability: McFadden, "Conditional logit analysis of qualitative choice behavior" (1974). Each agent takes the
 * alternative of greatest utility plus a Gumbel error of its own, so that the chances are exp(utility) over their sum.
 */
export const conditionalLogit: DecisionFamily<ConditionalLogit> = {
  check: checkConditionalLogit,
  compile(decision, context) {
    const scenario = compileUtilities(decision, context, context.scenario);
    const baseline = compileUtilities(decision, context, context.baseline);
    return { run: (situation) => runConditionalLogit(scenario, baseline, situation) };
  },
};
