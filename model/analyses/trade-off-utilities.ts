import type { WorkflowDefinition } from '../definition/definition.schema.js';
import {
  compileTastes,
  type CompiledTastes,
  type TasteSource,
  type StandardShape,
  standardNumber,
} from '../families/conditional-logit/tastes/compile-tastes.js';
import { exp } from '../math/elementary.js';
import type { LinearModel } from '../equations/linear-model.js';
import type { AppliesTo, RatioSet } from './trade-off.js';
import type { Effect } from './trade-off-effects.js';
import type { Interval } from '../summary/intervals.js';

/** A number with its derivatives by the coefficients of the model. */
interface Estimate {
  readonly value: number;
  readonly gradient: Float64Array;
}

interface RandomPart {
  readonly weight: number;
  readonly source: TasteSource;
}

/** Utility of one unit for the agents of a class and a variant: constant + Σ weight × coefficient + Σ random part. */
interface UnitUtility {
  readonly constant: number;
  /** Weight of each coefficient of the model. */
  readonly weights: Float64Array;
  readonly random: readonly RandomPart[];
}

interface UnitModel {
  readonly positions: ReadonlyMap<string, number>;
  readonly values: Float64Array;
  readonly tastes: CompiledTastes;
}

export function unitModelOf({ decision }: WorkflowDefinition, { coefficients }: LinearModel): UnitModel {
  return {
    positions: new Map(coefficients.map(({ id }, position) => [id, position])),
    values: Float64Array.from(coefficients, ({ estimate }) => estimate),
    tastes: decision.family === 'conditional_logit' ? compileTastes(decision) : { tastes: [], shapes: [] },
  };
}

/**
 * Utility of one unit of an effect. In willingness-to-pay space it is in units of the size of the coefficient of money, which cancels in ratios,
 * so that the coefficient of money is its sign.
 *
 * @param ownClass position of the latent class
 */
export function unitUtility(
  { positions, values, tastes: { tastes, money } }: UnitModel,
  { terms, interactions }: Effect,
  ownClass: number,
  appliesTo: AppliesTo | null,
  scale: number,
): UnitUtility {
  const key = JSON.stringify(appliesTo);
  const additional = interactions.filter((one) => JSON.stringify(one.appliesTo) === key);
  const weights = new Float64Array(values.length);
  const random: RandomPart[] = [];
  let constant = 0;
  for (const { coefficient, weight } of [...terms, ...additional]) {
    const taste = tastes.find((one) => one.coefficient === coefficient);
    const source = taste?.sources[ownClass] ?? { mean: positions.get(coefficient)!, loadings: [], sign: 0 };
    if (taste && taste === money) constant += scale * weight * source.sign;
    else if (source.loadings.length > 0) random.push({ weight: scale * weight, source });
    else weights[source.mean] = weights[source.mean]! + scale * weight;
  }
  return { constant, weights, random };
}

const isRandom = ({ random }: UnitUtility): boolean => random.length > 0;

/** Whether the utility is a log-normal number times a constant, which has one sign for all agents. */
function isLogNormal({ constant, weights, random: [first, ...others] }: UnitUtility): boolean {
  const isOnlyPart = others.length === 0 && constant === 0 && weights.every((weight) => weight === 0);
  return first !== undefined && first.source.sign !== 0 && isOnlyPart;
}

/** Whether the quantiles have a closed form: at most one random coefficient, or normal ones only. */
function hasQuantiles({ tastes: { shapes } }: UnitModel, { random }: UnitUtility): boolean {
  const isNormal = ({ source: { sign, loadings } }: RandomPart) =>
    sign === 0 && loadings.every(({ slot }) => shapes[slot] === 'normal');
  return random.length <= 1 || random.every(isNormal);
}

/** The utility that a share of the agents does not exceed. */
function quantileOf(model: UnitModel, { constant, weights, random }: UnitUtility, share: number): Estimate {
  const [first] = random;
  const fixed = { value: constant + dot(weights, model.values), gradient: weights };
  if (!first) return fixed;
  if (first.source.sign === 0) return sum(fixed, linearQuantile(model, random, share));
  return sum(fixed, exponentialQuantile(model, first.weight * first.source.sign, [{ ...first, weight: 1 }], share));
}

/** Quantile of the ratio of two log-normal utilities. */
function logNormalRatio(
  model: UnitModel,
  { random: [above] }: UnitUtility,
  { random: [below] }: UnitUtility,
  share: number,
): Estimate {
  const factor = (part: RandomPart) => part.weight * part.source.sign;
  const exponent = [
    { ...above!, weight: 1 },
    { ...below!, weight: -1 },
  ];
  return exponentialQuantile(model, factor(above!) / factor(below!), exponent, share);
}

/** Quantile of factor × e^x for a normal sum x, which falls with x if the factor is negative. */
function exponentialQuantile(
  model: UnitModel,
  factor: number,
  exponent: readonly RandomPart[],
  share: number,
): Estimate {
  const { value: x, gradient } = linearQuantile(model, exponent, factor > 0 ? share : 1 - share);
  const value = factor * exp(x);
  return { value, gradient: gradient.map((slope) => value * slope) };
}

/** Quantile of Σ weight × (mean + Σ loading × standard number): the sum of the means plus a quantile of the standard number times the size of all loadings. */
function linearQuantile(
  { values, tastes: { shapes } }: UnitModel,
  parts: readonly RandomPart[],
  share: number,
): Estimate {
  const gradient = new Float64Array(values.length);
  const bySlot = new Float64Array(shapes.length);
  for (const { weight, source } of parts) {
    gradient[source.mean] = gradient[source.mean]! + weight;
    for (const { coefficient, slot } of source.loadings) bySlot[slot] = bySlot[slot]! + weight * values[coefficient]!;
  }
  const mean = dot(gradient, values);
  const shape: StandardShape = shapes[parts[0]!.source.loadings[0]!.slot]!;
  const [size, z] = [Math.hypot(...bySlot), standardNumber(shape, share)];
  for (const { weight, source } of parts)
    for (const { coefficient, slot } of source.loadings)
      gradient[coefficient] = gradient[coefficient]! + (size > 0 ? (z * weight * bySlot[slot]!) / size : 0);
  return { value: mean + z * size, gradient };
}

