import type { TermFactor } from '../definition/product.schema.js';
import { numericParameters } from '../definition/parameter-types.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { LinearModel } from '../equations/linear-model.js';
import { isVariable, costVariableOf } from './money-measures.js';
import {
  type Effect,
  effectOf,
  classesOf,
  categoryEffects,
  type FeatureEffect,
  type NamedFeature,
} from './trade-off-effects.js';
import { familyOf } from '../families/family-of.js';
import { covarianceOf } from '../simulation/estimation-error.js';
import { quantileOfErrors, transformedInterval } from '../summary/intervals.js';
import {
  fiellerSet,
  ratioStandardError,
  unitModelOf,
  unitUtility,
  type AmountEstimates,
  amountsOf,
  ratioEstimates,
} from './trade-off-utilities.js';
import type { AppliesTo, RatioSet, TradeOff, TradeOffs } from './trade-off.js';

interface Feature extends NamedFeature {
  readonly isFeature: (factor: TermFactor) => boolean;
}

/** Variables other than the cost, then assignments, then parameters that enter terms directly. */
function featuresOf({ scenario }: WorkflowDefinition, model: LinearModel, cost: string): Feature[] {
  const features: Feature[] = [
    ...model.variables
      .filter(({ id }) => id !== cost)
      .map(({ id, label, unit }) => ({ id, label, unit, isFeature: (factor: TermFactor) => isVariable(factor, id) })),
    ...scenario.assignments.map(({ id, label }) => ({
      ...{ id, label, unit: '' },
      isFeature: (factor: TermFactor) => 'assignment' in factor && factor.assignment === id,
    })),
    ...numericParameters(scenario.parameters).map(({ id, label, unit }) => ({
      ...{ id, label, unit },
      isFeature: (factor: TermFactor) => 'parameter' in factor && factor.parameter === id,
    })),
  ];
  return features.filter(({ isFeature }) => model.terms.some(({ factors }) => factors.some(isFeature)));
}

/** The effect of a feature, by the alternatives with the same terms. */
function effectsByAlternatives(
  definition: WorkflowDefinition,
  model: LinearModel,
  { isFeature }: Feature,
): { alternatives: string[]; effect: Effect }[] {
  const terms = model.terms.filter(({ factors }) => factors.some(isFeature));
  const byTerms = new Map<string, { alternatives: string[]; effect: Effect }>();
  for (const equation of model.equations) {
    const own = terms.filter(({ equations }) => equations.includes(equation));
    if (own.length === 0) continue;
    const key = own.map(({ id }) => id).join(' ');
    const known = byTerms.get(key);
    if (known) known.alternatives.push(equation);
    else byTerms.set(key, { alternatives: [equation], effect: effectOf(definition, own, isFeature) });
  }
  return [...byTerms.values()];
}

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
 * categories of agents give one trade-off each, and random coefficients quantiles of the distribution over agents. Undefined if the model has
 * no cost.
 */
