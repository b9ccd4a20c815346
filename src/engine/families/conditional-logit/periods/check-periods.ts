import { hasCategories } from '../../../definition/population.schema.js';
import type { References } from '../../../definition/references.js';
import type { IssueList } from '../../../definition/issue-list.js';
import type { ConditionalLogit } from '../conditional-logit.schema.js';

// The memory of an agent grows with the derivatives of all shares, and of all changes from one alternative to another.
const mostAlternatives = 20;
const mostShares = 400;

/** Checks that the last choice can be any alternative, and that the first and last changed period are whole numbers in the periods. */
export function checkPeriods(list: IssueList, decision: ConditionalLogit, references: References): void {
  const { periods, alternatives, scales = [] } = decision;
  if (!periods) return;
  const root = ['decision', 'periods'];
  if (alternatives.length > mostAlternatives)
    list.add(root, `a choice with periods can have ${mostAlternatives} alternatives; it has ${alternatives.length}`);
  else if (alternatives.length * periods.number > mostShares)
    list.add(
      [...root, 'number'],
      `is ${periods.number}, but with ${alternatives.length} alternatives there can be ${Math.floor(mostShares / alternatives.length)} periods`,
    );
  if (scales.some(({ agents }) => agents.attribute === periods.last_choice))
    list.add(
      ['decision', 'scales'],
      `must not depend on "${periods.last_choice}", because random errors are the same after every choice`,
    );
  const path = [...root, 'last_choice'];
  const attribute = references.attributes.get(periods.last_choice);
  if (!attribute) list.known(path, periods.last_choice, new Set(references.attributes.keys()), 'attribute');
  else if (!hasCategories(attribute)) list.add(path, `"${attribute.id}" has no categories`);
  else {
    const known = new Set(attribute.categories.map(({ id }) => id));
    for (const { id } of alternatives)
      if (!known.has(id))
        list.add(path, `"${attribute.id}" needs a category "${id}", as each alternative can be the last choice`);
  }
  for (const end of ['from', 'until'] as const) {
    const id = periods[end];
    if (id === undefined) continue;
    const parameter = references.parameters.get(id);
    if (!parameter) list.known([...root, end], id, new Set(references.parameters.keys()), 'parameter');
    else if (parameter.type !== 'integer') list.add([...root, end], `"${id}" must be an integer parameter`);
    else if (parameter.minimum < 1 || parameter.maximum > periods.number)
      list.add(
        [...root, end],
        `"${id}" can be from ${parameter.minimum} to ${parameter.maximum}, but the periods are 1 to ${periods.number}`,
      );
  }
}
