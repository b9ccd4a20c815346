import { Inject, Injectable, Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { SecretBox } from '../common/secret-box.js';
import type { Settings } from '../config/settings.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import { AnswerCache, type AnswerKey } from './answer-cache.js';
import { ChatCompletions } from './chat-completions.js';
import { DailyBudget, type SharedLimits, IS_VERIFIED } from './daily-budget.js';
import {
  type Survey,
  type SurveyAnswers,
  estimatedPromptTokens,
  surveyTask,
  type SurveyUsage,
} from './tasks/survey.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { sha256 } from '../common/crypto.js';
import { metrics } from '../platform/metrics/metrics.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { LanguageModelError, tokenUsageSchema, type NoAnswerReason, type TokenUsage } from './language-model-error.js';
import type { Task } from './tasks/task.js';

const maxAttempts = 3;
/** Delay before the first retry. It doubles with each one. */
const firstRetryMs = 500;
/** Longest delay that a server can request. */
const maxRetryMs = 10_000;
/** Failures in a row after which a survey sends no more requests: the server is down or rejects everything. */
const maxFailuresInARow = 20;

const cachedSchema = z.object({ answer: z.string(), usage: tokenUsageSchema.nullable() });
type PaidAnswer = z.infer<typeof cachedSchema>;

interface SurveyServer {
  model: string;
  completions: ChatCompletions;
  cache: AnswerCache;
  requests: DailyBudget;
  tokens: DailyBudget;
}

interface SurveyPlace {
  person: number;
  replicate: number;
}

/** The requests of one survey: cache, budgets and retries. */
class SurveyRequests {
  readonly usage: SurveyUsage = {
    requests: 0,
    cached_answers: 0,
    unreported: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
  };
  /** It never closes again: the survey ends with the answers that it has. */
  private readonly breaker = new CircuitBreaker(({ isOutage, reason }) => isOutage || reason === 'timeout', {
    maxFailures: maxFailuresInARow,
    pauseMs: Infinity,
  });

  constructor(
    private readonly server: SurveyServer,
    private readonly survey: Survey,
    private readonly stop: AbortSignal,
  ) {}

  async answer(place: SurveyPlace): Promise<string | { reason: NoAnswerReason }> {
    this.stop.throwIfAborted();
    const task = surveyTask(this.survey, this.survey.people[place.person]!);
    const key = this.keyOf(task, place);
    const cached = cachedSchema.safeParse(await this.server.cache.get(key)).data;
    if (cached && task.check({ answer: cached.answer }) !== undefined) {
      this.usage.cached_answers++;
      this.addTokens(cached.usage);
      count('cached');
      return cached.answer;
    }
    for (let attempt = 1; ; attempt++) {
      try {
        const paid = await this.request(task, seedOf(this.survey.seed, place, attempt));
        await this.server.cache.put(key, paid);
        count('answered');
        return paid.answer;
      } catch (error) {
        if (!(error instanceof LanguageModelError)) throw error;
        const { reason, details } = error;
        count(reason);
        const isFinal = details.isFinal === true || reason === 'budget_used_up' || reason === 'circuit_open';
        if (isFinal || attempt === maxAttempts) return { reason };
        const delayMs = Math.max(details.retryAfterMs ?? 0, firstRetryMs * 2 ** (attempt - 1));
        await sleep(Math.min(delayMs, maxRetryMs), undefined, { signal: this.stop });
      }
    }
  }

  private async request(task: Task<string>, seed: number): Promise<PaidAnswer> {
    const takenTokens = estimatedPromptTokens(task) + task.maxTokens;
    if (!this.breaker.isOpen) await this.takeBudgets(takenTokens);
    const { document, usage } = await this.breaker.run(async () => {
      this.usage.requests++;
      try {
        return await this.server.completions.complete({ ...task, seed }, this.stop);
      } catch (error) {
        // The server also counts the tokens of an answer that is no JSON.
        if (error instanceof LanguageModelError && error.details.usage !== undefined)
          await this.pay(error.details.usage, takenTokens);
        throw error;
      }
    });
    await this.pay(usage, takenTokens);
    const answer = task.check(document);
    if (answer === undefined)
      throw new LanguageModelError('invalid_answer', 'the answer does not have the required form');
    return { answer, usage };
  }

  private async takeBudgets(tokens: number): Promise<void> {
    const { owner } = this.survey;
    const taken = await this.server.tokens
      .take(owner, tokens)
      .then((hasTokens) => hasTokens && this.server.requests.take(owner))
      .catch(() => {
        // Without Redis or the database, the budget is unknown. Their clients log the reason.
        throw new LanguageModelError('unavailable', 'the budget cannot be checked', true);
      });
    if (!taken) throw new LanguageModelError('budget_used_up', 'the survey budget of the day is used up');
  }

  /** Counts the tokens that the server reported, in place of the estimate. */
  private async pay(usage: TokenUsage | null, takenTokens: number): Promise<void> {
    this.addTokens(usage);
    if (!usage) return;
    const used = usage.prompt_tokens + usage.completion_tokens;
    // Without Redis, the estimate stays.
    await this.server.tokens.correct(this.survey.owner, used - takenTokens).catch(() => undefined);
  }

  private addTokens(usage: TokenUsage | null): void {
    this.usage.unreported += usage ? 0 : 1;
    this.usage.prompt_tokens += usage?.prompt_tokens ?? 0;
    this.usage.completion_tokens += usage?.completion_tokens ?? 0;
  }

  /** Identical people do not share an answer: their number and the replicate are parts of the key. */
  private keyOf(
    { name, version, instructions, data, schema }: Task<string>,
    { person, replicate }: SurveyPlace,
  ): AnswerKey {
    const {
      owner: { organizationId },
      seed,
    } = this.survey;
    const prompt = sha256(JSON.stringify([instructions, data, schema])).toString('hex');
    const parts = [prompt, String(seed), String(person), String(replicate)];
    return { organizationId, model: this.server.model, task: `${name} ${version}`, parts };
  }
}

const count = (outcome: string) => metrics.languageModelAnswers.inc({ task: 'survey', outcome });

/** A retry has another seed, because the same one can give the same invalid answer. */
const seedOf = (seed: number, { person, replicate }: SurveyPlace, attempt: number) =>
  sha256(JSON.stringify([seed, person, replicate, attempt])).readUInt32BE() >>> 1;

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
