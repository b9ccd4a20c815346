import { cholesky } from '../../population/cholesky.js';
import {
  type CategoryAttribute,
  hasCategories,
  type NumericAttribute,
  type PopulationDefinition,
} from '../population.schema.js';
import { type IssueList, type Path } from './issue-list.js';

/** How far probabilities may be from adding up to 1: margins are often written with a few digits. */
const SUM_TOLERANCE = 1e-6;

export function checkPopulation(list: IssueList, population: PopulationDefinition): void {
  const path = ['population', 'attributes'];
  list.unique(
    path,
    population.attributes.map((attribute) => attribute.id),
    'attribute',
  );
  population.attributes.forEach((attribute, index) => {
    if (hasCategories(attribute)) checkCategories(list, [...path, index], attribute);
    else checkQuantiles(list, [...path, index], attribute);
  });
  if (population.correlation) checkCorrelation(list, population.correlation, population.attributes.length);
}

function checkCategories(list: IssueList, path: Path, attribute: CategoryAttribute): void {
  const ids = attribute.categories.map((category) => category.id);
  list.unique([...path, 'categories'], ids, 'category');
  const sum = attribute.categories.reduce((total, category) => total + category.probability, 0);
  if (Math.abs(sum - 1) > SUM_TOLERANCE) {
    list.add([...path, 'categories'], `the probabilities of "${attribute.id}" sum to ${sum}, not to 1`);
  }
  const order = attribute.latent_order;
  if (
    order &&
    (order.length !== ids.length || new Set(order).size !== ids.length || !order.every((id) => ids.includes(id)))
  ) {
    list.add([...path, 'latent_order'], `must name every category of "${attribute.id}" once`);
  }
}

function checkQuantiles(list: IssueList, path: Path, attribute: NumericAttribute): void {
  const { probabilities, values } = attribute.quantiles;
  const at = [...path, 'quantiles'];
  if (probabilities.length !== values.length) {
    list.add(at, `has ${probabilities.length} probabilities but ${values.length} values`);
  }
  if (probabilities[0] !== 0 || probabilities.at(-1) !== 1)
    list.add([...at, 'probabilities'], 'must start at 0 and end at 1');
  if (probabilities.some((probability, index) => index > 0 && probability <= probabilities[index - 1]!)) {
    list.add([...at, 'probabilities'], 'must rise');
  }
  if (values.some((value, index) => index > 0 && value < values[index - 1]!))
    list.add([...at, 'values'], 'must not fall');
  if (attribute.type === 'integer' && !values.every(isInt32)) {
    list.add([...at, 'values'], `"${attribute.id}" is an integer: its values must be whole numbers of 32 bits`);
  }
}

function isInt32(value: number): boolean {
  return (value | 0) === value;
}

function checkCorrelation(list: IssueList, matrix: readonly (readonly number[])[], size: number): void {
  const path = ['population', 'correlation'];
  if (matrix.length !== size || matrix.some((row) => row.length !== size)) {
    list.add(path, `must be ${size} × ${size}, a row and a column for each attribute`);
    return;
  }
  const isDiagonalOne = matrix.every((row, index) => row[index] === 1);
  const isSymmetric = matrix.every((row, i) => row.every((value, j) => value === matrix[j]![i]));
  if (!isDiagonalOne) list.add(path, 'must have 1 all along its diagonal');
  if (!isSymmetric) list.add(path, 'must be symmetric');
  if (isDiagonalOne && isSymmetric && !cholesky(matrix)) {
    list.add(path, 'is not positive definite: no people can be correlated like this');
  }
}
