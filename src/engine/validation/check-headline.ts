import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { IssueList } from '../definition/issue-list.js';
import type { Measure, Outcome } from '../model/decision-family.js';

/**
 * Checks that outcome groups contain known outcomes, that ids are unique, that the headline exists, and that parameters belong to outcomes
 * or outcome groups.
 */
export function checkHeadline(
  list: IssueList,
  { outcome_groups: groups = [], headline_outcome: headline, scenario }: WorkflowDefinition,
  outcomes: readonly Outcome[],
  measures: readonly Measure[],
): void {
  const outcomeIds = new Set(outcomes.map(({ id }) => id));
  const taken = new Set([...outcomeIds, ...measures.map(({ id }) => id)]);
  groups.forEach(({ id, outcomes: members }, index) => {
    const path = ['outcome_groups', index];
    if (taken.has(id))
      list.add([...path, 'id'], `"${id}" is already the id of an outcome, group or measure; rename it`);
    taken.add(id);
    members.forEach((member, k) => list.known([...path, 'outcomes', k], member, outcomeIds, 'outcome'));
    if (new Set(members).size < members.length) list.add([...path, 'outcomes'], 'names an outcome twice');
    if (members.length >= outcomeIds.size) list.add([...path, 'outcomes'], 'must not contain every outcome');
  });
  if (headline !== undefined) list.known(['headline_outcome'], headline, taken, 'outcome, outcome group or measure');
  const shares = new Set([...outcomeIds, ...groups.map(({ id }) => id)]);
  scenario.parameters.forEach(({ about }, index) => {
    if (about !== undefined)
      list.known(['scenario', 'parameters', index, 'about'], about, shares, 'outcome or outcome group');
  });
}
