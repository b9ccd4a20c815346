import type { WorkflowDefinition } from './definition.schema.js';
import { type Attribute, hasCategories } from './population.schema.js';
import type { Indicator, TermFactor } from './product.schema.js';
import { isChoice, traitsOf } from './parameter-types.js';
import type { NumericParameter, Parameter } from './scenario.schema.js';
import type { IssueList, Path } from './issue-list.js';

/** Ids that the parts of a definition can refer to. */
export interface References {
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly assignments: ReadonlySet<string>;
  /** Names of the states of a run, which are numbers that change from step to step. Empty for families without states. */
  readonly states: ReadonlySet<string>;
}

export function referencesOf(
  { population, scenario }: Pick<WorkflowDefinition, 'population' | 'scenario'>,
  states: readonly string[],
): References {
  return {
    attributes: new Map(population.attributes.map((attribute) => [attribute.id, attribute])),
    parameters: new Map(scenario.parameters.map((parameter) => [parameter.id, parameter])),
    assignments: new Set(scenario.assignments.map((assignment) => assignment.id)),
    states: new Set(states),
  };
}

/** Checks the references of a condition or an indicator. */
export function checkCondition(list: IssueList, path: Path, indicator: Indicator, references: References): void {
  if ('state' in indicator) list.known([...path, 'state'], indicator.state, references.states, 'state');
  else if ('parameter' in indicator && 'in' in indicator)
    checkOptions(list, path, indicator.parameter, indicator.in, references);
  else if ('parameter' in indicator) {
    const message = `parameter "${indicator.parameter}" has options instead of a range; use "in" instead of "at_least" and "at_most"`;
    numericParameterOf(list, [...path, 'parameter'], indicator.parameter, references, message);
  } else if ('in' in indicator) checkCategories(list, path, indicator.attribute, indicator.in, references);
  else checkNumericAttribute(list, [...path, 'attribute'], indicator.attribute, references);
  if (!('in' in indicator) && indicator.at_least === undefined && indicator.at_most === undefined)
    list.add(path, 'has no range; add "at_least", "at_most" or both');
}

function checkOptions(
  list: IssueList,
  path: Path,
  id: string,
  options: readonly string[],
  { parameters }: References,
): void {
  const parameter = parameters.get(id);
  if (!parameter) {
    list.known([...path, 'parameter'], id, new Set(parameters.keys()), 'parameter');
  } else if (traitsOf(parameter).options.length === 0) {
    list.add([...path, 'parameter'], `parameter "${id}" has no options; use "at_least" or "at_most" instead of "in"`);
  } else {
    const known = new Set(traitsOf(parameter).options.map((option) => option.id));
    options.forEach((option, index) => list.known([...path, 'in', index], option, known, `option of ${id}`));
  }
}

/** The number with an id. Adds an issue if no parameter has the id, or the message if the parameter is a choice. */
export function numericParameterOf(
  list: IssueList,
  path: Path,
  id: string,
  { parameters }: Pick<References, 'parameters'>,
  message: string,
): NumericParameter | undefined {
  const parameter = parameters.get(id);
  if (!parameter) list.known(path, id, new Set(parameters.keys()), 'parameter');
  else if (!isChoice(parameter)) return parameter;
  else list.add(path, message);
  return undefined;
}

function checkCategories(
  list: IssueList,
  path: Path,
  id: string,
  categoryIds: readonly string[],
  { attributes }: References,
): void {
  const attribute = attributes.get(id);
  if (!attribute) {
    list.known([...path, 'attribute'], id, new Set(attributes.keys()), 'attribute');
  } else if (!hasCategories(attribute)) {
    list.add(
      [...path, 'attribute'],
      `attribute "${attribute.id}" has no categories; use "at_least" or "at_most" instead of "in"`,
    );
  } else {
    const categories = new Set(attribute.categories.map((category) => category.id));
    categoryIds.forEach((category, index) =>
      list.known([...path, 'in', index], category, categories, `category of ${attribute.id}`),
    );
  }
}

/**
 * Checks one factor of a product.
 *
 * @param variables ids of the variables that the factor can use; empty if variables are not allowed
 */
export function checkFactor(
  list: IssueList,
  path: Path,
  factor: TermFactor,
  references: References,
  variables: ReadonlySet<string>,
): void {
  if ('indicator' in factor) checkCondition(list, [...path, 'indicator'], factor.indicator, references);
  else if ('parameter' in factor) checkNumericParameter(list, [...path, 'parameter'], factor.parameter, references);
  else if ('state' in factor) list.known([...path, 'state'], factor.state, references.states, 'state');
  else if ('assignment' in factor)
    list.known([...path, 'assignment'], factor.assignment, references.assignments, 'assignment');
  else if ('variable' in factor)
    list.known([...path, 'variable'], factor.variable, variables, 'variable shared by all equations of the term');
  else if ('attribute' in factor) checkNumericAttribute(list, [...path, 'attribute'], factor.attribute, references);
}

function checkNumericParameter(list: IssueList, path: Path, id: string, { parameters }: References): void {
  const parameter = parameters.get(id);
  if (!parameter) {
    list.known(path, id, new Set(parameters.keys()), 'parameter');
  } else if (traitsOf(parameter).options.some((option) => option.value === undefined)) {
    list.add(path, `parameter "${id}" is not numeric; give every option a value`);
  }
}

function checkNumericAttribute(list: IssueList, path: Path, id: string, { attributes }: References): void {
  const attribute = attributes.get(id);
  if (!attribute) {
    list.known(path, id, new Set(attributes.keys()), 'attribute');
  } else if (hasCategories(attribute) && attribute.categories.some((category) => category.value === undefined)) {
    list.add(path, `attribute "${id}" is not numeric; give every category a value`);
  }
}
