import { addGradients, type AgentFigures, emptyFigures, type FigureOptions } from '../../equations/agent-figures.js';
import { evaluateEquations } from '../../equations/evaluate-equations.js';
import type { Situation } from '../../population/situation.js';
import type { CompiledHazard } from './hazard.run.js';
import { exp } from '../../math/elementary.js';

/**
 * Probability of each band, mean duration and survival after each period of each agent. The survival S = exp(-Σ h) has the derivative -S·h
 * for the predictor of a period with cumulative hazard h, and all figures are linear in S.
 */
export function durationFigures(
  compiled: CompiledHazard,
  { attributes, assigned, from }: Situation,
  side: 'scenario' | 'baseline',
  options: FigureOptions,
): AgentFigures {
  const { decision } = compiled;
  const { periods, outcomes, duration } = decision;
  const equations = compiled[side];
  const { count } = attributes;
  const bands = outcomes.length;
  const ends = outcomes.map(({ until }) => until ?? Infinity);
  const figures = bands + 1 + periods;
  const sensitivity = options.respectTo?.(equations.model) ?? equations;
  const size = equations.model.equations.length;
  const predictors = evaluateEquations(equations, attributes, assigned[side], from);
  const out = emptyFigures(count, figures, sensitivity.model.coefficients.length, options.gradients);
  const slopes = new Float64Array(options.gradients ? count * size * figures : 0);
  const hazards = new Float64Array(periods + 1);
  const survival = new Float64Array(periods + 1);
  const changes = new Float64Array(periods + 1);

  /**
   * Writes all figures that follow from the survival after each period, or their derivatives from its derivatives.
   *
   * @param first first period with a survival or derivative other than 0; period 0 is before the first
   */
  const write = (survivalAt: Float64Array, first: number, to: Float64Array, at: number) => {
    let before = survivalAt[0]!;
    for (let band = 0; band < bands; band++) {
      const after = ends[band]! <= periods ? survivalAt[ends[band]!]! : 0;
      to[at + band] = before - after;
      before = after;
    }
    let total = 0;
    for (let period = first; period <= periods; period++) {
      const value = survivalAt[period]!;
      if (period > 0) to[at + bands + period] = value;
      if (period < periods) total += value;
    }
    to[at + bands] = total * duration.period_length;
  };

  for (let row = 0; row < count; row++) {
    let cumulative = 0;
    survival[0] = 1;
    for (let period = 1; period <= periods; period++) {
      hazards[period] = exp(predictors[row]! + predictors[period * count + row]!);
      cumulative += hazards[period]!;
      survival[period] = exp(-cumulative);
    }
    write(survival, 0, out.values, row * figures);
    if (!options.gradients) continue;
    cumulative = 0;
    changes[0] = 0;
    for (let period = 1; period <= periods; period++) {
      cumulative += hazards[period]!;
      changes[period] = -survival[period]! * cumulative;
    }
    write(changes, 1, slopes, row * size * figures);
    for (let own = 1; own <= periods; own++) {
      changes[own - 1] = 0;
      for (let period = own; period <= periods; period++) changes[period] = -survival[period]! * hazards[own]!;
      write(changes, own, slopes, (row * size + own) * figures);
    }
  }
  if (options.gradients) addGradients(sensitivity, attributes, assigned[side], slopes, out.gradients);
  return out;
}