function sum(a: Estimate, b: Estimate): Estimate {
  return { value: a.value + b.value, gradient: a.gradient.map((slope, k) => slope + b.gradient[k]!) };
}

/** Sum of weight × value. A weight of 0 leaves out values that are not finite. */
export function dot(weights: Float64Array, values: ArrayLike<number>): number {
  return weights.reduce((total, weight, k) => (weight === 0 ? total : total + weight * values[k]!), 0);
}

interface RatioEstimates {
  readonly numerator: number;
  readonly denominator: number;
  readonly numeratorVariance: number;
  readonly denominatorVariance: number;
  readonly covariance: number;
}

/**
 * Confidence set of a ratio θ = a / b: the values with (a - θb)² ≤ q²·Var(a - θb). It has the right coverage even if the denominator is
 * imprecise, and is then unbounded. Source: Fieller, "Some problems in interval estimation", Journal of the Royal Statistical Society B 16
 * (1954).
 *
 * @param quantile of the standardized difference, such as 1.96
 */
export function fiellerSet(estimates: RatioEstimates, quantile: number): RatioSet {
  const { numerator: a, denominator: b, numeratorVariance, denominatorVariance, covariance } = estimates;
  const q2 = quantile * quantile;
  // The inequality is A·θ² - 2·B·θ + C ≤ 0.
  const A = b * b - q2 * denominatorVariance;
  const B = a * b - q2 * covariance;
  const C = a * a - q2 * numeratorVariance;
  const discriminant = B * B - A * C;
  if (A === 0 || (A < 0 && discriminant <= 0)) return { shape: 'everything', limits: null };
  const root = Math.sqrt(Math.max(0, discriminant));
  const [first, second] = [(B - root) / A, (B + root) / A];
  const limits: Interval = [Math.min(first, second), Math.max(first, second)];
  return { shape: A > 0 ? 'bounded' : 'outside', limits };
}

/** Standard error of a ratio by the delta method. */
export function ratioStandardError(estimates: RatioEstimates): number {
  const { numerator: a, denominator: b, numeratorVariance, denominatorVariance, covariance } = estimates;
  const ratio = a / b;
  const variance = numeratorVariance - 2 * ratio * covariance + ratio * ratio * denominatorVariance;
  return Math.sqrt(Math.max(0, variance)) / Math.abs(b);
}

/** The amount of all agents, or the amount above those of a percentage of them. */
export interface AmountEstimates {
  /** Null if all agents have the same amount. */
  readonly percentile: number | null;
  readonly numerator: Estimate;
  readonly denominator: Estimate;
  /** The amount has a log-normal distribution over agents: its logarithm is a sum of coefficients. */
  readonly isLogNormal: boolean;
}

/** Percentages of agents with smaller amounts. */
const percentiles = [10, 50, 90];

/**
 * Ratios of two utilities of one unit. If the ratio differs between agents, quantiles of its distribution.
 *
 * @returns undefined if the quantiles have no closed form, or if the denominator can be 0 for an agent
 */
export function amountsOf(
  model: UnitModel,
  numerator: UnitUtility,
  denominator: UnitUtility,
): AmountEstimates[] | undefined {
  if (!hasQuantiles(model, numerator) || (isRandom(denominator) && !isLogNormal(denominator))) return undefined;
  const at = (utility: UnitUtility, share = 0.5) => quantileOf(model, utility, share);
  const each = (amountAt: (share: number) => Omit<AmountEstimates, 'percentile'>) =>
    percentiles.map((percentile) => ({ percentile, ...amountAt(percentile / 100) }));

  if (!isRandom(denominator)) {
    const divisor = at(denominator);
    const isExact = isLogNormal(numerator) && divisor.gradient.every((slope) => slope === 0);
    const amountAt = (share: number) => ({
      numerator: at(numerator, divisor.value > 0 ? share : 1 - share),
      denominator: divisor,
      isLogNormal: isExact,
    });
    return isRandom(numerator) ? each(amountAt) : [{ percentile: null, ...amountAt(0.5) }];
  }
  if (!isRandom(numerator)) {
    const dividend = at(numerator);
    // The ratio falls with the denominator, which has one sign, if the numerator is positive.
    return each((share) => ({
      numerator: dividend,
      denominator: at(denominator, dividend.value > 0 ? 1 - share : share),
      isLogNormal: false,
    }));
  }
  if (!isLogNormal(numerator)) return undefined;
  const one = { value: 1, gradient: new Float64Array(model.values.length) };
  return each((share) => ({
    numerator: logNormalRatio(model, numerator, denominator, share),
    denominator: one,
    isLogNormal: true,
  }));
}

/** @param covariance of the coefficients, size × size */
export function ratioEstimates({ numerator, denominator }: AmountEstimates, covariance: Float64Array): RatioEstimates {
  const size = numerator.gradient.length;
  const product = ({ gradient: left }: Estimate, { gradient: right }: Estimate) =>
    left.reduce((sum, a, i) => sum + right.reduce((line, b, j) => line + a * b * covariance[i * size + j]!, 0), 0);
  return {
    numerator: numerator.value,
    denominator: denominator.value,
    numeratorVariance: product(numerator, numerator),
    denominatorVariance: product(denominator, denominator),
    covariance: product(numerator, denominator),
  };
}
