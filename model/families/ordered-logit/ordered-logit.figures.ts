import { addGradients, type AgentFigures, emptyFigures, type FigureOptions } from '../../equations/agent-figures.js';
import { estimatesOf } from '../../equations/compile-equations.js';
import { evaluateEquations } from '../../equations/evaluate-equations.js';
import type { Situation } from '../../population/situation.js';
import { withIntercept } from '../../equations/random-intercepts.js';
import { levelProbabilities, type CompiledLevels, thresholdsOf } from './ordered-logit.run.js';

/** Probability of each outcome and mean points of each agent. Derivatives follow from P(outcome ≤ k) = F(threshold k - predictor). */
export function levelFigures(
  compiled: CompiledLevels,
  { attributes, assigned, from }: Situation,
  side: 'scenario' | 'baseline',
  options: FigureOptions,
): AgentFigures {
  const { link, spread, score } = compiled;
  const equations = compiled[side];
  const { count } = attributes;
  const levels = compiled.outcomes.length;
  const points = score?.points;
  const figures = levels + (points ? 1 : 0);
  const other = options.respectTo?.(equations.model);
  const sensitivity = other ?? equations;
  const estimates = estimatesOf(equations.model);
  const thresholds = thresholdsOf(compiled, estimates);
  const mixed = spread === undefined ? undefined : withIntercept(link, estimates[spread]!);
  const errors = mixed ?? link;
  const predictors = evaluateEquations(equations, attributes, assigned[side], from);
  const probabilities = levelProbabilities(predictors, thresholds, errors);
  const out = emptyFigures(count, figures, sensitivity.model.coefficients.length, options.gradients);
  const slopes = new Float64Array(options.gradients ? count * figures : 0);
  const width = equations.model.coefficients.length;
  for (let row = 0; row < count; row++) {
    const at = row * figures;
    for (let level = 0; level < levels; level++) {
      const probability = probabilities[level * count + row]!;
      out.values[at + level] = probability;
      if (points) out.values[at + levels] = out.values[at + levels]! + points[level]! * probability;
    }
    if (!options.gradients) continue;
    thresholds.forEach((threshold, k) => {
      const distance = threshold - predictors[row]!;
      const density = errors.density(distance);
      const step = points ? points[k]! - points[k + 1]! : 0;
      slopes[at + k] = slopes[at + k]! - density;
      slopes[at + k + 1] = slopes[at + k + 1]! + density;
      if (points) slopes[at + levels] = slopes[at + levels]! - step * density;
      const addAt = (coefficient: number, slope: number) => {
        const to = (row * width + coefficient) * figures;
        out.gradients[to + k] = out.gradients[to + k]! + slope;
        out.gradients[to + k + 1] = out.gradients[to + k + 1]! - slope;
        if (points) out.gradients[to + levels] = out.gradients[to + levels]! + step * slope;
      };
      if (other) return;
      const coefficient = compiled.thresholds[k]!;
      if (coefficient >= 0) addAt(coefficient, density);
      if (mixed) addAt(spread!, -mixed.slope(distance));
    });
  }
  if (options.gradients) addGradients(sensitivity, attributes, assigned[side], slopes, out.gradients);
  return out;
}
