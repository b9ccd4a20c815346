import type { WorkflowDefinition } from '../definition/definition.schema.js';
import {
  compileTastes,
  type CompiledTastes,
  type TasteSource,
} from '../families/conditional-logit/tastes/compile-tastes.js';
import { type StandardShape, standardNumber } from '../families/conditional-logit/tastes/standard-numbers.js';
import { exp } from '../math/elementary.js';
import type { LinearModel } from '../equations/linear-model.js';
import type { AppliesTo } from './trade-off.js';
import type { Effect } from './trade-off-effects.js';

/** A number with its derivatives by the coefficients of the model. */
export interface Estimate {
  readonly value: number;
  readonly gradient: Float64Array;
}

/** A random coefficient times a weight. */
interface RandomPart {
  readonly weight: number;
  readonly source: TasteSource;
}

/** Utility of one unit for the agents of a class and a variant: constant + Σ weight × coefficient + Σ random part. */
export interface UnitUtility {
  readonly constant: number;
  /** Weight of each coefficient of the model. */
  readonly weights: Float64Array;
  readonly random: readonly RandomPart[];
}

/** The coefficients, and the distributions of the random ones. */
export interface UnitModel {
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

export const isRandom = ({ random }: UnitUtility): boolean => random.length > 0;

/** Whether the utility is a log-normal number times a constant, which has one sign for all agents. */
export function isLogNormal({ constant, weights, random: [first, ...others] }: UnitUtility): boolean {
  const isOnlyPart = others.length === 0 && constant === 0 && weights.every((weight) => weight === 0);
  return first !== undefined && first.source.sign !== 0 && isOnlyPart;
}

/** Whether the quantiles have a closed form: at most one random coefficient, or normal ones only. */
export function hasQuantiles({ tastes: { shapes } }: UnitModel, { random }: UnitUtility): boolean {
  const isNormal = ({ source: { sign, loadings } }: RandomPart) =>
    sign === 0 && loadings.every(({ slot }) => shapes[slot] === 'normal');
  return random.length <= 1 || random.every(isNormal);
}

/** The utility that a share of the agents does not exceed. */
export function quantileOf(model: UnitModel, { constant, weights, random }: UnitUtility, share: number): Estimate {
  const [first] = random;
  const fixed = { value: constant + dot(weights, model.values), gradient: weights };
  if (!first) return fixed;
  if (first.source.sign === 0) return sum(fixed, linearQuantile(model, random, share));
  return sum(fixed, exponentialQuantile(model, first.weight * first.source.sign, [{ ...first, weight: 1 }], share));
}

/** Quantile of the ratio of two log-normal utilities. */
export function logNormalRatio(
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

function dot(weights: Float64Array, values: Float64Array): number {
  return weights.reduce((total, weight, k) => (weight === 0 ? total : total + weight * values[k]!), 0);
}
