import { type PeopleGrouping, samplePeople } from '../../../../model/analyses.js';
import { traitsOf, type Scenario, type WorkflowDefinition } from '../../../../model/definition.js';
import { simulate } from '../../../../model/simulate.js';
import { displayQuantity } from '../../../../model/transcript.js';
import type { SurveyPerson } from '../../../language-model/tasks/survey.js';
import type { RunTask } from '../../run.kind.js';
import type { WorkflowShares } from './compare.js';
import type { BiasReportPlan } from './request.schema.js';

export interface PreparedBiasReport {
  /** All agents under the first scenario, then all under the second. */
  readonly people: readonly SurveyPerson[];
  readonly groupings: readonly PeopleGrouping[];
  readonly scenarios: readonly WorkflowShares[];
}

/** Simulates the agents with the workflow, and describes them for the language model. */
export function prepareBiasReport(plan: BiasReportPlan, task: RunTask) {
  const { definition } = task;
  const sampled = samplePeople(task);
  const { agentCount } = task;
  const simulated = [task.scenario, ...(plan.compared_scenario ? [plan.compared_scenario] : [])].map((scenario) => {
    const { columns } = simulate({ ...task, scenario, parameterDraws: 0, people: sampled.people });
    const valuesOf = (name: string) => columns.find((column) => column.name === name)!.values;
    const probabilities = plan.options.map(({ outcome }) => valuesOf(`probability.${outcome}`));
    const assignments = definition.scenario.assignments.map(({ id }) => [id, valuesOf(`assignment.${id}`)] as const);
    const parameters = parameterTexts(definition, scenario);
    return {
      people: sampled.descriptions.map((person, row) => ({
        person,
        situation: {
          ...parameters,
          ...Object.fromEntries(assignments.map(([id, values]) => [id, values[row] === 1 ? 'yes' : 'no'])),
        },
      })),
      shares: Array.from({ length: agentCount }, (_, row) => probabilities.map((values) => values[row]!)),
    };
  });
  const result: PreparedBiasReport = {
    people: simulated.flatMap((own) => own.people),
    groupings: sampled.groupings,
    scenarios: simulated.map((own) => own.shares),
  };
  return { result, digest: '', people: sampled.people };
}

/** The values of the parameters as readable texts, by label. */
export function parameterTexts({ scenario: { parameters } }: WorkflowDefinition, scenario: Scenario) {
  return Object.fromEntries(
    parameters.map((parameter) => {
      const { options, unit } = traitsOf(parameter);
      const value = scenario[parameter.id]!;
      const text =
        unit === undefined
          ? (options.find(({ id }) => id === value)?.label ?? String(value))
          : displayQuantity(Number(value), unit);
      return [parameter.label, text];
    }),
  );
}
