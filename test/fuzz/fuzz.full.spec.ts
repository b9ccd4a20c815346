import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { publicScopes, tiers } from '../../src/common/identity/caller.js';
import { ApiClient } from '../support/api-client.js';
import { AuthService } from '../support/auth-service.js';
import { theContract, type Contract } from '../support/contract.js';
import { testDefinition, publishWorkflow } from '../support/definitions.js';
import { createCalibration, createDataset, createPopulation } from '../support/decisions.js';
import { createFit, runFit, uploadLetters } from '../support/fits.js';
import { createGoal, runGoal } from '../support/goals.js';
import { callerWithScopes, revokeKey } from '../support/keys.js';
import { bootstrap } from '../support/shared-service.js';
import { createSensitivity, runSensitivity } from '../support/sensitivities.js';
import { createSimulation, simulate, workflowId } from '../support/simulations.js';
import { createShareLink, tokenOf, type ShareLinkRecord } from '../support/share-links.js';
import { runLargeSimulation } from '../support/large-simulations.js';
import { storeBiasReport, storeSurvey } from '../support/stored-survey.js';
import { createSweep, finishedSweep } from '../support/sweeps.js';
import { untilAvailable } from '../support/until-available.js';
import { createEndpoint, sendTestEvent } from '../support/webhooks.js';
import { operationsOf, requestsTo, type ApiDocument, type FuzzRequest, type KnownValues } from './fuzz-request.js';

/** `FUZZ_REQUESTS=1000000` sends more. `SVC_SEED` repeats a failure. */
const requestCount = Number(process.env['FUZZ_REQUESTS'] ?? 2_000);
const seed = Number(process.env['SVC_SEED'] ?? 20_261_124);
const inFlight = 16;
/** Requests that fast-check generates together. Many, because the last ones of a batch run without others. */
const batchSize = Math.min(1_000, requestCount);
/** Random requests delete objects and change the organization, so that ever fewer succeed. After so many batches, a new one follows. */
const batchesPerOrganization = 20;
const unlimited = { requests_per_minute: 1_000_000_000, simulations_per_month: 1_000_000 };
/** The number of objects for the requests, of which some delete objects. */
const scaled = (count: number) => (requestCount > 10_000 ? count : Math.ceil(count / 4));
const internals = /node_modules|prisma|ioredis|postgres|\.[jt]s:\d|at \w+ \(|ECONN/i;

describe('random requests from the OpenAPI document', () => {
  let service: AuthService;
  let contract: Contract;
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });

  beforeAll(async () => {
    const limits = JSON.stringify({
      sandbox: unlimited,
      growth: { ...unlimited, agents_per_large_simulation: 60_000 },
    });
    // Thousands of rejected requests would fill the log with security events.
    service = await AuthService.start({ SVC_PLAN_LIMITS: limits, LOG_LEVEL: 'silent' });
    contract = theContract();
    contract.compileAll();
  });
  afterAll(async () => {
    agent.destroy();
    await service.stop();
  });

  it(
    `The responses to ${requestCount} random requests match the OpenAPI document, without 5xx or internals`,
    async () => {
      process.stdout.write(`SVC_SEED=${seed}\n`);
      const statuses = new Map<number, number>();
      const succeeded = new Set<string>();
      const document = contract.document as unknown as ApiDocument;
      let known = await createKnownValues(service);
      const sendAndCheck = async (one: FuzzRequest) => {
        const response = await untilAvailable(() => send(service.url, one, agent));
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        if (response.status < 400)
          succeeded.add(`${one.method} ${contract.templateOf(one.path, one.method.toLowerCase())}`);
        check(contract, one, response);
      };
      const batchCount = Math.ceil(requestCount / batchSize);
      for (let batch = 0; batch < batchCount; batch++) {
        if (batch > 0 && batch % batchesPerOrganization === 0) known = await createKnownValues(service);
        await eachInFlight(
          fc.sample(requestsTo(document, known), { numRuns: batchSize, seed: seed + batch }),
          sendAndCheck,
        );
      }
      process.stdout.write(`${JSON.stringify([...statuses].sort())}\n`);
      // The test is only meaningful if enough requests succeed.
      const share = (status: number) => (statuses.get(status) ?? 0) / requestCount;
      expect(share(200) + share(201) + share(202) + share(204)).toBeGreaterThan(0.15);
      expect(share(429)).toBeLessThan(0.05);
      const operations = operationsOf(document);
      // Random requests cannot contain a valid definition, a file, a model of its columns, a token, a password or the id of a session, and
      // simulations finish before a cancel. Members need a session, which random requests end. The service has no language model for surveys.
      const unreachable =
        /verify|preview|login|password\/(change|reset)|auth\/sessions|members|invitations|cancel|POST \/v1\/(case-studies|datasets|fits|surveys|bias-reports)$/;
      const missing = () => operations.filter((it) => !unreachable.test(it) && !succeeded.has(it));
      // Operations that rarely succeed get more requests.
      for (let more = 1; more <= 100 && missing().length > 0; more++) {
        const remaining = requestsTo(document, known, new Set(missing()));
        await eachInFlight(fc.sample(remaining, { numRuns: 4 * inFlight, seed: seed - more }), sendAndCheck);
      }
      expect(missing()).toEqual([]);
    },
    Math.max(1_800_000, requestCount * 90),
  );
});

