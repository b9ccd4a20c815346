import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { publicScopes } from '../../src/common/identity/scopes.js';
import { tiers } from '../../src/common/identity/tier.js';
import { ApiClient } from '../support/api-client.js';
import { AuthService } from '../support/auth-service.js';
import { loadContract, type Contract } from '../support/contract.js';
import { testDefinition, publishWorkflow } from '../support/definitions.js';
import { callerWithScopes, createKey, revokeKey } from '../support/keys.js';
import { bootstrap } from '../support/shared-service.js';
import { createSimulation, simulate, workflowId } from '../support/simulations.js';
import { createSweep } from '../support/sweeps.js';
import { createEndpoint, sendTestEvent } from '../support/webhooks.js';
import { requestsTo, type Described, type FuzzRequest, type Known } from './fuzz-request.js';

/** `FUZZ_REQUESTS=20000` for the long one; `FUZZ_SEED` to see a failure again. */
const requestCount = Number(process.env['FUZZ_REQUESTS'] ?? 4_000);
const seed = process.env['FUZZ_SEED'] === undefined ? undefined : Number(process.env['FUZZ_SEED']);
const inFlight = 16;
const unlimited = { requests_per_minute: 1_000_000_000, simulations_per_month: 1_000_000 };
const inside = /node_modules|prisma|ioredis|postgres|\.[jt]s:\d|at \w+ \(|ECONN/i;

describe('requests made at random from the OpenAPI document', () => {
  let service: AuthService;
  let contract: Contract;
  let known: Known;
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });

  beforeAll(async () => {
    const limits = JSON.stringify({ sandbox: unlimited, growth: unlimited });
    service = await AuthService.start({ SVC_PLAN_LIMITS: limits });
    contract = await loadContract(service.url);
    known = await worldOf(service);
  });
  afterAll(async () => {
    agent.destroy();
    await service.stop();
  });

  it(
    `${requestCount} of them: no 5xx, nothing that is not documented, nothing of the inside`,
    async () => {
      const statuses = new Map<number, number>();
      const succeeded = new Set<string>();
      const requests = requestsTo(contract.document as unknown as Described, known);
      const make = async (one: FuzzRequest) => {
        const response = await send(service.url, one, agent);
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        if (response.status < 300)
          succeeded.add(`${one.method} ${contract.templateOf(one.path, one.method.toLowerCase())}`);
        judge(contract, one, response);
      };
      const batch = fc.array(requests, { minLength: inFlight, maxLength: inFlight });
      await fc.assert(
        fc.asyncProperty(batch, (all) => Promise.all(all.map(make)).then(() => undefined)),
        { numRuns: Math.ceil(requestCount / inFlight), endOnFailure: true, ...(seed !== undefined && { seed }) },
      );
      if (process.env['FUZZ_REQUESTS']) process.stdout.write(`${JSON.stringify([...statuses].sort())}\n`);
      // Else it would be easy to be well: everything refused at the door.
      const share = (status: number) => (statuses.get(status) ?? 0) / requestCount;
      expect(share(200) + share(201) + share(202) + share(204)).toBeGreaterThan(0.15);
      expect(share(429)).toBeLessThan(0.05);
      const operations = Object.entries(contract.document.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      );
      // A definition of a workflow, a token from an e-mail, a sign-up that keeps its session and a password cannot be guessed; a simulation has ended before it is canceled.
      const byLuck = /verify|login|cancel|POST \/v1\/case-studies$/;
      const refused = () => operations.filter((it) => !byLuck.test(it) && !succeeded.has(it));
      // What fits by chance once in some hundred requests is missed by some thousand now and then: those get more chances.
      for (let more = 0; more < 20_000 && refused().length > 0; more += inFlight) {
        await Promise.all(fc.sample(requests, inFlight).map(make));
      }
      expect(refused()).toEqual([]);
    },
    Math.max(120_000, requestCount * 30),
  );
});

