import { agentsInteract, namedParts, type PeopleGrouping, samplePeople } from '../../../model/analyses.js';
import { resolveScenario, traitsOf, type Scenario, type WorkflowDefinition } from '../../../model/definition.js';
import type { Issue } from '../../common/errors/app-error.js';
import { estimatedPromptTokens, surveyTask, type SurveyPerson } from '../../language-model/tasks/survey.js';
import type { RunKind, RunTask } from '../run.kind.js';
import { compareWithWorkflow, type WorkflowShares } from './bias-report/compare.js';
import {
  createBiasReportSchema,
  plannedBiasReport,
  type BiasReportPlan,
  type CreateBiasReport,
  biasReportResultSchema,
  type BiasReportResult,
} from './bias-report/bias-report.schema.js';
import { biasReportView } from './bias-report/view.js';
import { defaultSurveyAgents, maxSurveyAnswers } from './survey/survey.schema.js';
import { typicalPerson } from './survey/view.js';
import { count, flag, intervalColumns, number, tableOf, text, type TableColumn } from '../tables/table.js';
import { simulate } from '../../../model/simulate.js';
import { displayQuantity } from '../../../model/transcript.js';

const scenarioCount = ({ compared_scenario: second }: BiasReportPlan) => (second ? 2 : 1);

/** Answers of a language model compared with a calibrated workflow, for the same agents. */
export const biasReportKind: RunKind<CreateBiasReport, BiasReportPlan, BiasReportResult> = {
  name: 'bias_report',
  idPrefix: 'bias',
  path: 'bias-reports',
  noun: 'bias report',
  plural: 'bias reports',
  tag: {
    name: 'Bias reports',
    description: 'Bias reports: how far the answers of a language model are from a calibrated workflow.',
  },
  texts: {
    create:
      'Queues a comparison of language-model agents with a calibrated workflow. The same agents answer a question and are simulated. The result has the total variation distance, over all agents and by group, the SimBench score, the correlation of effects if there is a second scenario, and a correction toward the workflow with its error on held-out agents. Workflows whose agents interact are not supported. A bias report counts as one simulation against the quota, and its requests and tokens count against the survey budgets of the organization.',
    table:
      'Returns one row for each option of a completed bias report, for all agents (`attribute` is null) and for each group: distance, share of the language model with the ends of its interval (`_low`, `_high`), and share of the workflow. `calibrated` is always false. Unknown values are null.',
    report:
      'Returns an HTML report of a completed bias report: distances, SimBench score, effects, correction and groups.',
    manifest:
      'Returns what determines the agents and the question of a completed bias report, and the digest of its result. The answers of a language model cannot be reproduced. `meta.reproduce` has programs that create the bias report again.',
    reducesTime: 'a smaller `agent_count`',
    tableRow: { option: 'option_1', calibrated: false, total_variation: 0.21, share: 0.3, workflow_share: 0.12 },
  },
  hasIssues: true,
  request: createBiasReportSchema,
  planned: plannedBiasReport,
  result: biasReportResultSchema,
  unlisted: { segments: [] },
  defaultAgentCount: defaultSurveyAgents,
  plan({ agentCount, workflow: { definition } }, request) {
    const { question, options, replicates = 1, compared_scenario_context: context } = request;
    const second = context && resolveScenario(definition, context);
    const issues: Issue[] = [];
    if (agentsInteract(definition))
      issues.push({ path: 'workflow_id', message: 'must be a workflow whose agents do not interact' });
    const outcomes = namedParts(definition).outcomes.map(({ id }) => id);
    const named = options.map(({ outcome }) => outcome);
    if (named.toSorted().join('\n') !== outcomes.toSorted().join('\n'))
      issues.push({ path: 'options', message: `must name each outcome of the workflow once: ${outcomes.join(', ')}` });
    if (new Set(options.map(({ label }) => label.toLowerCase())).size < options.length)
      issues.push({ path: 'options', message: 'must have different labels' });
    if (second && !second.ok)
      issues.push(...second.issues.map((own) => ({ ...own, path: `compared_scenario_context.${own.path}` })));
    const scenarios = context ? 2 : 1;
    if (agentCount * replicates * scenarios > maxSurveyAnswers)
      issues.push({
        path: 'agent_count',
        message: `times \`replicates\` and the number of scenarios must be at most ${maxSurveyAnswers}`,
      });
    if (issues.length > 0) return issues;
    return {
      plan: {
        question,
        options: options.map(({ label, outcome }, k) => ({ id: `option_${k + 1}`, label, outcome })),
        replicates,
        compared_scenario: second?.ok ? { ...second.scenario } : null,
      },
      warnings: second?.ok ? second.warnings : [],
    };
  },
  requestOf: ({ question, options, replicates, compared_scenario: second }) => ({
    ...{ question, options: options.map(({ label, outcome }) => ({ label, outcome })), replicates },
    ...(second && { compared_scenario_context: second }),
  }),
  work: {
    answers: (plan, agentCount) => agentCount * plan.replicates * scenarioCount(plan),
    promptTokens: (plan, { definition }, scenario) =>
      estimatedPromptTokens(
        surveyTask(plan, { person: typicalPerson(definition), situation: parameterTexts(definition, scenario) }),
      ),
    execute: prepareBiasReport,
    survey: ({ question, options, replicates }, prepared) => ({
      ...{ question, options, replicates },
      people: (prepared as PreparedBiasReport).people,
    }),
    summarize(plan, prepared, answers) {
      const { groupings, scenarios } = prepared as PreparedBiasReport;
      return compareWithWorkflow(plan, groupings, scenarios, answers);
    },
  },
  table: biasReportTable,
  view: biasReportView,
};

