import type { SurveyAnswers } from '../../../language-model/survey/survey-answers.js';
import { type PeopleGrouping, wilsonInterval } from '../../../engine/analyses.js';
import { RunFailure } from '../../failure-codes.js';
import type { OptionShare, SurveyResult } from './result.schema.js';

interface Option {
  id: string;
  label: string;
}

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
