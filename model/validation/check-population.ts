import { cholesky } from '../math/linear-algebra.js';
import {
  type CategoryAttribute,
  hasCategories,
  type NumericAttribute,
  type PopulationDefinition,
  type Attribute,
  type JointTable,
} from '../definition/population.schema.js';
import type { IssueList, Path } from '../definition/issue-list.js';
import { groupIdsOf } from '../population/attribute-groups.js';
import { unpackNumbers } from '../population/packed-numbers.js';

/** Allowed difference between a sum of probabilities and 1: margins are often rounded to a few digits. */
const sumTolerance = 1e-6;

function sumOf(probabilities: readonly number[]): number {
  return probabilities.reduce((total, probability) => total + probability, 0);
}

/** Checks the attributes, the joint table and the correlation matrix of a population. */
export function checkPopulation(list: IssueList, population: PopulationDefinition): void {
  const path = ['population', 'attributes'];
  const issuesBefore = list.issues.length;
  list.unique(
    path,
    population.attributes.map((attribute) => attribute.id),
    'attribute',
  );
  population.attributes.forEach((attribute, index) => {
    if (hasCategories(attribute)) checkCategories(list, [...path, index], attribute);
    else checkQuantiles(list, [...path, index], attribute);
  });
  if (list.issues.length === issuesBefore) checkPeople(list, population);
  const { joint, correlation } = population;
  if (joint) checkJoint(list, joint, population.attributes);
  if (correlation) checkCorrelation(list, correlation, population);
}

function checkCategories(list: IssueList, path: Path, attribute: CategoryAttribute): void {
  const ids = attribute.categories.map((category) => category.id);
  list.unique([...path, 'categories'], ids, 'category');
  const sum = sumOf(attribute.categories.map((category) => category.probability));
  if (Math.abs(sum - 1) > sumTolerance) {
    list.add([...path, 'categories'], `the probabilities of "${attribute.id}" sum to ${sum} instead of 1`);
  }
  const order = attribute.latent_order;
  if (
    order &&
    (order.length !== ids.length || new Set(order).size !== ids.length || !order.every((id) => ids.includes(id)))
  ) {
    list.add([...path, 'latent_order'], `must list every category of "${attribute.id}" exactly once`);
  }
}

function checkQuantiles(list: IssueList, path: Path, attribute: NumericAttribute): void {
  const { probabilities, values } = attribute.quantiles;
  const quantilesPath = [...path, 'quantiles'];
  if (probabilities.length !== values.length) {
    list.add(
      quantilesPath,
      `has ${probabilities.length} probabilities but ${values.length} values; list one value per probability`,
    );
  }
  if (probabilities[0] !== 0 || probabilities.at(-1) !== 1)
    list.add([...quantilesPath, 'probabilities'], 'must start at 0 and end at 1');
  if (probabilities.some((probability, index) => index > 0 && probability < probabilities[index - 1]!)) {
    list.add([...quantilesPath, 'probabilities'], 'must not decrease');
  }
  if (probabilities.some((probability, index) => isExcessRepetition(probabilities, probability, index))) {
    list.add(
      [...quantilesPath, 'probabilities'],
      'must contain 0 and 1 only once, and every other probability at most twice (a jump)',
    );
  }
  if (values.some((value, index) => index > 0 && value < values[index - 1]!))
    list.add([...quantilesPath, 'values'], 'must not decrease');
  if (attribute.type === 'integer' && !values.every((value) => (value | 0) === value)) {
    list.add(
      [...quantilesPath, 'values'],
      `"${attribute.id}" is an integer attribute, so its values must be 32-bit integers`,
    );
  }
}

function isExcessRepetition(probabilities: readonly number[], probability: number, index: number): boolean {
  if (index === 0 || probability !== probabilities[index - 1]) return false;
  return probability === 0 || probability === 1 || probability === probabilities[index - 2];
}

function checkCorrelation(
  list: IssueList,
  matrix: readonly (readonly number[])[],
  { attributes, joint }: PopulationDefinition,
): void {
  const path = ['population', 'correlation'];
  const size = joint ? attributes.length - joint.attributes.length + 1 : attributes.length;
  if (matrix.length !== size || matrix.some((row) => row.length !== size)) {
    const jointNote = joint ? '. The joint table counts as one attribute' : '';
    list.add(path, `must be ${size} × ${size}: one row and one column per attribute${jointNote}`);
    return;
  }
  const isDiagonalOne = matrix.every((row, index) => row[index] === 1);
  const isSymmetric = matrix.every((row, i) => row.every((value, j) => value === matrix[j]![i]));
  if (!isDiagonalOne) list.add(path, 'must have 1 on the diagonal');
  if (!isSymmetric) list.add(path, 'must be symmetric');
  if (isDiagonalOne && isSymmetric && !cholesky(matrix)) {
    list.add(path, 'is not positive definite, so no population can have it; reduce the contradicting correlations');
  }
}

const maxInt32 = 2 ** 31;

