import type { Owner } from '../../common/identity/caller.js';
import type { NoAnswerReason, TokenUsage } from '../language-model-error.js';
import type { SurveyPerson, SurveyQuestion } from '../tasks/survey.js';

/** A survey: each person answers the question `replicates` times. */
export interface Survey extends SurveyQuestion {
  owner: Owner;
  /** Determines, with the number of the person and the replicate, the seed of each request. */
  seed: number;
  people: readonly SurveyPerson[];
  replicates: number;
}

/** What the requests of a survey used. */
export interface SurveyUsage extends TokenUsage {
  /** Requests sent, with the retries. */
  requests: number;
  /** Answers from an earlier run. Their tokens are in the sums, and were paid then. */
  cached_answers: number;
  /** Responses for which the server reported no tokens. They are missing in the sums. */
  unreported: number;
}

/** The answers of a survey. Some can be missing. */
export interface SurveyAnswers {
  model: string;
  /** Ids of options: `answers[person][replicate]`, null without an answer. */
  answers: (string | null)[][];
  /** Missing answers by reason. */
  unanswered: Partial<Record<NoAnswerReason, number>>;
  usage: SurveyUsage;
}
