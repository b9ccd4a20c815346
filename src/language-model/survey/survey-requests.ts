import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { sha256 } from '../../common/crypto.js';
import { metrics } from '../../platform/metrics/metrics.js';
import type { AnswerCache, AnswerKey } from '../answer-cache.js';
import type { ChatCompletions } from '../chat-completions.js';
import { CircuitBreaker } from '../circuit-breaker.js';
import type { DailyBudget } from '../daily-budget.js';
import { LanguageModelError, tokenUsageSchema, type NoAnswerReason, type TokenUsage } from '../language-model-error.js';
import { estimatedPromptTokens, surveyTask } from '../tasks/survey.js';
import type { Task } from '../tasks/task.js';
import type { Survey, SurveyUsage } from './survey-answers.js';

const maxAttempts = 3;
/** Delay before the first retry. It doubles with each one. */
const firstRetryMs = 500;
/** Longest delay that a server can request. */
const maxRetryMs = 10_000;
/** Failures in a row after which a survey sends no more requests: the server is down or rejects everything. */
const maxFailuresInARow = 20;

const cachedSchema = z.object({ answer: z.string(), usage: tokenUsageSchema.nullable() });
type PaidAnswer = z.infer<typeof cachedSchema>;

export interface SurveyServer {
  model: string;
  completions: ChatCompletions;
  cache: AnswerCache;
  requests: DailyBudget;
  tokens: DailyBudget;
}

/** The place of one answer in a survey. */
export interface SurveyPlace {
  person: number;
  replicate: number;
}

/** The requests of one survey: cache, budgets and retries. */
export class SurveyRequests {
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

  /** Returns the id of an option, or the reason why there is none. Rejects if the survey is stopped. */
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

  /** Sends one request within the budgets, and counts its tokens. */
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
