import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { familyOf } from '../families/family-of.js';
import type { LinearModel } from '../model/linear-model.js';
import { type ErrorPart, type ErrorParts, missingParts } from '../summary/errors.js';
import { quantileOfErrors } from '../summary/intervals.js';
import { costVariableOf, isVariable } from './cost-variable.js';
import { fiellerSet, ratioStandardError, type RatioSet } from './ratio-interval.js';
import {
  type AppliesTo,
  classesOf,
  type ClassCoefficients,
  type Effect,
  effectOf,
  randomCoefficients,
} from './trade-off-effects.js';
import { effectsByAlternatives, type Feature, featuresOf } from './trade-off-features.js';
import { ratioEstimates, weightsOf } from './trade-off-ratios.js';

export type RatioMethod = 'fieller' | 'delta';

/**
 * `value_of_time`: amount of money that an agent would pay to save one hour. `willingness_to_pay`: amount that an agent would pay for one more
 * unit of the feature; negative if the agent would have to be paid.
 */
export type TradeOffKind = 'value_of_time' | 'willingness_to_pay';

export interface TradeOff {
  /** Id of a variable, an assignment or a parameter. */
  feature: string;
  label: string;
  /** Ids of the alternatives, or of the outcome of a binary decision, with the feature. */
  alternatives: string[];
  kind: TradeOffKind;
  unit: string;
  /** Id of the latent class; null if all agents have the same coefficients. */
  class: string | null;
  class_label: string | null;
  /** Agents with an additional effect; null for the others. */
  applies_to: AppliesTo | null;
  estimate: number;
  /** Null without a covariance of the coefficients. */
  set: RatioSet | null;
  method: RatioMethod;
  errors: ErrorParts;
  missing_parts: ErrorPart[];
}

/** Why a trade-off is left out. */
export interface LeftOutTradeOff {
  feature: string;
  label: string;
  reason: 'random_coefficient' | 'depends_on_agent';
}

export interface TradeOffs {
  /** The variable that is an amount of money. */
  cost: { variable: string; label: string; unit: string };
  trade_offs: TradeOff[];
  left_out: LeftOutTradeOff[];
}

/** Hours in one unit of time. */
const hoursByUnit = new Map([
  ['s', 1 / 3600],
  ['min', 1 / 60],
  ['h', 1],
  ['hours', 1],
  ['minutes', 1 / 60],
]);

/** Families whose predictors are utilities, so that a ratio of coefficients is a rate of substitution. */
const utilityFamilies: readonly string[] = ['conditional_logit', 'binary_logit'];

/**
 * Returns what agents would pay for the features of the alternatives: ratios of a coefficient and the coefficient of cost. Interactions with
 * categories of agents give one trade-off each. Undefined if the model has no cost.
 */
export function tradeOffsOf(definition: WorkflowDefinition, method: RatioMethod = 'fieller'): TradeOffs | undefined {
  const { decision } = definition;
  if (!utilityFamilies.includes(decision.family)) return undefined;
  const model = familyOf(decision).linear(decision);
  const cost = costVariableOf(model);
  if (!cost) return undefined;
  const costEffect = effectOf(definition, cost.terms, (factor) => isVariable(factor, cost.variable.id));
  const random = randomCoefficients(definition, model);
  const left_out: LeftOutTradeOff[] = [];
  const trade_offs = featuresOf(definition, model, cost.variable.id).flatMap((feature) =>
    effectsByAlternatives(definition, model, feature).flatMap(({ alternatives, effect }) => {
      const { id, label } = feature;
      const used = [...costEffect.terms, ...costEffect.interactions, ...effect.terms, ...effect.interactions];
      if (used.some(({ coefficient }) => random.has(coefficient))) {
        left_out.push({ feature: id, label, reason: 'random_coefficient' });
        return [];
      }
      if (effect.leftOut.length > 0 || costEffect.leftOut.length > 0) {
        left_out.push({ feature: id, label, reason: 'depends_on_agent' });
        return [];
      }
      return classesOf(definition).flatMap((ownClass) =>
        variantsOf(effect, costEffect).map((appliesTo) => ({
          feature: id,
          label,
          alternatives,
          ...tradeOff(definition, model, feature, cost.unit, [effect, costEffect], ownClass, appliesTo, method),
        })),
      );
    }),
  );
  return {
    cost: { variable: cost.variable.id, label: cost.variable.label, unit: cost.unit },
    trade_offs,
    left_out,
  };
}

/** The agents without any additional effect, then the agents of each interaction. */
function variantsOf(...effects: readonly Effect[]): (AppliesTo | null)[] {
  const byKey = new Map<string, AppliesTo>();
  for (const { interactions } of effects)
    for (const { appliesTo } of interactions) byKey.set(JSON.stringify(appliesTo), appliesTo);
  return [null, ...byKey.values()];
}

function tradeOff(
  definition: WorkflowDefinition,
  model: LinearModel,
  feature: Feature,
  currency: string,
  [effect, costEffect]: readonly [Effect, Effect],
  ownClass: ClassCoefficients,
  appliesTo: AppliesTo | null,
  method: RatioMethod,
): Omit<TradeOff, 'feature' | 'label' | 'alternatives'> {
  const hours = hoursByUnit.get(feature.unit);
  const kind: TradeOffKind = hours === undefined ? 'willingness_to_pay' : 'value_of_time';
  // Saving time is the opposite of one more unit of it.
  const scale = hours === undefined ? -1 : 1 / hours;
  const weights = [
    weightsOf(model, effect, ownClass, appliesTo, scale),
    weightsOf(model, costEffect, ownClass, appliesTo, 1),
  ];
  const estimates = ratioEstimates(definition, model, weights as [Float64Array, Float64Array]);
  const degrees = definition.evidence.covariance?.degrees_of_freedom;
  const quantile = quantileOfErrors([{ standardError: 1, degrees }]);
  const estimate = estimates.numerator / estimates.denominator;
  const estimation = definition.evidence.covariance ? ratioStandardError(estimates) : null;
  // The coefficients are the same for every number of agents and every population.
  const errors: ErrorParts = { simulation: 0, estimation, population: 0, model: null };
  const deltaSet = (standardError: number): RatioSet => {
    const margin = quantile * standardError;
    return { shape: 'bounded', limits: [estimate - margin, estimate + margin] };
  };
  return {
    kind,
    unit: kind === 'value_of_time' ? `${currency}/hour` : feature.unit ? `${currency} per ${feature.unit}` : currency,
    class: ownClass.id,
    class_label: ownClass.label,
    applies_to: appliesTo,
    estimate,
    set: estimation === null ? null : method === 'fieller' ? fiellerSet(estimates, quantile) : deltaSet(estimation),
    method,
    errors,
    missing_parts: missingParts(errors),
  };
}
