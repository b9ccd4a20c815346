import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { IssueList } from '../definition/issue-list.js';
import { traitsOf } from '../definition/parameter-types.js';

/** Checks the parameters of a scenario with their ranges, and the shares of its assignments. */
export function checkScenario(list: IssueList, scenario: WorkflowDefinition['scenario']): void {
  const parameters = new Map(scenario.parameters.map((parameter) => [parameter.id, parameter]));
  list.unique(
    ['scenario', 'parameters'],
    scenario.parameters.map((parameter) => parameter.id),
    'parameter',
  );
  list.unique(
    ['scenario', 'assignments'],
    scenario.assignments.map((assignment) => assignment.id),
    'assignment',
  );
  scenario.parameters.forEach((parameter, index) => traitsOf(parameter).check(list, ['scenario', 'parameters', index]));
  scenario.assignments.forEach((assignment, index) => {
    const path = ['scenario', 'assignments', index, 'share'];
    const share = parameters.get(assignment.share);
    if (!share) list.known(path, assignment.share, new Set(parameters.keys()), 'parameter');
    else if (!traitsOf(share).canBeShare) {
      list.add(path, `"${share.id}" is used as a share; make it a number with bounds between 0 and 1`);
    }
  });
}
