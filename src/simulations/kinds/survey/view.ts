import type { Reported, RunView } from '../../run.kind.js';
import { row, table, text, valueCell, warning, section, intervalsFigure } from '../../view/blocks.js';
import { countOf, percent } from '../../view/format-numbers.js';
import type { Block, Section } from '../../view/view.schema.js';
import type { SurveyAnswers } from '../../../language-model/tasks/survey.js';
import type { SurveyPlan, OptionShare, SurveyResult } from './survey.schema.js';
import { type PeopleGrouping, wilsonInterval } from '../../../../model/analyses.js';
import { RunFailure } from '../../failure-codes.js';
import { hasCategories, type WorkflowDefinition } from '../../../../model/definition.js';

type ReportedSurvey = Reported<SurveyPlan, SurveyResult>;

/** Why no number of a language-model agent is a prediction. */
export const notCalibratedText =
  'A language model answered in the role of synthetic people. No data of real people support these answers.';

/** What shows in every view of answers of a language model. */
export const notCalibratedWarning = (): Block =>
  warning('Not calibrated', notCalibratedText, [
    'The intervals contain the sampling of the agents only. The error of the language model is unknown and can be much larger.',
    'Language models tend to give typical answers: differences between people and between groups can be too small, too large or invented.',
    'The answers are not reproducible: the same request can give other answers.',
  ]);

export function surveyView(input: ReportedSurvey): RunView {
  const { plan, result } = input;
  const [first] = result.options.toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0));
  const chart = sharesFigure(result.options);
  return {
    headline: `Not calibrated: a language model answers “${first!.label}” for ${percent(first!.share ?? 0)} of ${countOf(result.answered)} synthetic people.`,
    varied: [],
    chart,
    trust: [notCalibratedText],
    limits: [],
    sections: [
      section(
        { id: 'answers', title: 'Answers', part: 'answer' },
        notCalibratedWarning(),
        text(plan.question, 'Question:'),
        chart,
      ),
      groupsSection(result),
      costSection(input.run.agentCount, result),
    ],
  };
}

const shareCell = ({ share, interval }: OptionShare) => (share === null ? '–' : valueCell(share, interval, percent));

function sharesFigure(options: readonly OptionShare[]) {
  return intervalsFigure(
    'Shares of the answers, not calibrated',
    {
      axis: 'share of the synthetic people',
      format: 'percent',
      series: [{ id: 'scenario', label: 'Language model' }],
    },
    ['Answer', 'Share'],
    options.map((option) => ({
      label: option.label,
      values: option.share === null ? [] : [{ series: 'scenario', value: option.share, interval: option.interval }],
      cells: [shareCell(option)],
    })),
  );
}

function groupsSection({ segments, options }: SurveyResult): Section {
  const tables = segments.map(({ label, groups }) =>
    table(
      `${label}: shares of the answers, not calibrated`,
      ['Group', 'Agents', ...options.map((own) => own.label)],
      groups.map((group) => row(group.label, countOf(group.answered), ...group.options.map(shareCell))),
    ),
  );
  return section({ id: 'groups', title: 'Groups', part: 'groups' }, ...tables);
}

/** Missing answers and cost. */
export function costSection(agentCount: number, result: Omit<SurveyResult, 'options' | 'segments'>): Section {
  const { answered, unanswered, usage, model } = result;
  return section(
    { id: 'cost', title: 'Missing answers and cost', part: 'certainty' },
    text([
      `The model ${model} answered for ${countOf(answered)} of ${countOf(agentCount)} agents.`,
      answered < agentCount && 'The result is partial: agents without an answer can differ from the others.',
    ]),
    unanswered.length > 0 &&
      table(
        'Missing answers',
        ['Reason', 'Answers'],
        unanswered.map(({ reason, count }) => row(reason, countOf(count))),
      ),
    text([
      `${countOf(usage.requests)} requests, ${countOf(usage.cached_answers)} answers from the cache, ${countOf(usage.prompt_tokens)} prompt tokens and ${countOf(usage.completion_tokens)} completion tokens.`,
      usage.unreported > 0 && `The server reported no tokens for ${countOf(usage.unreported)} responses.`,
    ]),
  );
}

type Option = Pick<OptionShare, 'id' | 'label'>;

/** For each agent, the share of its answers by option. Null without an answer. */
export type AgentShares = readonly (readonly number[] | null)[];

/** Averages the replicates of each agent. */
export function agentShares(options: readonly Option[], { answers }: SurveyAnswers): AgentShares {
  return answers.map((replicates) => {
    const given = replicates.filter((answer) => answer !== null);
    if (given.length === 0) return null;
    return options.map(({ id }) => given.filter((answer) => answer === id).length / given.length);
  });
}

/**
 * Shares of the options among agents with an answer. The interval counts agents, not replicates: the mean of an agent's replicates varies at
 * most as much as one answer, so the interval is never too narrow for the sampling.
 */
export function optionShares(options: readonly Option[], agents: AgentShares): OptionShare[] {
  const given = agents.filter((own) => own !== null);
  return options.map(({ id, label }, k) => {
    const sum = given.reduce((total, own) => total + own[k]!, 0);
    if (given.length === 0) return { id, label, share: null, interval: null };
    const [low, high] = wilsonInterval(sum, given.length);
    return { id, label, share: sum / given.length, interval: [low, high] };
  });
}

export function segmentShares(
  options: readonly Option[],
  groupings: readonly PeopleGrouping[],
  agents: AgentShares,
): SurveyResult['segments'] {
  return groupings.map(({ id, label, groups, groupOf }) => ({
    id,
    label,
    groups: groups.map((group, g) => {
      const own = agents.filter((_, row) => groupOf[row] === g);
      const answered = own.filter((shares) => shares !== null).length;
      return { id: group.id, label: group.label, answered, options: optionShares(options, own) };
    }),
  }));
}

/** The fields that all results of language-model agents have. @throws RunFailure if fewer than half of the agents answered */
export function answersFields(agents: AgentShares, { model, unanswered, usage }: SurveyAnswers) {
  const answered = agents.filter((own) => own !== null).length;
  const missing = Object.entries(unanswered) as [keyof typeof unanswered, number][];
  if (answered * 2 < agents.length) {
    const reasons = missing.map(([reason, count]) => `${reason}: ${count}`).join(', ');
    throw new RunFailure(
      'survey_too_few_answers',
      `The language model answered for ${answered} of ${agents.length} agents (missing answers: ${reasons}). At least half are required. After the cause is removed, create the survey again with the same seed: answers of the last 24 hours are not paid again.`,
    );
  }
  return {
    calibrated: false as const,
    model,
    answered,
    unanswered: missing.map(([reason, count]) => ({ reason, count })),
    missing_parts: ['estimation', 'population', 'model'] satisfies SurveyResult['missing_parts'],
    usage,
  };
}

/** A person with the longest text of each attribute, for an estimate of the prompt. */
export function typicalPerson({ population }: WorkflowDefinition): Record<string, string> {
  return Object.fromEntries(
    population.attributes.map((attribute) => [
      attribute.label,
      hasCategories(attribute)
        ? attribute.categories.map(({ label }) => label).reduce((a, b) => (b.length > a.length ? b : a))
        : `1,000 ${attribute.unit}`,
    ]),
  );
}
