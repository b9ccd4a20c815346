import { addGradients, type AgentFigures, emptyFigures, type FigureOptions } from '../../equations/agent-figures.js';
import { estimatesOf } from '../../equations/compile-equations.js';
import { evaluateEquations } from '../../equations/evaluate-equations.js';
import type { Situation } from '../../population/situation.js';
import { bandProbabilities, countProbabilities } from './count-probabilities.js';
import { meansOf } from '../means.js';
import { type CompiledCounts, distributionOf, greatestCount, marginal } from './counts.run.js';
import { exp, log } from '../../math/elementary.js';

/**
 * Probability of each band and mean count of each agent. With mean m and dispersion θ, the probability of a count y has the derivatives
 * P·(y - m)·θ / (θ + m) for log m, and P·θ·(Σ_{j<y} 1 / (θ + j) + log(θ / (θ + m)) + (m - y) / (θ + m)) for log θ.
 * With random intercepts, both are means over the intercepts u = s·z, and the derivative for s is the mean of z times that for log m.
 * Source: Cameron and Trivedi, "Regression analysis of count data", 2nd edition, section 3.3.
 */
export function countFigures(
  compiled: CompiledCounts,
  { attributes, assigned, from }: Situation,
  side: 'scenario' | 'baseline',
  options: FigureOptions,
): AgentFigures {
  const { decision, dispersion, spread } = compiled;
  const equations = compiled[side];
  const { count } = attributes;
  const starts = decision.outcomes.map((outcome) => outcome.from);
  const bands = starts.length;
  const figures = bands + 1;
  const other = options.respectTo?.(equations.model);
  const sensitivity = other ?? equations;
  const size = sensitivity.model.coefficients.length;
  const distribution = distributionOf(compiled, estimatesOf(equations.model));
  const { theta, spread: deviation, points } = distribution;
  const logs = evaluateEquations(equations, attributes, assigned[side], from);
  const means = meansOf(marginal(logs, distribution), from, greatestCount);
  const counts = new Float64Array(starts.at(-1)!);
  const own = new Float64Array(bands);
  const out = emptyFigures(count, figures, size, options.gradients);
  const slopes = new Float64Array(options.gradients ? count * figures : 0);
  for (let row = 0; row < count; row++) {
    const at = row * figures;
    out.values[at + bands] = means[row]!;
    if (options.gradients) slopes[at + bands] = means[row]!;
    const bySpread = spread === undefined || other ? -1 : (row * size + spread) * figures;
    if (options.gradients && bySpread >= 0) out.gradients[bySpread + bands] = deviation * means[row]!;
    for (let k = 0; k < points.points.length; k++) {
      const [z, weight] = [points.points[k]!, points.densities[k]! / points.total];
      const mean = deviation === 0 ? means[row]! : exp(logs[row]! + deviation * z);
      countProbabilities(mean, theta, counts);
      bandProbabilities(counts, starts, own);
      for (let band = 0; band < bands; band++) out.values[at + band] = out.values[at + band]! + weight * own[band]!;
      if (!options.gradients) continue;
      const shrink = theta === Infinity ? 1 : theta / (theta + mean);
      const logShrink = log(shrink);
      const to = (row * size + dispersion) * figures;
      let [band, harmonic] = [0, 0];
      for (let number = 0; number < counts.length; number++) {
        while (number >= starts[band + 1]!) band++;
        const slope = weight * counts[number]! * (number - mean) * shrink;
        // The last band is the rest, so its derivatives are minus the sum of the others.
        slopes[at + band] = slopes[at + band]! + slope;
        slopes[at + bands - 1] = slopes[at + bands - 1]! - slope;
        if (bySpread >= 0) {
          out.gradients[bySpread + band] = out.gradients[bySpread + band]! + z * slope;
          out.gradients[bySpread + bands - 1] = out.gradients[bySpread + bands - 1]! - z * slope;
        }
        if (dispersion < 0 || other) continue;
        const change = weight * counts[number]! * theta * (harmonic + logShrink + (mean - number) / (theta + mean));
        out.gradients[to + band] = out.gradients[to + band]! + change;
        out.gradients[to + bands - 1] = out.gradients[to + bands - 1]! - change;
        harmonic += 1 / (theta + number);
      }
    }
  }
  if (options.gradients) addGradients(sensitivity, attributes, assigned[side], slopes, out.gradients);
  return out;
}
