import { type WorkflowDefinition } from './definition.schema.js';
import { type Attribute, hasCategories } from './population.schema.js';
import { type Indicator, type TermFactor } from './product.schema.js';
import { isChoice, type Parameter } from './scenario.schema.js';
import { type IssueList, type Path } from './issue-list.js';

/** What the parts of a definition may refer to. */
export interface References {
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly assignments: ReadonlySet<string>;
  /** The numbers of a run that change from step to step, by name; a family that has none knows none. */
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

/** Checks what a condition asks of an agent, or an indicator of anything. */
export function checkCondition(list: IssueList, path: Path, asked: Indicator, references: References): void {
  if ('state' in asked) list.known([...path, 'state'], asked.state, references.states, 'state');
  else if ('parameter' in asked && 'in' in asked) checkOptions(list, path, asked.parameter, asked.in, references);
  else if ('parameter' in asked) checkRangedParameter(list, [...path, 'parameter'], asked.parameter, references);
  else if ('in' in asked) checkCategories(list, path, asked.attribute, asked.in, references);
  else checkNumericAttribute(list, [...path, 'attribute'], asked.attribute, references);
  if (!('in' in asked) && asked.at_least === undefined && asked.at_most === undefined)
    list.add(path, 'asks for no range: say "at_least", "at_most" or both');
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
  } else if (!isChoice(parameter)) {
    list.add([...path, 'parameter'], `parameter "${id}" has no options to be one of`);
  } else {
    const known = new Set(parameter.options.map((option) => option.id));
    options.forEach((option, index) => list.known([...path, 'in', index], option, known, `option of ${id}`));
  }
}

function checkRangedParameter(list: IssueList, path: Path, id: string, { parameters }: References): void {
  const parameter = parameters.get(id);
  if (!parameter) list.known(path, id, new Set(parameters.keys()), 'parameter');
  else if (isChoice(parameter)) list.add(path, `parameter "${id}" is one of some options, so it lies in no range`);
}

function checkCategories(
  list: IssueList,
  path: Path,
  id: string,
  wanted: readonly string[],
  { attributes }: References,
): void {
  const attribute = attributes.get(id);
  if (!attribute) {
    list.known([...path, 'attribute'], id, new Set(attributes.keys()), 'attribute');
  } else if (!hasCategories(attribute)) {
    list.add([...path, 'attribute'], `attribute "${attribute.id}" has no categories to be one of`);
  } else {
    const categories = new Set(attribute.categories.map((category) => category.id));
    wanted.forEach((category, index) =>
      list.known([...path, 'in', index], category, categories, `category of ${attribute.id}`),
    );
  }
}

/** Checks one factor of a product. `variables` are those that may stand here; none where variables are not allowed. */
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
    list.known([...path, 'variable'], factor.variable, variables, 'variable that all places of the term have');
  else if ('attribute' in factor) checkNumericAttribute(list, [...path, 'attribute'], factor.attribute, references);
}

function checkNumericParameter(list: IssueList, path: Path, id: string, { parameters }: References): void {
  const parameter = parameters.get(id);
  if (!parameter) {
    list.known(path, id, new Set(parameters.keys()), 'parameter');
  } else if (isChoice(parameter) && parameter.options.some((option) => option.value === undefined)) {
    list.add(path, `parameter "${id}" is no number: not every option has a value`);
  }
}

function checkNumericAttribute(list: IssueList, path: Path, id: string, { attributes }: References): void {
  const attribute = attributes.get(id);
  if (!attribute) {
    list.known(path, id, new Set(attributes.keys()), 'attribute');
  } else if (hasCategories(attribute) && attribute.categories.some((category) => category.value === undefined)) {
    list.add(path, `attribute "${id}" is no number: not every category has a value`);
  }
}