const largeSimulationOf = async (api: ApiClient) => (await runLargeSimulation(api)).id;

/** Processes all items, at most {@link inFlight} at a time: a slow one delays no others. */
async function eachInFlight<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const remaining = items.values();
  const lane = async () => {
    for (const item of remaining) await work(item);
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
}

const runKindsOf = (known: Record<string, readonly string[]>) =>
  ['goal', 'sensitivity', 'sweep', 'survey', 'bias_report', 'large_simulation', 'fit'].map(
    (kind) => known[`${kind}_id`]![0]!,
  );

/** Creates credentials of every kind, and objects that they can access. */
async function createKnownValues(service: AuthService): Promise<KnownValues> {
  const organization = `Fuzz ${Date.now()}`;
  // Without the wildcard scope: other tests use the public workflows at the same time.
  const [sandbox, live] = await Promise.all(
    tiers.map(async (tier) => {
      const owner = new ApiClient(service.url, (await bootstrap({ organization, tier })).key);
      return callerWithScopes(owner, [...publicScopes], { is_test: tier === 'sandbox' });
    }),
  );
  if (!sandbox || !live) throw new Error('the caller does not exist');
  const [reader, revoked] = [
    await callerWithScopes(sandbox, ['simulations:read']),
    await callerWithScopes(sandbox, ['keys:write']),
  ];
  await revokeKey(sandbox, revoked.keyId);
  const simulations = [
    (await simulate(sandbox, { agent_count: 20, seed: 1 })).id,
    // The same agents, so that the simulations can be compared. Several, because a few requests have a random method, such as DELETE.
    ...(await Promise.all(Array.from({ length: scaled(10) }, () => createSimulation(sandbox, { seed: 1 })))).map(
      ({ body }) => body.data.id,
    ),
  ];
  const workflow = (await publishWorkflow(sandbox, testDefinition(`fuzzed-${Date.now()}`))).body.data.workflow_id;
  // Several of each, because a few requests have a random method, such as DELETE.
  const several = async (create: (api: ApiClient) => Promise<string>, count = scaled(10)) => {
    const ids: string[] = [];
    // One after the other: an organization has few concurrent imports, and a busy machine rejects many requests at once.
    for (let k = 0; k < count; k++) ids.push(await create(sandbox));
    return ids;
  };
  const createWebhooks = async () => {
    const endpoints = await several(endpointOf, scaled(60));
    const tested: string[] = [];
    for (const id of endpoints.slice(0, scaled(20))) tested.push(await sendTestEvent(sandbox, id));
    return { endpoint_id: endpoints, delivery_id: tested };
  };
  const createDecisions = async () => ({
    calibration_id: await several(createCalibration),
    population_id: await several(createPopulation),
    dataset_id: await several(createDataset, scaled(8)),
    goal_id: [(await runGoal(sandbox, { agent_count: 1 })).id, ...(await several(goalOf))],
    sensitivity_id: [(await runSensitivity(sandbox)).id, ...(await several(sensitivityOf))],
    sweep_id: [await finishedSweepOf(sandbox), ...(await several(sweepOf))],
    survey_id: await several(storeSurvey),
    bias_report_id: await several(storeBiasReport),
    large_simulation_id: await several(largeSimulationOf, 3),
    ...(await createFits()),
  });
  const createFits = async () => {
    const dataset_id = await uploadLetters(sandbox);
    const queued = await several(async (api) => (await createFit(api, { dataset_id })).body.data.id);
    return { fit_id: [(await runFit(sandbox)).id, ...queued] };
  };
  const createShareLinks = async () => {
    const run_id = (await simulate(sandbox, { agent_count: 20 })).id;
    const links: ShareLinkRecord[] = [];
    const simulator = { parameters: ['train_cost_factor'] };
    for (let k = 0; k < scaled(20); k++) links.push((await createShareLink(sandbox, { run_id, simulator })).body.data);
    return { link_id: links.slice(1).map(({ id }) => id), token: [tokenOf(links[0]!)] };
  };
  const createDeletable = async () => ({
    'delete calibration_id': await several(createCalibration),
    'delete population_id': [await createPopulation(sandbox)],
    'delete dataset_id': await several(createDataset, scaled(4)),
    'delete id': [
      ...(await several(async (api) => (await simulate(api, { agent_count: 1 })).id, 4)),
      await finishedSweepOf(sandbox),
      (await runGoal(sandbox, { agent_count: 1 })).id,
      (await runSensitivity(sandbox)).id,
      (await runFit(sandbox)).id,
      await largeSimulationOf(sandbox),
      ...(await several(storeSurvey, scaled(4))),
      ...(await several(storeBiasReport, scaled(4))),
    ],
  });
  const [keys, webhooks, decisions, deletable, shareLinks] = await Promise.all([
    several(keyOf, scaled(60)),
    createWebhooks(),
    createDecisions(),
    createDeletable(),
    createShareLinks(),
  ]);
  // Several, because a random request ends a session.
  const sessions: string[] = [];
  for (let k = 0; k < 2; k++) sessions.push((await service.signIn()).cookie);
  const { body } = await sandbox.call('/v1/api-keys?limit=1');
  const bearer = ({ key }: ApiClient) => ({ authorization: `Bearer ${key}` });
  return {
    credentials: [
      ...Array<ApiClient>(9).fill(sandbox).map(bearer),
      ...[live, reader, revoked].map(bearer),
      {},
      { authorization: 'Bearer x' },
      { authorization: 'Basic dTpw' },
      { cookie: 'svc_session=x' },
      ...sessions.map((cookie) => ({ cookie, 'sec-fetch-site': 'same-origin' })),
      { cookie: sessions[0]!, 'sec-fetch-site': 'cross-site' },
      { cookie: sessions[0]!, ...bearer(sandbox) },
    ],
    parameters: {
      key_id: keys,
      // One run of each other kind, for the routes of runs.
      id: [...simulations, ...runKindsOf(decisions)],
      ...Object.fromEntries(['with', 'follows', 'run_id'].map((name) => [name, simulations])),
      ids: [simulations.slice(0, 3).join()],
      ...decisions,
      ...deletable,
      ...shareLinks,
      index: ['0', '19', '20'],
      ...webhooks,
      workflow_id: [workflowId, workflow],
      cursor: [String(body.meta['next_cursor'])],
    },
  };
}

