import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { type ChoiceParameter, isChoice, type NumericParameter } from '../definition/scenario.schema.js';
import type { IssueList, Path } from '../definition/issue-list.js';

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
  scenario.parameters.forEach((parameter, index) => {
    const path = ['scenario', 'parameters', index];
    if (isChoice(parameter)) checkOptions(list, path, parameter);
    else checkRange(list, path, parameter);
  });
  scenario.assignments.forEach((assignment, index) => {
    const path = ['scenario', 'assignments', index, 'share'];
    const share = parameters.get(assignment.share);
    if (!share) list.known(path, assignment.share, new Set(parameters.keys()), 'parameter');
    else if (share.type !== 'number' || share.minimum < 0 || share.maximum > 1) {
      list.add(path, `"${share.id}" is used as a share; make it a number with bounds between 0 and 1`);
    }
  });
}

function checkOptions(list: IssueList, path: Path, { id, options, default: defaultOption }: ChoiceParameter): void {
  const ids = options.map((option) => option.id);
  list.unique([...path, 'options'], ids, 'option');
  list.known([...path, 'default'], defaultOption, new Set(ids), `option of ${id}`);
}

function checkRange(list: IssueList, path: Path, parameter: NumericParameter): void {
  const { id, minimum, maximum } = parameter;
  const [low, high] = parameter.calibrated_range;
  if (minimum >= maximum) list.add(path, `the minimum ${minimum} of "${id}" must be below its maximum ${maximum}`);
  if (parameter.default < minimum || parameter.default > maximum) {
    list.add(
      [...path, 'default'],
      `the default ${parameter.default} of "${id}" is outside its bounds ${minimum} to ${maximum}`,
    );
  }
  if (low > high)
    list.add([...path, 'calibrated_range'], `the calibrated range of "${id}" must list its lower bound first`);
  if (low < minimum || high > maximum) {
    list.add(
      [...path, 'calibrated_range'],
      `the calibrated range of "${id}" is outside its bounds ${minimum} to ${maximum}`,
    );
  }
  if (parameter.default < low || parameter.default > high) {
    list.add(
      [...path, 'default'],
      `the default ${parameter.default} of "${id}" is the calibrated baseline, so it must be in the calibrated range`,
    );
  }
  const numbers = [parameter.default, minimum, maximum];
  if (parameter.type === 'integer' && !numbers.every(Number.isInteger))
    list.add(path, `"${id}" is an integer parameter, so its default and bounds must be integers`);
}
