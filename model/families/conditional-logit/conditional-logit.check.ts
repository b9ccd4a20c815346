import type { IssueList } from '../../definition/issue-list.js';
import { checkCondition, type References } from '../../definition/references.js';
import { hasCategories } from '../../definition/population.schema.js';
import type { Alternative, ConditionalLogit } from './conditional-logit.schema.js';
import { checkBoxCox } from './box-cox/check-box-cox.js';
import { checkNests } from './nests/check-nests.js';
import { checkPeriods } from './periods/check-periods.js';
import { checkScales } from './scales/scales.js';
import { checkTastes } from './tastes/check-tastes.js';

/** Checks that the alternatives are consistent with each other and with the attributes. Adds issues to the list. */
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
      list.add(path, `"${alternative.id}" is not available to every agent, so it needs the sentence "unavailable"`);
  });
  for (const side of ['scenario', 'baseline'] as const) {
    const offered = decision.alternatives.filter(({ offered_in: offeredIn = side }) => offeredIn === side);
    if (isAvailableToAll(offered, references)) continue;
    list.add(
      ['decision', 'alternatives'],
      'some agents may have no alternative: make one available to every agent, or cover each category of one attribute',
    );
    break;
  }
  checkTastes(list, decision, references);
  checkNests(list, decision);
  checkScales(list, decision, references);
  checkBoxCox(list, decision);
  checkPeriods(list, decision, references);
}

/** Whether one alternative is available to every agent, or the conditions on one attribute cover all of its categories. */
function isAvailableToAll(alternatives: readonly Alternative[], { attributes }: References): boolean {
  const conditions = alternatives.map(({ available_when: condition }) => condition);
  return conditions.some((condition) => {
    if (!condition) return true;
    const attribute = attributes.get(condition.attribute);
    if (!attribute || !hasCategories(attribute)) return true;
    const covered = new Set(conditions.flatMap((other) => (other?.attribute === attribute.id ? other.in : [])));
    return attribute.categories.every(({ id }) => covered.has(id));
  });
}
