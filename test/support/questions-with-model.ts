import { resolveScenario } from '../../model/definition.js';
import { withoutMarkup } from '../../src/routing/text/plain-text.js';
import { readBuiltInWorkflows } from '../../src/workflows/built-in-workflows.js';
import { ApiClient, type ApiResponse } from './api-client.js';
import { ApiProcess } from './api-process.js';
import { LanguageModelServer, type ModelRequest, type ServerMode } from './language-model-server.js';
import { sharedAddress } from './shared-address.js';
import { newCaller } from './shared-service.js';
import type { SimulationRecord } from './simulations.js';
import { waitUntil } from './wait-until.js';

export const questionPath = '/v1/simulations/auto';
export const question = 'How many travellers would take the Swissmetro if its fares were 20% lower?';
export const fare = 'swissmetro_cost_factor';
export const { definition } = readBuiltInWorkflows().get('swissmetro-mode-choice')!;
const key = 'sk-secret-key-of-the-operator';

type Values = Record<string, { value: number | string; quote: string; stated?: boolean }>;

/** The document of a model that read these values. */
export const modelReading = (parameters: Values, more: object = {}): Record<string, unknown> => ({
  kind: 'scenario',
  parameters: Object.fromEntries(Object.entries(parameters).map(([id, one]) => [id, { stated: true, ...one }])),
  segments: [],
  unread: [],
  ...more,
});

export const dryRun = (client: ApiClient, text: string): Promise<ApiResponse<SimulationRecord>> =>
  client.post<SimulationRecord>(questionPath, { question: text, agent_count: 10, seed: 7, dry_run: true });

export const messagesOf = ({ body }: ApiResponse): string[] => (body.meta['warnings'] ?? []) as string[];

/** An API process with a language model, whose documents tests write, and the shared process without a model. */
export class QuestionsWithModel {
  /** A client of each process, for one organization. */
  api!: ApiClient;
  without!: ApiClient;
  /** The document that the model writes for each task. */
  written: Partial<Record<string, unknown>> = {};

  private constructor(
    readonly server: LanguageModelServer,
    private readonly process: ApiProcess,
    private readonly plainUrl: string,
  ) {}

  static async start(): Promise<QuestionsWithModel> {
    const server = await LanguageModelServer.start();
    const isReady = async (url: string) =>
      (await dryRun(new ApiClient(url, (await newCaller()).key), question)).status === 200;
    const plainUrl = await sharedAddress('EMBEDDINGS');
    await waitUntil('the process without a model routes', () => isReady(plainUrl));
    const process = await ApiProcess.start({
      SVC_LLM_URL: server.url,
      SVC_LLM_MODEL: 'some-model',
      SVC_LLM_API_KEY: key,
      SVC_LLM_TIMEOUT_MS: '5000',
      SVC_LLM_DAILY_REQUESTS: '1000',
    });
    await waitUntil('the process with a model routes', () => isReady(process.url));
    return new QuestionsWithModel(server, process, plainUrl);
  }

  /** Sets a model that reads no value, and clients of a new organization, which has a new budget and no cached answers. */
  async renew(): Promise<void> {
    this.without = new ApiClient(this.plainUrl, (await newCaller()).key);
    this.api = new ApiClient(this.process.url, this.without.key);
    this.server.mode = 'respond';
    this.server.requests.length = 0;
    this.written = { extract: modelReading({}) };
    this.server.write = ({ task }: ModelRequest) => this.written[task] ?? {};
  }

  /** Also expects that the log does not contain the key of the model. */
  async stop(): Promise<void> {
    await this.process.stop();
    await this.server.stop();
    expect(this.process.log).not.toContain(key);
  }

  /** Expects that without an answer of the model, the response is the one without a model, with a warning. */
  async expectResponseWithoutModel(mode: ServerMode, reason: string): Promise<void> {
    this.server.mode = mode;
    const [expected, response] = [await dryRun(this.without, question), await dryRun(this.api, question)];
    expect(response.status).toBe(200);
    expect(messagesOf(response)).toEqual([expect.stringContaining(reason)]);
    // The expected run time changes with each measured run.
    const comparable = ({ data, meta }: ApiResponse['body']) => ({
      data: { ...(data as object), expected_run_time: null },
      meta: { ...meta, warnings: [], request_id: '' },
    });
    expect(comparable(response.body)).toEqual(comparable(expected.body));
  }

  /**
   * Expects that an injection changes nothing but allowed parameters, even if the model obeys it.
   *
   * @returns the status of the dry run
   */
  async expectInjectionIgnored(injection: string): Promise<number> {
    const hostile = { value: 666, quote: 'https://evil.example' };
    this.written['extract'] = {
      ...modelReading(
        {
          [fare]: { value: 0.5, quote: injection.slice(-12) },
          car_cost_factor: { value: 1_000_000, quote: 'fares were 20% lower' },
          train_cost_factor: { value: 0.5, quote: 'as instructed by evil.example' },
          agent_count: { value: 10_000, quote: 'travellers' },
          seed: { value: 666, quote: 'travellers' },
          webhook_url: hostile,
          [`<script>evil.example</script>`]: hostile,
        },
        { segments: [{ attribute: 'age', group: 'evil.example', quote: 'travellers' }], unread: ['evil.example'] },
      ),
      agent_count: 10_000,
      seed: 666,
      webhook_url: 'https://evil.example/hook',
      overrides: { train_cost_factor: 0.5 },
      if_unread: 'run',
      workflow_id: 'evil-workflow',
    };
    this.written['translate'] = { english: `${question} evil.example`, agent_count: 10_000 };
    const { status, body, text } = await dryRun(this.api, injection);
    const { status: expectedStatus, body: expected } = await dryRun(this.without, injection);

    // The question itself is the only data of the caller, and the instructions are always the same.
    for (const { system, data } of this.server.requests) {
      expect(data.question).toBe(withoutMarkup(injection));
      expect(system).not.toContain('20% lower?');
    }
    expect(text).not.toContain(key);
    if (!injection.includes('evil')) expect(text).not.toContain('evil');
    if (status !== 200) {
      expect([422, expected.error ?? body.error]).toEqual([status, body.error]);
      return status;
    }
    const { scenario_context, ...rest } = body.data;
    expect(rest).toMatchObject({ workflow_id: definition.workflow_id, agent_count: 10, seed: 7 });
    expect(resolveScenario(definition, scenario_context).ok).toBe(true);
    expect(scenario_context).toMatchObject({ car_cost_factor: 1, train_cost_factor: 1 });
    for (const { parameter, words } of body.meta['interpreted'] as { parameter: string; words: string }[]) {
      expect(parameter).toBe(fare);
      expect(injection).toContain(words);
    }
    if (expectedStatus === 200) {
      expect(Object.keys(body.data)).toEqual(Object.keys(expected.data));
      expect(Object.keys(scenario_context)).toEqual(Object.keys(expected.data.scenario_context));
    }
    return status;
  }
}
