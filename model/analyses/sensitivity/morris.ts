import { pairDrawer, streamPurposes } from '../../random/stream.js';
import type { StreamKey } from '../../random/stream-key.js';
import { studentQuantile } from '../../math/student.js';
import type { Interval } from '../../summary/intervals.js';
import { type Evaluate, type ScreenedFactor, stepAt } from './sensitivity.js';

/**
 * Elementary effects of one factor on one figure: changes of the figure, scaled to the whole range of the factor. Options have no range, so
 * their effects are the changes from one option to a later one of the list.
 */
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

/**
 * Screens factors by elementary effects: random trajectories through a grid of four levels, on which one factor after another changes by 2/3 of
 * its range. An integer changes to the integer at the new level, and its effect is divided by this change. A factor with options changes between
 * two different options, and all pairs have the same probability. Sources: Morris, "Factorial sampling plans for preliminary computational experiments", Technometrics 33 (1991); Campolongo, Cariboni
 * and Saltelli, "An effective screening design for sensitivity analysis of large models", Environmental Modelling & Software 22 (2007), for the
 * mean of the absolute effects.
 *
 * @param factors factors with one coordinate each
 * @param trajectories at least 2
 * @returns `[figure][factor]`
 */
export function screen(
  factors: readonly ScreenedFactor[],
  trajectories: number,
  figures: number,
  evaluate: Evaluate,
  key: StreamKey,
): ElementaryEffects[][] {
  const effects = Array.from({ length: figures }, () => factors.map(() => new Float64Array(trajectories)));
  const draw = pairDrawer(key, streamPurposes.sensitivity, 2);
  for (let trajectory = 0; trajectory < trajectories; trajectory++) {
    const uniforms = factors.map((_, k) => draw(trajectory, 0, k));
    // Random order of the changes, and random ends of the change of each factor.
    const order = [...uniforms.keys()].sort((a, b) => uniforms[a]![0] - uniforms[b]![0]);
    const changes = factors.map((factor, k) => changeOf(factor, uniforms[k]![1]));
    const point = Float64Array.from(changes, ({ from }) => from);
    let before = Float64Array.from(evaluate(point));
    for (const factor of order) {
      const { to, scale } = changes[factor]!;
      point[factor] = to;
      const after = Float64Array.from(evaluate(point));
      for (let figure = 0; figure < figures; figure++)
        effects[figure]![factor]![trajectory] = (after[figure]! - before[figure]!) / scale;
      before = after;
    }
  }
  return effects.map((own) => own.map(summarize));
}

/** A change of one factor: its coordinates, and the divisor that scales a difference of the figure to the range of the factor. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly scale: number;
}

function changeOf(factor: ScreenedFactor, uniform: number): Change {
  if (factor.kind === 'options') return changeOfOption(factor.count, uniform);
  // A start in the lower or upper half of the grid.
  const isUpward = uniform < 0.5;
  const level = Math.floor(((2 * uniform - (isUpward ? 0 : 1)) * levels) / 2) / (levels - 1);
  const [from, to] = isUpward ? [level, level + step] : [level + step, level];
  if (factor.kind === 'number') return { from, to, scale: to - from };
  const { count } = factor;
  return { from, to, scale: (stepAt(to, count) - stepAt(from, count)) / (count - 1) };
}

/** A change between two different options, in the middle of their parts of the coordinate. */
function changeOfOption(count: number, uniform: number): Change {
  const pair = stepAt(uniform, count * (count - 1));
  const first = Math.floor(pair / (count - 1));
  const other = pair % (count - 1);
  const second = other < first ? other : other + 1;
  return { from: (first + 0.5) / count, to: (second + 0.5) / count, scale: Math.sign(second - first) };
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
