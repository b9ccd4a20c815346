import { type IssueList } from '../../definition/checks/issue-list.js';
import { checkCondition, type References } from '../../definition/checks/references.js';
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
  if (decision.alternatives.every((alternative) => alternative.available_when)) {
    list.add(['decision', 'alternatives'], 'one alternative at least must be open to everybody');
  }
  checkTastes(list, decision, references);
}
