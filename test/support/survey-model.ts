import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { SecretBox } from '../../src/common/secret-box.js';
import type { LanguageModelSettings } from '../../src/config/env.js';
import type { Settings } from '../../src/config/settings.js';
import { SurveyModel } from '../../src/language-model/survey-model.service.js';
import type { Survey } from '../../src/language-model/tasks/survey.js';
import { LanguageModelServer, type ModelRequest } from './language-model-server.js';
import { isVerified } from './language-model.js';
import { startTestRedis, type TestRedis } from './stores.js';

export const key = 'sk-secret-key-of-the-operator';
export const options = [
  { id: 'yes', label: 'Yes' },
  { id: 'no', label: 'No' },
];
export const question = 'Would you sort your household waste?';
const personOf = (age: number) => ({ person: { Age: `${age} years` }, situation: {} });

/** The age of the person of a request. */
export const ageOf = ({ data }: ModelRequest): number => Number.parseInt(data.person!['Age']!, 10);

/** A survey of people with these ages. */
export const newSurvey = (ages: number[], more: Partial<Survey> = {}): Survey => ({
  ...{
    owner: { organizationId: randomUUID(), tier: 'sandbox' },
    seed: 7,
    question,
    options,
    people: ages.map(personOf),
    replicates: 1,
  },
  ...more,
});

/** The ages of people of the same age. */
export const repeated = (count: number, age = 20): number[] => Array.from({ length: count }, () => age);

/** Surveys with a local server, a cache and the log lines of a test. */
export class TestSurveys {
  logged: string[] = [];

  private constructor(
    private readonly cache: TestRedis,
    readonly server: LanguageModelServer,
  ) {}

  static async start(): Promise<TestSurveys> {
    return new TestSurveys(await startTestRedis(), await LanguageModelServer.start());
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await this.cache.stop();
  }

  /** Resets the server and collects the log lines from now on. */
  reset(): void {
    const { server } = this;
    server.mode = 'respond';
    server.usage = { prompt_tokens: 100, completion_tokens: 5 };
    server.write = (request) => ({ answer: ageOf(request) < 40 ? 'yes' : 'no' });
    server.requests.length = 0;
    this.logged = [];
    for (const level of ['log', 'warn', 'error', 'debug'] as const) {
      jest
        .spyOn(Logger.prototype, level)
        .mockImplementation((...parts: unknown[]) => void this.logged.push(JSON.stringify(parts)));
    }
  }

  newModel(more: Partial<LanguageModelSettings> = {}): SurveyModel {
    const masterKey = Buffer.alloc(32, 7);
    const budgets = { dailyRequests: 1, dailySurveyRequests: 1_000, dailySurveyTokens: 1_000_000 };
    const sharedDailyRequests = { all: 1_000_000, unverified: 1_000_000 };
    const languageModel = {
      url: this.server.url,
      model: 'some-model',
      key,
      timeoutMs: 60_000,
      ...budgets,
      sharedDailyRequests,
      ...more,
    };
    const box = new SecretBox(masterKey, []);
    return new SurveyModel({ languageModel, masterKey } as Settings, this.cache.redis, box, isVerified);
  }

  run(survey: Survey, model = this.newModel(), stop = new AbortController().signal) {
    return model.answers(survey, stop, () => undefined);
  }
}
