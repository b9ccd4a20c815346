import { type Attribute, hasCategories, type PopulationDefinition } from '../definition/population.schema.js';
import type { IssueList } from '../definition/issue-list.js';
import { groupIdsOf } from '../population/attribute-groups.js';
import { unpackNumbers } from '../population/packed-numbers.js';

const maxInt32 = 2 ** 31;

/** Checks the rows of a population and the segment of its agents. Call it only if the attributes are valid. */
export function checkPeople(
  list: IssueList,
  { attributes, people, restriction, joint, correlation }: PopulationDefinition,
): void {
  if (people) {
    const path = ['population', 'people'];
    if (joint || correlation) list.add(path, 'replaces "joint" and "correlation"; remove them');
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
