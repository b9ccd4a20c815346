import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { productAttributesOf } from '../families/conditional-logit/product-attributes.js';
import { familyOf } from '../families/family-of.js';
import { hasCategories } from '../definition/population.schema.js';
import { groupsOf } from '../summary/segment-groups.js';
import { moneyMeasuresOf } from './money-measures.js';
import { variableFactors } from './goals/quantities.js';

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