function biasReportTable({ id, result }: { id: string; result: BiasReportResult }): TableColumn[] {
  const all = result.options.map((own) => ({
    ...{ attribute: null, group: null, answered: result.answered, distance: result },
    ...{ option: own.id, share: own.share, workflowShare: own.workflow_share },
    ...{ interval: own.interval, corrected: own.corrected_share },
  }));
  const groups = result.segments.flatMap((segment) =>
    segment.groups.flatMap((group) =>
      result.options.map(({ id: option }, k) => ({
        ...{ attribute: segment.id, group: group.id, answered: group.answered, distance: group, option },
        ...{ share: group.shares[k]!, workflowShare: group.workflow_shares[k]!, interval: null, corrected: null },
      })),
    ),
  );
  return tableOf(
    [...all, ...groups],
    [
      text('bias_report_id', () => id),
      flag('calibrated', () => result.calibrated),
      text('missing_parts', () => result.missing_parts.join(' ')),
      text('model', () => result.model),
      text('attribute', ({ attribute }) => attribute),
      text('group', ({ group }) => group),
      count('answered', ({ answered }) => answered),
      number('total_variation', ({ distance }) => distance.total_variation),
      number('sampling_total_variation', ({ distance }) => distance.sampling_total_variation),
      text('option', ({ option }) => option),
      intervalColumns('share', ({ share, interval }) => ({ value: share, interval })),
      number('workflow_share', ({ workflowShare }) => workflowShare),
      number('corrected_share', ({ corrected }) => corrected),
    ],
  );
}

interface PreparedBiasReport {
  /** All agents under the first scenario, then all under the second. */
  readonly people: readonly SurveyPerson[];
  readonly groupings: readonly PeopleGrouping[];
  readonly scenarios: readonly WorkflowShares[];
}

/** Simulates the agents with the workflow, and describes them for the language model. */
function prepareBiasReport(plan: BiasReportPlan, task: RunTask) {
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
function parameterTexts({ scenario: { parameters } }: WorkflowDefinition, scenario: Scenario) {
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
