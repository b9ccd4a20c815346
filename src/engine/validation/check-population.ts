import { cholesky } from '../math/cholesky.js';
import {
  type CategoryAttribute,
  hasCategories,
  type NumericAttribute,
  type PopulationDefinition,
} from '../definition/population.schema.js';
import { checkJoint } from './check-joint.js';
import { type IssueList, type Path } from '../definition/issue-list.js';
import { SUM_TOLERANCE, sumOf } from '../definition/probabilities.js';

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
  const { joint, correlation } = population;
  if (joint) checkJoint(list, joint, population.attributes);
  if (correlation) checkCorrelation(list, correlation, population);
}

function checkCategories(list: IssueList, path: Path, attribute: CategoryAttribute): void {
  const ids = attribute.categories.map((category) => category.id);
  list.unique([...path, 'categories'], ids, 'category');
  const sum = sumOf(attribute.categories.map((category) => category.probability));
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
  if (probabilities.some((probability, index) => index > 0 && probability < probabilities[index - 1]!)) {
    list.add([...at, 'probabilities'], 'must not fall');
  }
  if (probabilities.some((probability, index) => isJumpTooMany(probabilities, probability, index))) {
    list.add([...at, 'probabilities'], 'must be given at most twice each (a jump), and 0 and 1 once');
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

function isJumpTooMany(probabilities: readonly number[], probability: number, index: number): boolean {
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
    const extra = joint ? ', those of the joint table counting as one' : '';
    list.add(path, `must be ${size} × ${size}, a row and a column for each attribute${extra}`);
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
