import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { Caller, Owner } from '../../src/common/identity/caller.js';
import { SecretBox } from '../../src/common/secret-box.js';
import type { LanguageModelSettings } from '../../src/config/env.js';
import type { Settings } from '../../src/config/settings.js';
import { LanguageModel } from '../../src/language-model/language-model.service.js';
import { readBuiltInWorkflows } from '../../src/workflows/built-in-workflows.js';
import { LanguageModelServer } from './language-model-server.js';
import { startTestRedis, type TestRedis } from './stores.js';

export const key = 'sk-secret-key-of-the-operator';
export const question = 'How many travellers would take the Swissmetro if its fares were 20% lower?';
export const workflow = readBuiltInWorkflows().get('swissmetro-mode-choice')!;

/** The document of a correct answer to the question. */
export const reading = {
  kind: 'scenario',
  parameters: { swissmetro_cost_factor: { value: 0.8, stated: true, quote: 'fares were 20% lower' } },
  segments: [],
  unread: [],
};
const sharedDailyRequests = { all: 1_000_000, unverified: 1_000_000 };
const budgets = { dailyRequests: 100, dailySurveyRequests: 1, dailySurveyTokens: 1, sharedDailyRequests };
/** Organizations whose address is not verified. */
export const unverified = new Set<string>();
export const isVerified = ({ organizationId }: Owner) => Promise.resolve(!unverified.has(organizationId));

/** A caller of a new organization. */
export const newCaller = () => ({ organizationId: randomUUID(), tier: 'sandbox' }) as Caller;

/** Language models with a local server, a cache and the log lines of a test. */
export class TestLanguageModel {
  logged: string[] = [];

  private constructor(
    readonly cache: TestRedis,
    readonly server: LanguageModelServer,
  ) {}

  static async start(): Promise<TestLanguageModel> {
    return new TestLanguageModel(await startTestRedis(), await LanguageModelServer.start());
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await this.cache.stop();
  }

  /** Resets the server and collects the log lines from now on. */
  reset(): void {
    const { server } = this;
    server.mode = 'respond';
    server.isLate = false;
    server.write = () => reading;
    server.requests.length = 0;
    this.logged = [];
    for (const level of ['log', 'warn', 'error', 'debug'] as const) {
      jest
        .spyOn(Logger.prototype, level)
        .mockImplementation((...parts: unknown[]) => void this.logged.push(print(parts)));
    }
  }

  /** @param more other settings; null: none at all */
  newModel(more: Partial<LanguageModelSettings> | null = {}, { redis }: TestRedis = this.cache): LanguageModel {
    const masterKey = Buffer.alloc(32, 7);
    const defaults = { url: this.server.url, model: 'some-model', key, timeoutMs: 60_000, ...budgets };
    const languageModel = more === null ? undefined : { ...defaults, ...more };
    return new LanguageModel({ languageModel, masterKey } as Settings, redis, new SecretBox(masterKey, []), isVerified);
  }
}

/** Like the logger: with the fields and causes of errors. */
const print = (parts: unknown[]): string =>
  JSON.stringify(parts, (_, value: unknown) =>
    value instanceof Error ? { ...value, message: value.message, stack: value.stack, cause: value.cause } : value,
  );