/** Credentials of every kind, and objects for them to find. */
async function worldOf(service: AuthService): Promise<Known> {
  const organization = `Fuzz ${Date.now()}`;
  // Everything but the operator's: what is public is used by other tests meanwhile.
  const [sandbox, live] = await Promise.all(
    tiers.map(async (tier) => {
      const owner = new ApiClient(service.url, (await bootstrap({ organization, tier })).key);
      return callerWithScopes(owner, [...publicScopes], { is_test: tier === 'sandbox' });
    }),
  );
  if (!sandbox || !live) throw new Error('there is no caller');
  const [reader, revoked] = [
    await callerWithScopes(sandbox, ['simulations:read']),
    await callerWithScopes(sandbox, ['keys:write']),
  ];
  await revokeKey(sandbox, revoked.keyId);
  const keys = await Promise.all(Array.from({ length: 60 }, () => createKey(sandbox)));
  const simulations = [
    (await simulate(sandbox, { agent_count: 20, seed: 1 })).id,
    // Of the same agents, so that it may be compared with the other.
    (await createSimulation(sandbox, { seed: 1 })).body.data.id,
  ];
  const workflow = (await publishWorkflow(sandbox, testDefinition(`fuzzed-${Date.now()}`))).body.data.workflow_id;
  const sweeps = [(await createSweep(sandbox)).body.data.id];
  // Where nobody is; many, since some will be deleted.
  const hook = { url: 'https://hooks.invalid/' };
  const endpoints = await Promise.all(Array.from({ length: 60 }, () => createEndpoint(sandbox, hook)));
  const tested = await Promise.all(endpoints.slice(0, 20).map(({ id }) => sendTestEvent(sandbox, id)));
  const { cookie } = await service.signIn();
  const { body } = await sandbox.call('/v1/api-keys?limit=1');
  const bearer = ({ key }: ApiClient) => ({ authorization: `Bearer ${key}` });
  return {
    credentials: [
      ...[sandbox, sandbox, sandbox, sandbox, sandbox, live, reader, revoked].map(bearer),
      ...[{}, { authorization: 'Bearer x' }, { authorization: 'Basic dTpw' }, { cookie: 'svc_session=x' }],
      ...[
        { cookie, 'sec-fetch-site': 'same-origin' },
        { cookie, 'sec-fetch-site': 'cross-site' },
        { cookie, ...bearer(sandbox) },
      ],
    ],
    parameters: {
      key_id: keys.map((response) => response.body.data.key_id),
      id: simulations,
      with: simulations,
      index: ['0', '19', '20'],
      sweep_id: sweeps,
      endpoint_id: endpoints.map(({ id }) => id),
      delivery_id: tested,
      workflow_id: [workflowId, workflow],
      cursor: [String(body.meta['next_cursor'])],
    },
  };
}

interface FuzzAnswer {
  status: number;
  headers: Headers;
  text: string;
}

function send(url: string, { method, path, headers, body }: FuzzRequest, agent: Agent): Promise<FuzzAnswer> {
  return new Promise((resolve, reject) => {
    const length = body ? { 'content-length': body.length } : {};
    const outgoing = request(`${url}/`, { agent, method, path, headers: { ...headers, ...length } }, (response) => {
      const pairs = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string]);
      text(response).then(
        (it) => resolve({ status: response.statusCode ?? 0, headers: new Headers(pairs), text: it }),
        reject,
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function judge(contract: Contract, { method, path, headers, body }: FuzzRequest, response: FuzzAnswer): void {
  const told = () =>
    `${method} ${path}\n${JSON.stringify(headers)}\n${body?.toString().slice(0, 2_000)}\n→ ${response.status} ${response.text.slice(0, 500)}`;
  if (response.status >= 500) throw new Error(`a 5xx: ${told()}`);
  if (response.status >= 400 && inside.test(response.text)) throw new Error(`something of the inside: ${told()}`);
  try {
    contract.check({ method, path, ...response });
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${told()}`, { cause: error });
  }
}
