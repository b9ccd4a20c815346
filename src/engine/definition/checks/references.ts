import { type WorkflowDefinition } from '../definition.schema.js';
import { type Attribute, hasCategories } from '../population.schema.js';
import { type Condition, type TermFactor } from '../product.schema.js';
import { type IssueList, type Path } from './issue-list.js';

/** What the parts of a definition may refer to. */
export interface References {
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly parameters: ReadonlySet<string>;
  readonly assignments: ReadonlySet<string>;
}

export function referencesOf(definition: WorkflowDefinition): References {
  return {
    attributes: new Map(definition.population.attributes.map((attribute) => [attribute.id, attribute])),
    parameters: new Set(definition.scenario.parameters.map((parameter) => parameter.id)),
    assignments: new Set(definition.scenario.assignments.map((assignment) => assignment.id)),
  };
}

export function checkCondition(list: IssueList, path: Path, condition: Condition, references: References): void {
  const attribute = references.attributes.get(condition.attribute);
  if (!attribute) {
    list.known([...path, 'attribute'], condition.attribute, new Set(references.attributes.keys()), 'attribute');
  } else if (!hasCategories(attribute)) {
    list.add([...path, 'attribute'], `attribute "${attribute.id}" has no categories to be one of`);
  } else {
    const categories = new Set(attribute.categories.map((category) => category.id));
    condition.in.forEach((id, index) =>
      list.known([...path, 'in', index], id, categories, `category of ${attribute.id}`),
    );
  }
}

/** Checks one factor of a product. `variables` are those that all alternatives concerned have; none where variables are not allowed. */
export function checkFactor(
  list: IssueList,
  path: Path,
  factor: TermFactor,
  references: References,
  variables: ReadonlySet<string>,
): void {
  if ('indicator' in factor) checkCondition(list, [...path, 'indicator'], factor.indicator, references);
  else if ('parameter' in factor)
    list.known([...path, 'parameter'], factor.parameter, references.parameters, 'parameter');
  else if ('assignment' in factor)
    list.known([...path, 'assignment'], factor.assignment, references.assignments, 'assignment');
  else if ('variable' in factor)
    list.known([...path, 'variable'], factor.variable, variables, 'variable of all alternatives of the term');
  else if ('attribute' in factor) checkNumericAttribute(list, [...path, 'attribute'], factor.attribute, references);
}

function checkNumericAttribute(list: IssueList, path: Path, id: string, references: References): void {
  const attribute = references.attributes.get(id);
  if (!attribute) {
    list.known(path, id, new Set(references.attributes.keys()), 'attribute');
  } else if (hasCategories(attribute) && attribute.categories.some((category) => category.value === undefined)) {
    list.add(path, `attribute "${id}" is no number: not every category has a value`);
  }
}
