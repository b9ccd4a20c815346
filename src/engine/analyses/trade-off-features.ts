import type { TermFactor } from '../definition/product.schema.js';
import { numericParameters } from '../definition/parameter-types.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { LinearModel } from '../model/linear-model.js';
import { isVariable } from './cost-variable.js';
import { type Effect, effectOf } from './trade-off-effects.js';

/** A property of alternatives that agents may pay for. */
export interface Feature {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  readonly isFeature: (factor: TermFactor) => boolean;
}

/** Variables other than the cost, then assignments, then parameters that enter terms directly. */
export function featuresOf({ scenario }: WorkflowDefinition, model: LinearModel, cost: string): Feature[] {
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
export function effectsByAlternatives(
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
