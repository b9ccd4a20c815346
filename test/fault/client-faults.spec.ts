import { ApiError, ConnectionError, SimulationService } from '../../clients/typescript/src/index.js';
import {
  type Call,
  expectOutcome,
  faults,
  FaultServer,
  maxRetries,
  type Outcome,
  stoppedFaults,
  timeoutMs,
} from '../support/client-faults.js';

const calls: Record<Call, (client: SimulationService) => Promise<unknown>> = {
  read: async (client) => (await client.api.GET('/v1/usage')).data!.data,
  create: (client) => client.simulations.create({ workflow_id: 'a' }),
  events: async (client) => {
    const events: string[] = [];
    for await (const { event } of client.simulations.events('sim_1', { maxFailures: 2 })) events.push(event);
    return events;
  },
  file: async (client) => (await client.simulations.results('sim_1')).text(),
  wait: async (client) => (await client.simulations.wait('sim_1', { onProgress: () => undefined })).status,
};

async function outcomeOf(baseUrl: string, call: Call): Promise<Outcome> {
  const client = new SimulationService({ apiKey: 'sk_test_1', baseUrl, timeoutMs, maxRetries });
  try {
    return { result: await calls[call](client) };
  } catch (error) {
    const { name, message } = error as Error;
    // Each error names the address, so that a wrong one is found.
    if (error instanceof ConnectionError && !message.includes('not JSON')) expect(message).toContain(baseUrl);
    if (!(error instanceof ApiError)) return { error: { name, message } };
    const { status, retryAfterSeconds: retryAfter } = error;
    return { error: { name, message, status, ...(retryAfter !== undefined && { retryAfter }) } };
  }
}

describe('the TypeScript client with a faulty service', () => {
  const server = new FaultServer();
  beforeAll(() => server.start());
  afterAll(() => server.stop());

  it.concurrent.each(faults)('A caller gets a result or an error that names the cause: $name', async (fault) => {
    server.check('typescript', fault, await outcomeOf(server.urlOf('typescript', fault.name), fault.call));
  });

  it.concurrent.each(stoppedFaults)(
    'A stopped service is an error with its address: $name',
    async ({ name, call, expected }) => {
      expectOutcome(name, expected, await outcomeOf('http://127.0.0.1:1/stopped', call));
    },
  );
});
