import {
  type Attribute,
  type CategoryAttribute,
  hasCategories,
  type JointTable,
} from '../definition/population.schema.js';
import { type IssueList, type Path } from '../definition/issue-list.js';
import { SUM_TOLERANCE, sumOf } from '../definition/probabilities.js';

const PATH: Path = ['population', 'joint'];

/** Checks the joint table by itself, and that the margins of its attributes are the sums of its cells. */
export function checkJoint(list: IssueList, joint: JointTable, attributes: readonly Attribute[]): void {
  const members = membersOf(list, joint, attributes);
  if (joint.probabilities.length !== joint.cells.length) {
    list.add(PATH, `has ${joint.cells.length} cells but ${joint.probabilities.length} probabilities`);
    return;
  }
  const sum = sumOf(joint.probabilities);
  if (Math.abs(sum - 1) > SUM_TOLERANCE)
    list.add([...PATH, 'probabilities'], `the cells of the joint table sum to ${sum}, not to 1`);
  if (!members || !areCellsSound(list, joint, members)) return;
  members.forEach((member, place) => checkMargin(list, joint, member, place));
}

/** The attributes of the table in its order; nothing where one of them cannot be in it. */
function membersOf(
  list: IssueList,
  joint: JointTable,
  attributes: readonly Attribute[],
): readonly CategoryAttribute[] | undefined {
  const before = list.issues.length;
  const path = [...PATH, 'attributes'];
  if (new Set(joint.attributes).size !== joint.attributes.length) list.add(path, 'must name each attribute once');
  const byId = new Map(attributes.map((attribute) => [attribute.id, attribute]));
  const members = joint.attributes.flatMap((id, place) => {
    const attribute = byId.get(id);
    if (!attribute) list.known([...path, place], id, new Set(byId.keys()), 'attribute');
    else if (!hasCategories(attribute)) list.add([...path, place], `attribute "${id}" has no categories to count`);
    else if (attribute.latent_order)
      list.add([...path, place], `"${id}" has a latent order, but in a joint table the order of the cells decides`);
    else return [attribute];
    return [];
  });
  return list.issues.length === before ? members : undefined;
}

function areCellsSound(list: IssueList, { cells }: JointTable, members: readonly CategoryAttribute[]): boolean {
  const before = list.issues.length;
  const seen = new Set<string>();
  cells.forEach((cell, index) => {
    const path = [...PATH, 'cells', index];
    const key = cell.join();
    if (seen.has(key)) list.add(path, `the cell [${key}] is given twice`);
    seen.add(key);
    if (cell.length !== members.length)
      list.add(path, `has ${cell.length} codes for the ${members.length} attributes of the joint table`);
    members.forEach(({ id, categories }, place) => {
      const code = cell[place];
      if (code !== undefined && code >= categories.length)
        list.add(
          [...path, place],
          `"${id}" has no category number ${code}; they go from 0 to ${categories.length - 1}`,
        );
    });
  });
  return list.issues.length === before;
}

function checkMargin(list: IssueList, joint: JointTable, member: CategoryAttribute, place: number): void {
  const sums = member.categories.map(() => 0);
  joint.cells.forEach((cell, index) => (sums[cell[place]!]! += joint.probabilities[index]!));
  member.categories.forEach(({ id, probability }, code) => {
    if (Math.abs(sums[code]! - probability) > SUM_TOLERANCE) {
      list.add(
        PATH,
        `its cells give "${id}" of "${member.id}" the probability ${sums[code]}, the attribute says ${probability}`,
      );
    }
  });
}
