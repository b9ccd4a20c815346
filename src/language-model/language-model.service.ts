import { Inject, Injectable, Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Caller, Owner } from '../common/identity/caller.js';
import { SecretBox } from '../common/secret-box.js';
import type { LanguageModelSettings } from '../config/env.js';
import type { Settings } from '../config/settings.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import { metrics } from '../platform/metrics/metrics.js';
import type { Workflow } from '../workflows/workflow-catalog.service.js';
import { AnswerCache } from './answer-cache.js';
import { ChatCompletions } from './chat-completions.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { DailyBudget, type SharedLimits, IS_VERIFIED } from './daily-budget.js';
import { LanguageModelError, type NoAnswerReason } from './language-model-error.js';
import { extractTask, type ModelReading, translateTask } from './tasks/questions.js';
import type { Task } from './tasks/task.js';

export type Answered<Answer> = { ok: true; answer: Answer } | { ok: false; reason: NoAnswerReason };

/** One breaker has a few numbers. An organization whose breaker was removed starts without failures. */
const maxBreakers = 10_000;

interface Server {
  settings: LanguageModelSettings;
  completions: ChatCompletions;
  budget: DailyBudget;
}

/**
 * An optional language model that helps to interpret questions. Off unless `SVC_LLM_URL` is set. Its methods never reject: without an
 * answer, the rules interpret the question alone.
 */
@Injectable()
export class LanguageModel {
  private readonly logger = new Logger(LanguageModel.name);
  private readonly server: Server | undefined;
  private readonly cache: AnswerCache;
  private readonly outages = new CircuitBreaker(({ isOutage }) => isOutage);
  /** For each organization: its questions can cause timeouts, which must not pause the requests of others. */
  private readonly timeouts = new LRUCache<string, CircuitBreaker>({
    max: maxBreakers,
    memoMethod: () => new CircuitBreaker(({ reason }) => reason === 'timeout'),
  });

  constructor(
    @Inject(SETTINGS) settings: Settings,
    @Inject(Redis) redis: Redis,
    box: SecretBox,
    @Inject(IS_VERIFIED) isVerified: SharedLimits['isVerified'],
  ) {
    const { languageModel, masterKey } = settings;
    this.cache = new AnswerCache(redis, box, masterKey);
    this.server = languageModel && {
      settings: languageModel,
      completions: new ChatCompletions(languageModel),
      budget: new DailyBudget(redis, 'budget', languageModel.dailyRequests, {
        ...languageModel.sharedDailyRequests,
        isVerified,
      }),
    };
  }

  get isConfigured(): boolean {
    return this.server !== undefined;
  }

  extract(caller: Caller, question: string, workflow: Workflow): Promise<Answered<ModelReading>> {
    return this.answer(caller, question, extractTask(question, workflow));
  }

  translate(caller: Caller, question: string): Promise<Answered<string>> {
    return this.answer(caller, question, translateTask(question));
  }

  private async answer<Answer>(caller: Caller, question: string, task: Task<Answer>): Promise<Answered<Answer>> {
    const { organizationId } = caller;
    const count = (outcome: string) => metrics.languageModelAnswers.inc({ task: task.name, outcome });
    if (!this.server) return { ok: false, reason: 'unavailable' };
    const { model } = this.server.settings;
    const { definitions } = task;
    const key = { organizationId, model, task: `${task.name} ${task.version}`, parts: [...definitions, question] };
    const cached = task.answer.safeParse(await this.cache.get(key));
    if (cached.success) {
      count('cached');
      return { ok: true, answer: cached.data };
    }
    try {
      const answer = await this.request(this.server, caller, task);
      await this.cache.put(key, answer);
      count('answered');
      return { ok: true, answer };
    } catch (error) {
      if (!(error instanceof LanguageModelError)) throw error;
      const { reason, message } = error;
      count(reason);
      // One line per question would hide the cause: the failure that opened the circuit is logged as a warning.
      const level = reason === 'circuit_open' || reason === 'budget_used_up' ? 'debug' : 'warn';
      this.logger[level]({ task: task.name, reason, problem: message }, 'language model not used');
      return { ok: false, reason };
    }
  }

  /** An open breaker uses no budget. */
  private async request<Answer>(server: Server, owner: Owner, task: Task<Answer>): Promise<Answer> {
    const timeouts = this.timeouts.memo(owner.organizationId);
    if (!this.outages.isOpen && !timeouts.isOpen) await this.takeBudget(server, owner);
    const { document } = await timeouts.run(() => this.outages.run(() => server.completions.complete(task)));
    const answer = task.check(document);
    if (answer === undefined)
      throw new LanguageModelError('invalid_answer', 'the answer does not have the required form');
    return answer;
  }

  private async takeBudget({ budget }: Server, owner: Owner): Promise<void> {
    const taken = await budget.take(owner).catch(() => {
      // Without Redis or the database, the budget is unknown. Their clients log the reason.
      throw new LanguageModelError('unavailable', 'the budget cannot be checked');
    });
    if (!taken) throw new LanguageModelError('budget_used_up', 'the requests of the day are used up');
  }
}