const keyOf = async (api: ApiClient) => (await callerWithScopes(api, ['simulations:read'])).keyId;
// The host does not exist.
const endpointOf = async (api: ApiClient) => (await createEndpoint(api, { url: 'https://hooks.invalid/' })).id;
const goalOf = async (api: ApiClient) => (await createGoal(api, { agent_count: 1 })).body.data.id;
const sweepOf = async (api: ApiClient) => (await createSweep(api)).body.data.id;
const finishedSweepOf = async (api: ApiClient) => (await finishedSweep(api, await sweepOf(api))).id;
const sensitivityOf = async (api: ApiClient) => (await createSensitivity(api)).body.data.id;

interface FuzzResponse {
  status: number;
  headers: Headers;
  text: string;
}

function send(url: string, { method, path, headers, body }: FuzzRequest, agent: Agent): Promise<FuzzResponse> {
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

function check(contract: Contract, { method, path, headers, body }: FuzzRequest, response: FuzzResponse): void {
  const details = () =>
    `SVC_SEED=${seed}\n${method} ${path}\n${JSON.stringify(headers)}\n${body?.toString().slice(0, 2_000)}\n→ ${response.status} ${response.text.slice(0, 500)}`;
  if (response.status >= 500) throw new Error(`a 5xx status: ${details()}`);
  if (response.status >= 400 && internals.test(response.text)) throw new Error(`internals in a response: ${details()}`);
  try {
    contract.check({ method, path, ...response });
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${details()}`, { cause: error });
  }
}
