import { type IssueList } from '../../definition/issue-list.js';
import { checkCondition, type References } from '../../definition/references.js';
import { hasCategories } from '../../definition/population.schema.js';
import { type ConditionalLogit } from './schema.js';
import { checkTastes } from './tastes/check-tastes.js';

/** What the alternatives say of each other and of the rest of the definition. */
export function checkConditionalLogit(list: IssueList, decision: ConditionalLogit, references: References): void {
  list.unique(
    ['decision', 'alternatives'],
    decision.alternatives.map(({ id }) => id),
    'alternative',
  );
  decision.alternatives.forEach((alternative, index) => {
    const path = ['decision', 'alternatives', index];
    if (!alternative.available_when) return;
    checkCondition(list, [...path, 'available_when'], alternative.available_when, references);
    if (!alternative.unavailable)
      list.add(path, `"${alternative.id}" is not open to everybody, so it needs the sentence "unavailable"`);
  });
  if (!isOpenToEverybody(decision, references))
    list.add(
      ['decision', 'alternatives'],
      'somebody may have none: open one alternative to everybody, or some to each category of one attribute',
    );
  checkTastes(list, decision, references);
}

/** Whether one alternative is for all, or those that ask about one attribute are together for all of its categories. */
function isOpenToEverybody({ alternatives }: ConditionalLogit, { attributes }: References): boolean {
  const conditions = alternatives.map(({ available_when: condition }) => condition);
  return conditions.some((condition) => {
    if (!condition) return true;
    const attribute = attributes.get(condition.attribute);
    if (!attribute || !hasCategories(attribute)) return true;
    const open = new Set(conditions.flatMap((other) => (other?.attribute === attribute.id ? other.in : [])));
    return attribute.categories.every(({ id }) => open.has(id));
  });
}
