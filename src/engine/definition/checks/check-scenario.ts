import { type WorkflowDefinition } from '../definition.schema.js';
import { type Parameter } from '../scenario.schema.js';
import { type IssueList, type Path } from './issue-list.js';

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
  scenario.parameters.forEach((parameter, index) => checkParameter(list, ['scenario', 'parameters', index], parameter));
  scenario.assignments.forEach((assignment, index) => {
    const path = ['scenario', 'assignments', index, 'share'];
    const share = parameters.get(assignment.share);
    if (!share) list.known(path, assignment.share, new Set(parameters.keys()), 'parameter');
    else if (share.minimum < 0 || share.maximum > 1) {
      list.add(path, `"${share.id}" is used as a share, so its bounds must lie between 0 and 1`);
    }
  });
}

function checkParameter(list: IssueList, path: Path, parameter: Parameter): void {
  const { id, minimum, maximum } = parameter;
  const [low, high] = parameter.calibrated_range;
  if (minimum >= maximum) list.add(path, `"${id}" has its minimum ${minimum} not below its maximum ${maximum}`);
  if (parameter.default < minimum || parameter.default > maximum) {
    list.add(
      [...path, 'default'],
      `the default ${parameter.default} of "${id}" lies outside its bounds ${minimum} to ${maximum}`,
    );
  }
  if (low > high) list.add([...path, 'calibrated_range'], `the calibrated range of "${id}" runs backwards`);
  if (low < minimum || high > maximum) {
    list.add(
      [...path, 'calibrated_range'],
      `the calibrated range of "${id}" leaves its bounds ${minimum} to ${maximum}`,
    );
  }
  if (parameter.default < low || parameter.default > high) {
    list.add(
      [...path, 'default'],
      `the default ${parameter.default} of "${id}", the calibrated baseline, lies outside its calibrated range`,
    );
  }
}
