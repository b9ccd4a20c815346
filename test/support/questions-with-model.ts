import { readBuiltInWorkflows } from '../../src/workflows/built-in-workflows.js';
import { ApiClient, type ApiResponse } from './api-client.js';
import { ApiProcess } from './api-process.js';
import { LanguageModelServer, type ModelRequest } from './language-model-server.js';
import { sharedAddress } from './shared-address.js';
import { isFull } from './full-level.js';
import { noEmbeddings } from './no-embeddings.js';
import { newCaller, runFile } from './shared-service.js';
import type { SimulationRecord } from './simulations.js';
import { waitUntil } from './wait-until.js';

export const questionPath = '/v1/simulations/auto';
export const question = 'How many travellers would take the Swissmetro if its fares were 20% lower?';
export const fare = 'swissmetro_cost_factor';
export const { definition } = readBuiltInWorkflows().get('swissmetro-mode-choice')!;
/** The key of the model. */
export const key = 'sk-secret-key-of-the-operator';

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
    // The fast level starts no other process with the embedding model, which takes seconds.
    const plainUrl = isFull ? await sharedAddress('EMBEDDINGS') : runFile().url;
    await waitUntil('the process without a model routes', () => isReady(plainUrl));
    const process = await ApiProcess.start({
      SVC_LLM_URL: server.url,
      SVC_LLM_MODEL: 'some-model',
      SVC_LLM_API_KEY: key,
      SVC_LLM_TIMEOUT_MS: '5000',
      SVC_LLM_DAILY_REQUESTS: '1000',
      ...(isFull ? {} : noEmbeddings),
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

  async stop(): Promise<void> {
    await this.process.stop();
    await this.server.stop();
  }

  /** The log of the process with the model. */
  get log(): string {
    return this.process.log;
  }
}
