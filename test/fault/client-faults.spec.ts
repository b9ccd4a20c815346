import { spawn } from 'node:child_process';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ApiError, ConnectionError, SimulationService } from '../../clients/typescript/src/index.js';
import {
  type Call,
  faults,
  FaultServer,
  maxRetries,
  type Outcome,
  stoppedFaults,
  timeoutMs,
  type Fault,
} from '../support/client-faults.js';
import { describeInFullLevel } from '../support/full-level.js';
import { projectFolder } from '../support/operator.js';
import { findPython, pythonPath } from '../support/python.js';

const python = findPython();
const program = join(projectFolder, 'test/support/client-faults.py');
const clients = ['sync', 'async'] as const;
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

function expectOutcome({ name, expected: { error, result } }: Pick<Fault, 'name' | 'expected'>, actual: Outcome): void {
  expect({ name, result: actual.result, error: actual.error }).toEqual({
    name,
    result,
    error: error && { ...error, message: expect.stringContaining(error.message) as unknown },
  });
}

/** Expects the requests of one call. */
function expectAttempts(requests: readonly IncomingMessage[], count: number): void {
  expect(requests).toHaveLength(count);
  // Retries of a creation create nothing twice.
  expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  for (const { headers } of requests) {
    expect(headers.authorization).toBe('Bearer sk_test_1');
    expect(headers['user-agent']).toMatch(/^simulation-service-(typescript|python)\/\d+\.\d+\.\d+$/);
  }
}

describe('the TypeScript client with a faulty service', () => {
  const server = new FaultServer();
  beforeAll(() => server.start());
  afterAll(() => server.stop());

  it.concurrent.each(faults)('A caller gets a result or an error that names the cause: $name', async (fault) => {
    expectOutcome(fault, await outcomeOf(server.urlOf('typescript', fault.name), fault.call));
    expectAttempts(server.requestsOf('typescript', fault.name), fault.attempts);
  });

  it.concurrent.each(stoppedFaults)('A stopped service is an error with its address: $name', async (fault) =>
    expectOutcome(fault, await outcomeOf('http://127.0.0.1:1/stopped', fault.call)),
  );
});

describeInFullLevel('the Python clients with a faulty service', () => {
  const server = new FaultServer();
  let outcomes: [client: string, name: string, outcome: Outcome][] = [];

  beforeAll(async () => {
    await server.start();
    if (python === undefined) return;
    const urlsOf = (url: (client: string) => string) =>
      Object.fromEntries(clients.map((client) => [client, url(client)]));
    const rows = [
      ...faults.map(({ name, call }) => ({ name, call, url: urlsOf((client) => server.urlOf(client, name)) })),
      ...stoppedFaults.map(({ name, call }) => ({ name, call, url: urlsOf(() => 'http://127.0.0.1:1/stopped') })),
    ];
    const child = spawn(python, ['-B', program], { env: { ...process.env, PYTHONPATH: pythonPath } });
    child.stdin.end(JSON.stringify({ timeoutMs, maxRetries, rows }));
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    if (stdout === '') throw new Error(stderr);
    outcomes = JSON.parse(stdout) as typeof outcomes;
  });
  afterAll(() => server.stop());

  const outcomeOf = (client: string, name: string) => outcomes.find((one) => one[0] === client && one[1] === name)![2];

  describe.each(clients)('%s', (client) => {
    const test = python === undefined ? it.skip : it;
    test.each(faults)('A caller gets the result or the error of the TypeScript client: $name', (fault) => {
      expectOutcome(fault, outcomeOf(client, fault.name));
      const attempts = fault.attemptsOfPython ?? fault.attempts;
      expectAttempts(server.requestsOf(client, fault.name), attempts);
    });
    test.each(stoppedFaults)('A stopped service is an error with its address: $name', (fault) =>
      expectOutcome(fault, outcomeOf(client, fault.name)),
    );
  });
});
