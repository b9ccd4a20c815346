import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { productAttributesOf } from '../families/conditional-logit/alternative-attributes.js';
import { familyOf } from '../families/family-of.js';
import { hasCategories } from '../definition/population.schema.js';
import { groupsOf } from '../summary/segment-groups.js';
import { moneyMeasuresOf } from './money-measures.js';
import { variableFactors } from './goals/quantities.js';
import type { Factor } from '../definition/product.schema.js';
import { expandFactors } from '../equations/linear-model.js';

/** The outcomes and outcome groups of a workflow with their names. */
export function namedShares({
  decision,
  outcome_groups: groups = [],
}: WorkflowDefinition): { id: string; label: string }[] {
  return [...familyOf(decision).outcomes(decision), ...groups].map(({ id, label }) => ({ id, label }));
}

/** Lists what requests can name: outcomes with the variables that each has, such as its price, measures, money, and attributes with their groups. */
export function namedParts(definition: WorkflowDefinition) {
  const { decision, scenario, population } = definition;
  const family = familyOf(decision);
  const model = family.linear(decision);
  return {
    outcomes: family.outcomes(decision).map(({ id: outcome, label }) => ({
      id: outcome,
      label,
      variables: model.variables
        .filter(({ id }) => variableFactors(model, id, outcome))
        .map(({ id, label, unit }) => ({ id, label, unit })),
    })),
    measures: family.measures(decision, scenario.parameters).map(({ id, label, unit }) => ({ id, label, unit })),
    product_attributes: productAttributes(definition),
    money_measures: moneyMeasuresOf(definition).map(({ values, ...measure }) => ({
      ...measure,
      values: { ...values },
    })),
    attributes: population.attributes.map((attribute) => ({
      id: attribute.id,
      label: attribute.label,
      has_categories: hasCategories(attribute),
      groups: groupsOf(attribute).map(({ id, label }) => ({ id, label })),
    })),
  };
}

/** What defines a product; null if the alternatives have names. */
function productAttributes(definition: WorkflowDefinition) {
  const { attributes } = productAttributesOf(definition) ?? {};
  if (!attributes) return null;
  return attributes.map(({ id, label, unit, range, levels }) => ({
    ...{ id, label, unit },
    range: range && ([...range] as [number, number]),
    levels: levels.map(({ id: level, label: name }) => ({ id: level, label: name })),
  }));
}

/**
 * Returns the id of the outcome or outcome group that parameters belong to: the share that a change of them is about. A parameter belongs to
 * its `about`, or else to the only alternative or the exact outcome group whose utilities it affects. Parameters of different outcomes belong
 * to the smallest group that contains all of them. Returns undefined if there is no such share: always for models without alternatives.
 *
 * @param ids ids of parameters of the definition; unknown ids belong to no share
 */
export function shareOfParameters(definition: WorkflowDefinition, ids: readonly string[]): string | undefined {
  const own = ids.map((id) => shareOfParameter(definition, id));
  const [first] = own;
  if (first === undefined || own.includes(undefined)) return undefined;
  if (own.every((id) => id === first)) return first;
  const { outcome_groups: groups = [] } = definition;
  const members = own.flatMap((id) => groups.find((group) => group.id === id)?.outcomes ?? [id!]);
  const containing = groups.filter(({ outcomes }) => members.every((id) => outcomes.includes(id)));
  return containing.sort((a, b) => a.outcomes.length - b.outcomes.length)[0]?.id;
}

function shareOfParameter({ decision, scenario, outcome_groups: groups = [] }: WorkflowDefinition, id: string) {
  const parameter = scenario.parameters.find((one) => one.id === id);
  if (!parameter || parameter.about !== undefined) return parameter?.about;
  if (decision.family !== 'conditional_logit') return undefined;
  const model = familyOf(decision).linear(decision);
  const assignments = new Set(scenario.assignments.filter(({ share }) => share === id).map((one) => one.id));
  const isUsed = (factor: Factor) =>
    ('parameter' in factor && factor.parameter === id) ||
    ('assignment' in factor && assignments.has(factor.assignment)) ||
    ('indicator' in factor && 'parameter' in factor.indicator && factor.indicator.parameter === id);
  const affected = model.equations.filter((equation) =>
    model.terms.some((term) => term.equations.includes(equation) && expandFactors(model, term, equation).some(isUsed)),
  );
  if (affected.length === 1) return affected[0];
  return groups.find(
    (group) => group.outcomes.length === affected.length && affected.every((one) => group.outcomes.includes(one)),
  )?.id;
}
