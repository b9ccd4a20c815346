import { Inject, Injectable, Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { SecretBox } from '../../common/secret-box.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { AnswerCache } from '../answer-cache.js';
import { ChatCompletions } from '../chat-completions.js';
import { DailyBudget, type SharedLimits } from '../daily-budget.js';
import { IS_VERIFIED } from '../verified-organizations.js';
import type { Survey, SurveyAnswers } from './survey-answers.js';
import { SurveyRequests, type SurveyPlace, type SurveyServer } from './survey-requests.js';

/** Requests of one survey that run concurrently. A killed worker can pay for these, and no others, twice. */
const concurrency = 4;

/** Lets the configured language model answer survey questions as synthetic people. Off unless `SVC_LLM_URL` is set. */
@Injectable()
export class SurveyModel {
  private readonly logger = new Logger(SurveyModel.name);
  private readonly server: SurveyServer | undefined;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    @Inject(Redis) redis: Redis,
    box: SecretBox,
    @Inject(IS_VERIFIED) isVerified: SharedLimits['isVerified'],
  ) {
    const { languageModel, masterKey } = settings;
    this.server = languageModel && {
      model: languageModel.model,
      completions: new ChatCompletions(languageModel),
      cache: new AnswerCache(redis, box, masterKey),
      requests: new DailyBudget(redis, 'survey-requests', languageModel.dailySurveyRequests, {
        ...languageModel.sharedDailyRequests,
        isVerified,
      }),
      tokens: new DailyBudget(redis, 'survey-tokens', languageModel.dailySurveyTokens),
    };
  }

  get isConfigured(): boolean {
    return this.server !== undefined;
  }

  /**
   * Requests an answer of each person and replicate. Answers of an earlier run of the same survey come from the cache, so that they are not
   * paid again. Missing answers are counted by reason and do not reject.
   *
   * @param stop ends the survey. The promise is then rejected
   * @param onAnswer called with the number of places that have an answer or a reason
   */
  async answers(survey: Survey, stop: AbortSignal, onAnswer: (done: number) => void): Promise<SurveyAnswers> {
    if (!this.server) throw new Error('no language model is configured');
    const failure = new AbortController();
    const requests = new SurveyRequests(this.server, survey, AbortSignal.any([stop, failure.signal]));
    const answers = survey.people.map(() => Array.from({ length: survey.replicates }, (): string | null => null));
    const unanswered: SurveyAnswers['unanswered'] = {};
    const places = answers.flatMap((own, person) => own.map((_, replicate): SurveyPlace => ({ person, replicate })));
    const waiting = places.values();
    let done = 0;
    const work = async () => {
      // All loops take their next place from the same iterator.
      for (const place of waiting) {
        const given = await requests.answer(place);
        if (typeof given === 'string') answers[place.person]![place.replicate] = given;
        else unanswered[given.reason] = (unanswered[given.reason] ?? 0) + 1;
        onAnswer(++done);
      }
    };
    try {
      await Promise.all(Array.from({ length: concurrency }, work));
    } finally {
      // After an unexpected error, the other loops must not continue to pay.
      failure.abort();
    }
    if (Object.keys(unanswered).length > 0) this.logger.warn({ task: 'survey', unanswered }, 'survey answers missing');
    return { model: this.server.model, answers, unanswered, usage: requests.usage };
  }
}
