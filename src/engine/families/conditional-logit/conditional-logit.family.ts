import { compileEquations } from '../../linear/compile-equations.js';
import { type LinearModel } from '../../linear/linear-model.js';
import { type DecisionFamily } from '../decision-family.js';
import { compileAvailability } from './availability.js';
import { checkConditionalLogit } from './check.js';
import { expectChoice, runChoice } from './run.js';
import { type ConditionalLogit } from './schema.js';
import { choiceTranscriber } from './story/transcriber.js';

/** An equation for the utility of each alternative. */
function utilitiesOf({ alternatives, coefficients, variables, terms }: ConditionalLogit): LinearModel {
  return {
    equations: alternatives.map(({ id }) => id),
    coefficients,
    variables: variables.map(({ alternatives: equations, ...variable }) => ({ ...variable, equations })),
    terms: terms.map(({ alternatives: equations, ...term }) => ({ ...term, equations })),
    ancillary: [],
  };
}

/**
 * Conditional logit with availability: McFadden, "Conditional logit analysis of qualitative choice behavior" (1974). Each agent takes the
 * alternative of greatest utility plus a Gumbel error of its own, so that the chances are exp(utility) over their sum.
 */
export const conditionalLogit: DecisionFamily<ConditionalLogit> = {
  interacting: false,
  equationWord: 'alternative',
  reasons: 'compared',
  states: [],
  linear: utilitiesOf,
  check: checkConditionalLogit,
  outcomes: ({ alternatives }) => alternatives,
  measures: () => [],
  curves: () => [],
  compile(decision, context) {
    const model = utilitiesOf(decision);
    const choice = {
      scenario: compileEquations(model, context, context.scenario),
      baseline: compileEquations(model, context, context.baseline),
      availability: compileAvailability(decision, context.attributes),
    };
    return {
      run: (situation) => runChoice(choice, situation),
      expect: (situation, draws) => expectChoice(choice, situation, draws),
    };
  },
  countCurves: () => [],
  transcriber: (definition, scenario, decided) =>
    choiceTranscriber(definition, utilitiesOf(definition.decision), scenario, decided),
};