export function tradeOffsOf(
  definition: WorkflowDefinition,
  method: TradeOff['method'] = 'fieller',
): TradeOffs | undefined {
  const { decision } = definition;
  if (!utilityFamilies.includes(decision.family)) return undefined;
  const model = familyOf(decision).linear(decision);
  const cost = costVariableOf(model);
  if (!cost) return undefined;
  const costEffect = effectOf(definition, cost.terms, (factor) => isVariable(factor, cost.variable.id));
  const units = unitModelOf(definition, model);
  const left_out: TradeOffs['left_out'] = [];
  const all = featuresOf(definition, model, cost.variable.id).flatMap((feature) =>
    effectsByAlternatives(definition, model, feature).map((own): FeatureEffect => ({ feature, ...own })),
  );
  const trade_offs = [...all, ...categoryEffects(definition)].flatMap(({ feature, alternatives, effect }) => {
    const { id, label } = feature;
    if (effect.leftOut.length > 0 || costEffect.leftOut.length > 0) {
      left_out.push({ feature: id, label, reason: 'depends_on_agent' });
      return [];
    }
    const kind = kindOf(feature, cost.unit);
    const additional = additionalOf(effect, costEffect);
    const found = classesOf(definition).flatMap((ownClass, position) =>
      [null, ...additional].map((applies_to) => {
        const utilityOf = (own: Effect, scale: number) => unitUtility(units, own, position, applies_to, scale);
        const amounts = amountsOf(units, utilityOf(effect, kind.scale), utilityOf(costEffect, 1));
        return { ownClass, applies_to, excludes: excludedFrom(applies_to, additional), amounts };
      }),
    );
    if (found.some(({ amounts }) => !amounts)) left_out.push({ feature: id, label, reason: 'random_coefficient' });
    return found.flatMap(({ ownClass, applies_to, excludes, amounts = [] }) =>
      amounts.map((amount) => ({
        ...{ feature: id, label, alternatives, kind: kind.kind, unit: kind.unit },
        ...{ class: ownClass.id, class_label: ownClass.label, applies_to, excludes, percentile: amount.percentile },
        ...figureOf(definition, model, amount, method),
      })),
    );
  });
  return {
    cost: { variable: cost.variable.id, label: cost.variable.label, unit: cost.unit },
    trade_offs,
    left_out,
  };
}

function additionalOf(...effects: readonly Effect[]): AppliesTo[] {
  const byKey = new Map<string, AppliesTo>();
  for (const { interactions } of effects)
    for (const { appliesTo } of interactions) byKey.set(JSON.stringify(appliesTo), appliesTo);
  return [...byKey.values()];
}

/** The agents of other interactions than that of an estimate. Categories of one attribute without a common one exclude each other anyway. */
function excludedFrom(own: AppliesTo | null, additional: readonly AppliesTo[]): AppliesTo[] {
  return additional.filter(
    (other) =>
      other !== own &&
      (other.attribute !== own?.attribute || other.categories.some((category) => own.categories.includes(category))),
  );
}

/** Saving time is the opposite of one more unit of it. */
function kindOf({ unit }: NamedFeature, currency: string): { kind: TradeOff['kind']; scale: number; unit: string } {
  const hours = hoursByUnit.get(unit);
  return hours === undefined
    ? { kind: 'willingness_to_pay', scale: -1, unit: unit ? `${currency} per ${unit}` : currency }
    : { kind: 'value_of_time', scale: 1 / hours, unit: `${currency}/hour` };
}

function figureOf(
  definition: WorkflowDefinition,
  { coefficients }: LinearModel,
  amount: AmountEstimates,
  requested: TradeOff['method'],
): Pick<TradeOff, 'estimate' | 'set' | 'method' | 'errors' | 'missing_parts'> {
  const { covariance } = definition.evidence;
  const estimates = ratioEstimates(amount, covarianceOf(definition, coefficients));
  const quantile = quantileOfErrors([{ standardError: 1, degrees: covariance?.degrees_of_freedom }]);
  const estimate = estimates.numerator / estimates.denominator;
  const estimation = covariance ? ratioStandardError(estimates) : null;
  // The coefficients are the same for every number of agents and every population.
  const deltaSet = (standardError: number): RatioSet => {
    const margin = quantile * standardError;
    if (!amount.isLogNormal)
      return { shape: 'bounded', limits: transformedInterval(estimate, margin, { kind: 'any' }) };
    const [low, high] = transformedInterval(Math.abs(estimate), margin, { kind: 'positive' });
    return { shape: 'bounded', limits: estimate > 0 ? [low, high] : [-high, -low] };
  };
  // The denominator of a log-normal amount is certain.
  const method = amount.isLogNormal ? 'delta' : requested;
  return {
    estimate,
    set: estimation === null ? null : method === 'fieller' ? fiellerSet(estimates, quantile) : deltaSet(estimation),
    method,
    errors: { simulation: 0, estimation, population: 0, model: null },
    missing_parts: estimation === null ? ['estimation', 'model'] : ['model'],
  };
}
