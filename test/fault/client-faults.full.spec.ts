import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import {
  expectOutcome,
  faults,
  FaultServer,
  maxRetries,
  type Outcome,
  stoppedFaults,
  timeoutMs,
} from '../support/client-faults.js';
import { projectFolder } from '../support/operator.js';
import { findPython, pythonPath } from '../support/python.js';

const python = findPython();
const program = join(projectFolder, 'test/support/client-faults.py');
const clients = ['sync', 'async'] as const;

describe('the Python clients with a faulty service', () => {
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
    test.each(faults)('A caller gets the result or the error of the TypeScript client: $name', (fault) =>
      server.check(client, fault, outcomeOf(client, fault.name)),
    );
    test.each(stoppedFaults)('A stopped service is an error with its address: $name', ({ name, expected }) =>
      expectOutcome(name, expected, outcomeOf(client, name)),
    );
  });
});
