import { type ErrorDistribution, drawIntercepts, withIntercept, spreadsOf } from '../../equations/random-intercepts.js';
import type { Column } from '../../columns/column.js';
import { type CompiledEquations, type Coefficients, estimatesOf } from '../../equations/compile-equations.js';
import { evaluateEquations } from '../../equations/evaluate-equations.js';
import type { DecisionOutput, Expectation } from '../../equations/decision-family.js';
import { boundDecision, blockMeans, expectations, fromEquations, outcomeColumns } from '../outcome-columns.js';
import { drawErrors, type Link } from '../../equations/formulas.js';
import type { OrderedLogit } from './ordered-logit.schema.js';
import type { Situation } from '../../population/situation.js';
import { type LinearModel, indexModel } from '../../equations/linear-model.js';
import { addGradients, type AgentFigures, emptyFigures, type FigureOptions } from '../../equations/agent-figures.js';

/** Outcome at a score (predictor plus error): the number of thresholds below the score. */
export function levelAt(score: number, thresholds: ArrayLike<number>): number {
  let level = 0;
  while (level < thresholds.length && score > thresholds[level]!) level++;
  return level;
}

function levelsOf(predictors: Float64Array, errors: Float64Array, thresholds: ArrayLike<number>): Uint8Array {
  const levels = new Uint8Array(predictors.length);
  for (let row = 0; row < levels.length; row++) levels[row] = levelAt(predictors[row]! + errors[row]!, thresholds);
  return levels;
}

/** Probability of each outcome: `[outcome * count + row]`. */
export function levelProbabilities(
  predictors: Float64Array,
  thresholds: ArrayLike<number>,
  errors: Pick<ErrorDistribution, 'above'>,
): Float64Array {
  const count = predictors.length;
  const probabilities = new Float64Array((thresholds.length + 1) * count);
  for (let row = 0; row < count; row++) {
    let above = 1;
    for (let level = 0; level < thresholds.length; level++) {
      const next = errors.above(thresholds[level]! - predictors[row]!);
      probabilities[level * count + row] = above - next;
      above = next;
    }
    probabilities[thresholds.length * count + row] = above;
  }
  return probabilities;
}

/**
 * Makes thresholds non-decreasing. Thresholds drawn from their covariance can cross, and an outcome between them would have a negative
 * probability. A threshold below an earlier one is therefore raised to it.
 */
function nonDecreasing(thresholds: readonly number[]): Float64Array {
  let greatest = -Infinity;
  return Float64Array.from(thresholds, (threshold) => (greatest = Math.max(greatest, threshold)));
}

/** Ordered outcomes of a predictor and a random error, compiled for a scenario and the baseline. */
export interface CompiledLevels {
  /** Ids, lowest first. */
  readonly outcomes: readonly string[];
  readonly link: Link;
  /** Index of the coefficient of each threshold; -1 for a threshold of 0. */
  readonly thresholds: readonly number[];
  /** Index of the coefficient that is the standard deviation of random intercepts. Default: no intercepts. */
  readonly spread?: number | undefined;
  readonly score?: OrderedLogit['score'];
  readonly scenario: CompiledEquations;
  readonly baseline: CompiledEquations;
}

/**
 * Runs the agents of a situation under scenario and baseline.
 *
 * Column `predictor` is the sum of the terms. Column `error` is the random error, the same under both. `outcome` is the number of
 * thresholds below predictor plus error. If the definition assigns points to outcomes, `measure.<score>` contains the points of the outcome.
 */
export function runLevels(compiled: CompiledLevels, situation: Situation): DecisionOutput {
  const { outcomes, score, scenario } = compiled;
  const { count } = situation.attributes;
  const estimates = estimatesOf(scenario.model);
  const thresholds = thresholdsOf(compiled, estimates);
  const distribution = distributionOf(compiled, estimates);
  const errors = errorsOf(compiled, estimates, situation);
  const results = fromEquations(compiled, situation, (predictors) => {
    const levels = levelsOf(predictors, errors, thresholds);
    const probabilities = levelProbabilities(predictors, thresholds, distribution);
    return {
      predictors,
      outcomes: levels,
      probabilities,
      measure: score && Float64Array.from(levels, (level) => score.points[level]!),
      expected: score && meanPoints(score.points, probabilities, count),
    };
  });
  const details: Column[] = [
    { name: 'predictor', type: 'float64', values: results.scenario.predictors },
    { name: 'error', type: 'float64', values: errors },
  ];
  return { columns: outcomeColumns([...outcomes], results, score?.id, details), events: [] };
}

/** Mean points of each agent. @param probabilities `[outcome * count + row]` */
function meanPoints(points: readonly number[], probabilities: Float64Array, count: number): Float64Array {
  const means = new Float64Array(count);
  points.forEach((value, outcome) => {
    for (let row = 0; row < count; row++) means[row] = means[row]! + value * probabilities[outcome * count + row]!;
  });
  return means;
}

/** Mean probabilities of the outcomes, and mean points if defined, at other values of the coefficients. */
export function expectLevels(
  compiled: CompiledLevels,
  situation: Situation,
  draws: readonly Coefficients[],
): Expectation[] {
  const { score } = compiled;
  return expectations(compiled, situation, draws, (predictors, draw) => {
    const thresholds = thresholdsOf(compiled, draw);
    const probabilities = levelProbabilities(predictors, thresholds, distributionOf(compiled, draw));
    const shares = blockMeans(probabilities, predictors.length);
    const points = score ? [shares.reduce((sum, share, k) => sum + share * score.points[k]!, 0)] : [];
    return Float64Array.from([...shares, ...points]);
  });
}

function distributionOf({ link, spread }: CompiledLevels, values: Coefficients): ErrorDistribution {
  return spread === undefined ? link : withIntercept(link, values[spread]!);
}

/** Random error of each agent, with its random intercept. Each agent belongs to a group of its own. */
function errorsOf({ link, spread }: CompiledLevels, values: Coefficients, situation: Situation): Float64Array {
  const errors = drawErrors(link, situation);
  if (spread === undefined) return errors;
  const numbers = drawIntercepts(situation);
  return errors.map((error, row) => error + values[spread]! * numbers[row]!);
}

/** Threshold values at given coefficients. */
export function thresholdsOf({ thresholds }: CompiledLevels, values: Coefficients): Float64Array {
  return nonDecreasing(thresholds.map((position) => (position < 0 ? 0 : values[position]!)));
}

/** Name of the only equation. */
export const predictorEquation = 'predictor';

/** Returns the predictor of an ordered logit as a linear model. */
export function predictorOf(decision: OrderedLogit): LinearModel {
  return indexModel(decision, predictorEquation, [...decision.thresholds, ...spreadsOf(decision)]);
}

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

/** A decision whose outcome is the number of thresholds below the sum of a predictor and a random error. */
export const decideLevels = (levels: CompiledLevels) => boundDecision(levels, runLevels, expectLevels, levelFigures);
