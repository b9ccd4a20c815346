import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import type { TermFactor } from '../../definition/product.schema.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import { familyOf } from '../../families/family-of.js';
import { zScore95 } from '../../math/student.js';

/** Why the effects of agents differ, according to the model. */
export interface EffectSources {
  /**
   * `estimated`: coefficients of the change differ between agents, by attributes or random tastes. `exposure`: the coefficients are the same for
   * all agents, and attributes determine how much changes for an agent. `functional_form`: neither; effects differ only because the same change
   * of the predictor moves a probability near 0.5 more than one near 0 or 1.
   */
  readonly kind: 'estimated' | 'exposure' | 'functional_form';
  /** Attributes with their own coefficients of the change. */
  readonly preferenceAttributes: readonly string[];
  /** Attributes that determine how much changes for an agent, such as its cost today. */
  readonly exposureAttributes: readonly string[];
  /** Whether agents have random tastes for a changed quantity. */
  readonly hasRandomTastes: boolean;
}

/** Finds the attributes that multiply a changed parameter in the equations of the model. */
export function effectSources(definition: WorkflowDefinition, scenario: Scenario, baseline: Scenario): EffectSources {
  const preference = new Set<string>();
  const exposure = new Set<string>();
  let hasRandomTastes = false;
  const { tastes } = familyOf(definition.decision).linear(definition.decision);
  for (const { coefficient, factors, inner } of changedTerms(definition, scenario, baseline)) {
    if (tastes?.includes(coefficient)) hasRandomTastes = true;
    for (const factor of factors) addAttribute(factor, preference);
    for (const factor of inner) addAttribute(factor, exposure);
  }
  const isEstimated = preference.size > 0 || hasRandomTastes;
  return {
    kind: isEstimated ? 'estimated' : exposure.size > 0 ? 'exposure' : 'functional_form',
    preferenceAttributes: [...preference].sort(),
    exposureAttributes: [...exposure].sort(),
    hasRandomTastes,
  };
}

/** Attributes with a coefficient of the change of their own whose 95% interval excludes 0. */
export function clearPreferenceAttributes(
  definition: WorkflowDefinition,
  scenario: Scenario,
  baseline: Scenario,
): string[] {
  const { decision, evidence } = definition;
  const { coefficients } = familyOf(decision).linear(decision);
  const isClear = (id: string) => {
    const position = evidence.covariance?.coefficients.indexOf(id) ?? -1;
    const variance = evidence.covariance?.matrix[position]?.[position];
    const estimate = coefficients.find((one) => one.id === id)?.estimate ?? 0;
    return variance !== undefined && Math.abs(estimate) > zScore95 * Math.sqrt(variance);
  };
  const attributes = new Set<string>();
  for (const { coefficient, factors } of changedTerms(definition, scenario, baseline))
    if (isClear(coefficient)) for (const factor of factors) addAttribute(factor, attributes);
  return [...attributes].sort();
}

/** Terms of the equations with a changed parameter, and the factors of their variables. */
function changedTerms(definition: WorkflowDefinition, scenario: Scenario, baseline: Scenario) {
  const { decision, scenario: settings } = definition;
  const changed = new Set(Object.keys(scenario).filter((id) => scenario[id] !== baseline[id]));
  const assigned = new Set(settings.assignments.filter(({ share }) => changed.has(share)).map(({ id }) => id));
  const model = familyOf(decision).linear(decision);
  const variables = new Map(model.variables.map((variable) => [variable.id, Object.values(variable.equations).flat()]));
  const isChanged = (factor: TermFactor) => {
    if ('assignment' in factor) return assigned.has(factor.assignment);
    const parameter = parameterOf(factor);
    return parameter !== undefined && changed.has(parameter);
  };
  return model.terms.flatMap(({ coefficient, factors }) => {
    const inner = factors.flatMap((factor) => ('variable' in factor ? (variables.get(factor.variable) ?? []) : []));
    return [...factors, ...inner].some(isChanged) ? [{ coefficient, factors, inner }] : [];
  });
}

function parameterOf(factor: TermFactor): string | undefined {
  if ('parameter' in factor) return factor.parameter;
  return 'indicator' in factor && 'parameter' in factor.indicator ? factor.indicator.parameter : undefined;
}

function addAttribute(factor: TermFactor, attributes: Set<string>): void {
  if ('attribute' in factor) attributes.add(factor.attribute);
  if ('indicator' in factor && 'attribute' in factor.indicator) attributes.add(factor.indicator.attribute);
}
