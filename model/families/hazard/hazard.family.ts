import { compileEquations } from '../../equations/compile-equations.js';
import { columnFinder } from '../../transcript/stored-agents.js';
import { durationFigures } from './hazard.figures.js';
import type { DecisionFamily } from '../../equations/decision-family.js';
import { checkHazard } from './hazard.check.js';
import { countStaying, expectHazard, runHazard, expandPeriods } from './hazard.run.js';
import type { Hazard } from './hazard.schema.js';
import { durationTranscriber } from './hazard.transcriber.js';
import { indexModel } from '../../equations/linear-model.js';
import { predictorName } from '../../equations/formulas.js';

/** Returns the predictor of a hazard as a linear model. */
function hazardOf(decision: Hazard) {
  return indexModel(decision, 'hazard');
}

/**
 * Discrete-time proportional hazards: in each period, the state ends with probability 1 - exp(-e^η). Agents start in the state and are
 * observed for a fixed number of periods. Source: Prentice and Gloeckler, "Regression analysis of grouped survival data", Biometrics 34 (1978).
 */
export const hazard: DecisionFamily<Hazard> = {
  interacting: false,
  equationWord: 'equation',
  reasons: 'typical',
  states: ['period'],
  linear: hazardOf,
  formulas: ({ duration }) => [`P(${duration.id} ends in the period) = 1 - exp(-exp(${predictorName('hazard')}))`],
  check: checkHazard,
  outcomes: ({ outcomes }) => outcomes,
  measures: ({ duration: { id, label, unit, period_length: length }, periods }) => [
    { id, label, unit, bounds: [length, periods * length] },
  ],
  curves: ({ curve, duration: { unit, period_length: length }, periods }) => [
    { ...curve, step_unit: unit, steps: Array.from({ length: periods }, (_, k) => (k + 1) * length) },
  ],
  compile(decision, context) {
    const model = expandPeriods(hazardOf(decision), decision.periods);
    const compiled = {
      decision,
      scenario: compileEquations(model, context, context.scenario),
      baseline: compileEquations(model, context, context.baseline),
    };
    return {
      run: (situation) => runHazard(compiled, situation),
      expect: (situation, draws) => expectHazard(compiled, situation, draws),
      figures: (situation, side, options) => durationFigures(compiled, situation, side, options),
    };
  },
  countCurves({ periods }, { columns }) {
    const columnOf = columnFinder(columns);
    const [ends, baselineEnds] = [columnOf('period').values, columnOf('baseline_period').values];
    return [countStaying(Int32Array.from(ends), Int32Array.from(baselineEnds), periods)];
  },
  transcriber: (definition, scenario, decided) =>
    durationTranscriber(
      definition,
      expandPeriods(hazardOf(definition.decision), definition.decision.periods),
      scenario,
      decided,
    ),
};
