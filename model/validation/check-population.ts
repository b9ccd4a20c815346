import { cholesky } from '../math/linear-algebra.js';
import {
  type CategoryAttribute,
  hasCategories,
  type NumericAttribute,
  type PopulationDefinition,
} from '../definition/population.schema.js';
import { checkJoint, checkPeople } from './check-people.js';
import type { IssueList, Path } from '../definition/issue-list.js';
import { sumTolerance, sumOf } from '../definition/probabilities.js';

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
  if (attribute.type === 'integer' && !values.every(isInt32)) {
    list.add(
      [...quantilesPath, 'values'],
      `"${attribute.id}" is an integer attribute, so its values must be 32-bit integers`,
    );
  }
}

function isInt32(value: number): boolean {
  return (value | 0) === value;
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
