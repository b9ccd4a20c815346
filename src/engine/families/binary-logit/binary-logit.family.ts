import { compileBothSides } from '../../model/compile-equations.js';
import { type LinearModel, indexModel } from '../../model/linear-model.js';
import { columnFinder } from '../../transcript/stored-agents.js';
import { indexTranscriber } from '../../transcript/index-transcript/index-transcriber.js';
import { expectChoice, runChoice } from '../conditional-logit/conditional-logit.run.js';
import { choiceFigures } from '../conditional-logit/conditional-logit.figures.js';
import type { DecisionFamily } from '../../model/decision-family.js';
import type { BinaryLogit } from './binary-logit.schema.js';
import { inverseLogit, predictorName } from '../../model/formulas.js';

/** The binary logit as two utilities: 0 for the first outcome and the predictor for the second. */
function utilitiesOf(decision: BinaryLogit): LinearModel {
  const [reference, event] = decision.outcomes;
  return { ...indexModel(decision, event.id), equations: [reference.id, event.id] };
}

/** Both outcomes are available to every agent. */
const alwaysAvailable = [undefined, undefined] as const;

/**
 * Binary logit, computed as a choice between two outcomes, one with utility 0. The difference of two Gumbel errors is logistic.
 * Source: Train, "Discrete choice methods with simulation" (2009), section 3.1.
 */
export const binaryLogit: DecisionFamily<BinaryLogit> = {
  interacting: false,
  equationWord: 'outcome',
  reasons: 'typical',
  states: [],
  linear: utilitiesOf,
  formulas: ({ outcomes: [, { id }] }) => [`P(${id}) = ${inverseLogit(predictorName(id))}`],
  check(list, { outcomes }) {
    list.unique(
      ['decision', 'outcomes'],
      outcomes.map(({ id }) => id),
      'outcome',
    );
  },
  outcomes: ({ outcomes }) => outcomes,
  measures: () => [],
  curves: () => [],
  compile(decision, context) {
    const model = utilitiesOf(decision);
    const choice = {
      ...compileBothSides(model, context),
      availability: { scenario: alwaysAvailable, baseline: alwaysAvailable },
    };
    return {
      run: (situation) => runChoice(choice, situation),
      expect: (situation, draws) => expectChoice(choice, situation, draws),
      figures: (situation, side, options) => choiceFigures(choice, situation, side, options),
    };
  },
  countCurves: () => [],
  transcriber(definition, scenario, decided) {
    const [reference, event] = definition.decision.outcomes;
    const columnOf = columnFinder(decided.columns);
    const [error, otherError] = [columnOf(`error.${event.id}`), columnOf(`error.${reference.id}`)];
    return indexTranscriber(definition, utilitiesOf(definition.decision), scenario, decided, {
      outcomes: definition.decision.outcomes,
      equation: event.id,
      favored: event.noun,
      randomErrorOf: (index) => error.values[index]! - otherError.values[index]!,
      outcomeAt: (score) => (score > 0 ? 1 : 0),
      distanceTo: (outcome, score) => (outcome === 1 ? -score : score),
    });
  },
};
