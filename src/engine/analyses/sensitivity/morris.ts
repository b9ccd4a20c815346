import type { StreamKey } from '../../random/stream-key.js';
import { pairDrawer, streamPurposes } from '../../random/stream.js';
import { studentQuantile } from '../../math/student-quantile.js';
import type { Interval } from '../../summary/intervals.js';
import type { Evaluate } from './factors.js';

/** Elementary effects of one factor on one figure: changes of the figure, scaled to the whole range of the factor. */
export interface ElementaryEffects {
  /** Mean of the absolute effects: the importance of the factor. */
  readonly absoluteMean: number;
  readonly absoluteMeanInterval: Interval;
  readonly mean: number;
  /** Standard deviation of the effects: interactions with other factors, and curvature. */
  readonly deviation: number;
}

const levels = 4;
const step = levels / (2 * (levels - 1));

/** Number of evaluations of `screen`. */
export const screeningEvaluations = (factors: number, trajectories: number) => trajectories * (factors + 1);

/**
 * Screens factors by elementary effects: random trajectories through a grid of four levels, on which one factor after another changes by 2/3 of
 * its range. Sources: Morris, "Factorial sampling plans for preliminary computational experiments", Technometrics 33 (1991); Campolongo, Cariboni
 * and Saltelli, "An effective screening design for sensitivity analysis of large models", Environmental Modelling & Software 22 (2007), for the
 * mean of the absolute effects.
 *
 * @param factors number of factors with one coordinate each
 * @param trajectories at least 2
 * @returns `[figure][factor]`
 */
export function screen(
  factors: number,
  trajectories: number,
  figures: number,
  evaluate: Evaluate,
  key: StreamKey,
): ElementaryEffects[][] {
  const effects = Array.from({ length: figures }, () =>
    Array.from({ length: factors }, () => new Float64Array(trajectories)),
  );
  const draw = pairDrawer(key, streamPurposes.sensitivity, 2);
  for (let trajectory = 0; trajectory < trajectories; trajectory++) {
    const uniforms = Array.from({ length: factors }, (_, k) => draw(trajectory, 0, k));
    // Random order of the changes, and a start in the lower or upper half of the grid for each factor.
    const order = [...uniforms.keys()].sort((a, b) => uniforms[a]![0] - uniforms[b]![0]);
    const upward = uniforms.map(([, uniform]) => uniform < 0.5);
    const point = Float64Array.from(uniforms, ([, uniform], k) => {
      const position = 2 * uniform - (upward[k] ? 0 : 1);
      const level = Math.floor((position * levels) / 2) / (levels - 1);
      return upward[k] ? level : level + step;
    });
    let before = Float64Array.from(evaluate(point));
    for (const factor of order) {
      const change = upward[factor] ? step : -step;
      point[factor] = point[factor]! + change;
      const after = Float64Array.from(evaluate(point));
      for (let figure = 0; figure < figures; figure++)
        effects[figure]![factor]![trajectory] = (after[figure]! - before[figure]!) / change;
      before = after;
    }
  }
  return effects.map((own) => own.map(summarize));
}

function summarize(effects: Float64Array): ElementaryEffects {
  const count = effects.length;
  const moments = (values: Float64Array) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / count;
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    return { mean, deviation: Math.sqrt(squares / (count - 1)) };
  };
  const { mean, deviation } = moments(effects);
  const absolute = moments(effects.map(Math.abs));
  const margin = (studentQuantile(count - 1) * absolute.deviation) / Math.sqrt(count);
  return {
    absoluteMean: absolute.mean,
    absoluteMeanInterval: [Math.max(0, absolute.mean - margin), absolute.mean + margin],
    mean,
    deviation,
  };
}
