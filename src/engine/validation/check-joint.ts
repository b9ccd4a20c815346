import {
  type Attribute,
  type CategoryAttribute,
  hasCategories,
  type JointTable,
} from '../definition/population.schema.js';
import type { IssueList, Path } from '../definition/issue-list.js';
import { sumTolerance, sumOf } from '../definition/probabilities.js';

const jointPath: Path = ['population', 'joint'];

/** Checks the cells and probabilities of the joint table, and that its margins equal the probabilities of its attributes. */
export function checkJoint(list: IssueList, joint: JointTable, attributes: readonly Attribute[]): void {
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