/** Checks the rows of a population and the segment of its agents. Call it only if the attributes are valid. */
function checkPeople(
  list: IssueList,
  { attributes, people, restriction, joint, correlation }: PopulationDefinition,
): void {
  if (people) {
    const path = ['population', 'people'];
    if (people.origin !== 'respondents' && (joint || correlation))
      list.add(path, 'replaces "joint" and "correlation"; remove them');
    const byId = new Map(people.columns.map((column, index) => [column.attribute, { ...column, index }]));
    if (byId.size !== people.columns.length) list.add([...path, 'columns'], 'must have one column per attribute');
    const known = new Set(attributes.map(({ id }) => id));
    people.columns.forEach((column, index) =>
      list.known([...path, 'columns', index], column.attribute, known, 'attribute'),
    );
    people.drawn_attributes.forEach((id, index) =>
      list.known([...path, 'drawn_attributes', index], id, known, 'attribute'),
    );
    for (const attribute of attributes) {
      const column = byId.get(attribute.id);
      if (!column) list.add([...path, 'columns'], `lacks a column of "${attribute.id}"`);
      else {
        const message = columnProblem(attribute, unpackNumbers(column), people.count);
        if (message) list.add([...path, 'columns', column.index], message);
      }
    }
    if (people.weights) {
      const weights = unpackNumbers(people.weights);
      const isValid =
        weights.every((weight) => Number.isFinite(weight) && weight >= 0) && weights.some((weight) => weight > 0);
      if (weights.length !== people.count || !isValid)
        list.add([...path, 'weights'], 'must have a weight of at least 0 for each row, and one above 0');
    }
  }
  restriction?.conditions.forEach(({ attribute: id, groups }, index) => {
    const path = ['population', 'restriction', 'conditions', index];
    const attribute = attributes.find((one) => one.id === id);
    if (!list.known([...path, 'attribute'], id, new Set(attributes.map((one) => one.id)), 'attribute') || !attribute)
      return;
    const known = new Set(groupIdsOf(attribute));
    groups.forEach((group, position) => list.known([...path, 'groups', position], group, known, 'group'));
  });
}

function columnProblem(attribute: Attribute, values: ArrayLike<number>, count: number): string | undefined {
  if (values.length !== count) return `has ${values.length} values; the population has ${count} rows`;
  const isValid = validatorOf(attribute);
  for (let row = 0; row < count; row++) {
    if (!isValid(values[row]!)) return `row ${row + 1} has an invalid value of "${attribute.id}"`;
  }
  return undefined;
}

function validatorOf(attribute: Attribute): (value: number) => boolean {
  if (hasCategories(attribute)) {
    const { length } = attribute.categories;
    return (value) => Number.isInteger(value) && value >= 0 && value < length;
  }
  if (attribute.type === 'integer') return (value) => Number.isInteger(value) && value >= -maxInt32 && value < maxInt32;
  return Number.isFinite;
}

const jointPath: Path = ['population', 'joint'];

/** Checks the cells and probabilities of the joint table, and that its margins equal the probabilities of its attributes. */
function checkJoint(list: IssueList, joint: JointTable, attributes: readonly Attribute[]): void {
  const jointAttributes = jointAttributesOf(list, joint, attributes);
  if (joint.probabilities.length !== joint.cells.length) {
    list.add(
      jointPath,
      `has ${joint.cells.length} cells but ${joint.probabilities.length} probabilities; list one probability per cell`,
    );
    return;
  }
  const sum = sumOf(joint.probabilities);
  if (Math.abs(sum - 1) > sumTolerance)
    list.add([...jointPath, 'probabilities'], `the probabilities of the cells sum to ${sum} instead of 1`);
  if (!jointAttributes || !areCellsValid(list, joint, jointAttributes)) return;
  jointAttributes.forEach((jointAttribute, position) => checkMargin(list, joint, jointAttribute, position));
}

/** Attributes of the joint table, in its order. Undefined if the table cannot contain one of them. */
function jointAttributesOf(
  list: IssueList,
  joint: JointTable,
  attributes: readonly Attribute[],
): readonly CategoryAttribute[] | undefined {
  const issuesBefore = list.issues.length;
  const path = [...jointPath, 'attributes'];
  if (new Set(joint.attributes).size !== joint.attributes.length) list.add(path, 'must list each attribute only once');
  const byId = new Map(attributes.map((attribute) => [attribute.id, attribute]));
  const jointAttributes = joint.attributes.flatMap((id, position) => {
    const attribute = byId.get(id);
    if (!attribute) list.known([...path, position], id, new Set(byId.keys()), 'attribute');
    else if (!hasCategories(attribute))
      list.add([...path, position], `attribute "${id}" has no categories; remove it from the joint table`);
    else if (attribute.latent_order)
      list.add(
        [...path, position],
        `"${id}" has a latent order, but a joint table uses the order of its cells; remove "latent_order"`,
      );
    else return [attribute];
    return [];
  });
  return list.issues.length === issuesBefore ? jointAttributes : undefined;
}

function areCellsValid(list: IssueList, { cells }: JointTable, jointAttributes: readonly CategoryAttribute[]): boolean {
  const issuesBefore = list.issues.length;
  const keys = new Set<string>();
  cells.forEach((cell, index) => {
    const path = [...jointPath, 'cells', index];
    const key = cell.join();
    if (keys.has(key)) list.add(path, `cell [${key}] is defined twice`);
    keys.add(key);
    if (cell.length !== jointAttributes.length)
      list.add(
        path,
        `has ${cell.length} codes, but the joint table has ${jointAttributes.length} attributes; list one code per attribute`,
      );
    jointAttributes.forEach(({ id, categories }, position) => {
      const code = cell[position];
      if (code !== undefined && code >= categories.length)
        list.add([...path, position], `"${id}" has no category ${code}; use a code from 0 to ${categories.length - 1}`);
    });
  });
  return list.issues.length === issuesBefore;
}

function checkMargin(list: IssueList, joint: JointTable, jointAttribute: CategoryAttribute, position: number): void {
  const sums = jointAttribute.categories.map(() => 0);
  joint.cells.forEach((cell, index) => (sums[cell[position]!]! += joint.probabilities[index]!));
  jointAttribute.categories.forEach(({ id, probability }, code) => {
    if (Math.abs(sums[code]! - probability) > sumTolerance) {
      list.add(
        jointPath,
        `the cells of "${id}" of "${jointAttribute.id}" sum to ${sums[code]}, but the attribute has ${probability}; use the same probability`,
      );
    }
  });
}
