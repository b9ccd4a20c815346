import { type PeopleGrouping, samplePeople } from '../../../model/analyses.js';
import { estimatedPromptTokens, surveyTask, type SurveyPerson } from '../../language-model/tasks/survey.js';
import type { RunKind, RunTask } from '../run.kind.js';
import { typicalPerson, agentShares, answersFields, optionShares, segmentShares, surveyView } from './survey/view.js';
import {
  createSurveySchema,
  defaultSurveyAgents,
  maxSurveyAnswers,
  plannedSurvey,
  type CreateSurvey,
  type SurveyPlan,
  surveyResultSchema,
  type SurveyResult,
} from './survey/survey.schema.js';
import { count, flag, intervalColumns, tableOf, text, type TableColumn } from '../tables/table.js';

interface Prepared {
  people: SurveyPerson[];
  groupings: readonly PeopleGrouping[];
}

/** A question that a language model answers as the people of a workflow. Not calibrated. */
export const surveyKind: RunKind<CreateSurvey, SurveyPlan, SurveyResult> = {
  name: 'survey',
  idPrefix: 'srv',
  path: 'surveys',
  noun: 'survey',
  plural: 'surveys',
  tag: {
    name: 'Surveys',
    description: 'Surveys: a language model answers as synthetic people. Not calibrated, and off by default.',
  },
  texts: {
    create:
      'Queues a survey for a question that no calibrated workflow covers. A language model answers it in the role of people from the population of a workflow, one request per agent and replicate. The result is not calibrated: its intervals contain the sampling of the agents only. If some answers are missing after the retries, the survey completes with those that exist; if fewer than half of the agents answered, it fails. A survey counts as one simulation against the quota, and its requests and tokens count against the survey budgets of the organization.',
    table:
      'Returns one row for each option of a completed survey, for all agents (`attribute` is null) and for each group: share with the ends of its 95% interval (`_low`, `_high`), which contains the sampling only. `calibrated` is always false. Unknown values are null.',
    report:
      'Returns an HTML report of a completed survey: shares, groups, missing answers and cost, marked as not calibrated.',
    manifest:
      'Returns what determines the agents and the question of a completed survey, and the digest of its result. The answers of a language model cannot be reproduced. `meta.reproduce` has programs that create the survey again.',
    reducesTime: 'a smaller `agent_count`',
    tableRow: {
      option: 'option_1',
      option_label: 'Yes',
      calibrated: false,
      share: 0.62,
      share_low: 0.48,
      share_high: 0.74,
    },
  },
  hasIssues: true,
  request: createSurveySchema,
  planned: plannedSurvey,
  result: surveyResultSchema,
  unlisted: { segments: [] },
  defaultAgentCount: defaultSurveyAgents,
  plan({ agentCount }, { question, options, replicates = 1 }) {
    const issues = [
      new Set(options.map((label) => label.toLowerCase())).size < options.length && {
        path: 'options',
        message: 'must be different',
      },
      agentCount * replicates > maxSurveyAnswers && {
        path: 'replicates',
        message: `times \`agent_count\` must be at most ${maxSurveyAnswers}`,
      },
    ].filter((issue) => issue !== false);
    if (issues.length > 0) return issues;
    return { plan: { question, options: options.map((label, k) => ({ id: `option_${k + 1}`, label })), replicates } };
  },
  requestOf: ({ question, options, replicates }) => ({
    question,
    options: options.map(({ label }) => label),
    replicates,
  }),
  work: {
    answers: ({ replicates }, agentCount) => agentCount * replicates,
    promptTokens: (plan, { definition }) =>
      estimatedPromptTokens(surveyTask(plan, { person: typicalPerson(definition), situation: {} })),
    execute(_plan, task: RunTask) {
      const { descriptions, groupings, people } = samplePeople(task);
      const prepared: Prepared = { people: descriptions.map((person) => ({ person, situation: {} })), groupings };
      return { result: prepared, digest: '', people };
    },
    survey: ({ question, options, replicates }, prepared) => ({
      ...{ question, options, replicates },
      people: (prepared as Prepared).people,
    }),
    summarize({ options }, prepared, answers) {
      const agents = agentShares(options, answers);
      return {
        ...answersFields(agents, answers),
        options: optionShares(options, agents),
        segments: segmentShares(options, (prepared as Prepared).groupings, agents),
      };
    },
  },
  table: surveyTable,
  view: surveyView,
};

function surveyTable({ id, result }: { id: string; plan: SurveyPlan; result: SurveyResult }): TableColumn[] {
  const rows = [
    ...result.options.map((option) => ({ attribute: null, group: null, answered: result.answered, option })),
    ...result.segments.flatMap((segment) =>
      segment.groups.flatMap((group) =>
        group.options.map((option) => ({
          ...{ attribute: segment.id, group: group.id, answered: group.answered },
          option,
        })),
      ),
    ),
  ];
  return tableOf(rows, [
    text('survey_id', () => id),
    flag('calibrated', () => result.calibrated),
    text('missing_parts', () => result.missing_parts.join(' ')),
    text('model', () => result.model),
    text('attribute', ({ attribute }) => attribute),
    text('group', ({ group }) => group),
    count('answered', ({ answered }) => answered),
    text('option', ({ option }) => option.id),
    text('option_label', ({ option }) => option.label),
    intervalColumns('share', ({ option: { share, interval } }) => ({ value: share, interval })),
  ]);
}
