import { randomUUID } from 'node:crypto';
import { ApiClient, type ApiResponse } from '../support/api-client.js';
import { queryDatabase } from '../support/auth-service.js';
import { testDefinition, publishWorkflow } from '../support/definitions.js';
import { createKey, type ApiKeyRecord } from '../support/keys.js';
import { bootstrap, newCaller, runFile } from '../support/shared-service.js';
import { createSimulation, simulate } from '../support/simulations.js';
import {
  createCalibration,
  createEnsemble,
  createPopulation,
  createScenario,
  runEnsemble,
} from '../support/decisions.js';
import { createGoal, runGoal } from '../support/goals.js';
import { createSensitivity, longAnalysis, runSensitivity } from '../support/sensitivities.js';
import { createSweep } from '../support/sweeps.js';
import { createEndpoint, waitForDelivery, sendTestEvent } from '../support/webhooks.js';

type Operation = {
  parameters?: { name: string; in: string; required?: boolean; schema: { examples?: string[] } }[];
  requestBody?: { content: { 'application/json': { example: unknown } } };
};
type Document = { paths: Record<string, Record<string, Operation>> };

type Make = (owner: ApiClient, isTest: boolean) => Promise<string>;

const makeKey: Make = async (owner, isTest) => (await createKey(owner, { is_test: isTest })).body.data.key_id;
const makeSimulation: Make = async (owner) => (await createSimulation(owner, { agent_count: 1 })).body.data.id;
const makeSweep: Make = async (owner) => (await createSweep(owner)).body.data.id;
const makeGoal: Make = async (owner) => (await createGoal(owner, { agent_count: 1 })).body.data.id;
const makeFinishedGoal: Make = async (owner) => (await runGoal(owner, { agent_count: 1 })).id;
const makeSensitivity: Make = async (owner) => (await createSensitivity(owner)).body.data.id;
const makeFinishedSensitivity: Make = async (owner) => (await runSensitivity(owner)).id;
const makeLongSensitivity: Make = async (owner) => (await createSensitivity(owner, longAnalysis)).body.data.id;
/** With a host name that does not exist. */
const makeEndpoint: Make = async (owner) => (await createEndpoint(owner, { url: 'https://hooks.invalid/' })).id;
const makeDelivery: Make = async (owner, isTest) => sendTestEvent(owner, await makeEndpoint(owner, isTest));

/** Takes seconds, so that it can be canceled. */
const makeLongSimulation: Make = async (owner) => {
  const heavy = { workflow_id: 'family-planning-network', agent_count: 10_000, uncertainty: { parameter_draws: 200 } };
  return (await createSimulation(owner, heavy)).body.data.id;
};
/** Can be deleted: only finished simulations can. */
const makeFinishedSimulation: Make = async (owner) => (await simulate(owner, { agent_count: 1 })).id;
const makeLongGoal: Make = async (owner) => {
  const parameters = [{ name: 'heinz28_price' }, { name: 'heinz32_price' }];
  const objective = { goal: 'maximize', share: 'heinz28' };
  const heavy = { workflow_id: 'catsup-brand-choice', agent_count: 10_000, parameters, objective };
  return (await createGoal(owner, heavy)).body.data.id;
};
const makeLongSweep: Make = async (owner) => {
  const range = { name: 'train_cost_factor', from: 0.8, to: 1.2, steps: 50 };
  return (await createSweep(owner, { agent_count: 10_000, parameters: [range] })).body.data.id;
};

const makeLongEnsemble: Make = async (owner) => {
  const model = { workflow_id: 'family-planning-network' };
  const heavy = { models: [model, model], agent_count: 10_000, uncertainty: { parameter_draws: 200 } };
  return (await owner.post<{ id: string }>('/v1/ensembles', heavy)).body.data.id;
};
/** Receives no events automatically: no simulation fails in this test. */
const makeQuietEndpoint: Make = async (owner) => {
  const quiet = { url: 'https://hooks.invalid/', events: ['simulation.failed'] };
  return (await createEndpoint(owner, quiet)).id;
};

/** Has failed once; its next attempt is in a day. */
const makeQuietDelivery: Make = async (owner, isTest) => {
  const id = await makeDelivery(owner, isTest);
  await waitForDelivery(owner, id, ({ attempts }) => attempts.length === 1);
  const later = `UPDATE webhook_deliveries SET next_attempt_at = now() + interval '1 day' WHERE id = $1`;
  await queryDatabase(isTest ? 'sandbox' : 'live', later, [id]);
  return id;
};

/** The audit event of a key's creation. */
const makeAuditEntry: Make = async (owner, isTest) => {
  const entries = `/v1/audit-log?subject=${await makeKey(owner, isTest)}`;
  return (await owner.call<{ id: string }[]>(entries)).body.data[0]?.id ?? '';
};

const makeWorkflow: Make = async (owner) => {
  const { body } = await publishWorkflow(owner, testDefinition(`isolated-${randomUUID()}`));
  return body.data.workflow_id;
};

/** The data that the owner reads under these paths. */
const readAll =
  (...paths: ((id: string) => string)[]) =>
  async (owner: ApiClient, id: string) => {
    const responses = await Promise.all(paths.map((path) => owner.call(path(id))));
    expect(responses.map(({ status }) => status)).toEqual(paths.map(() => 200));
    return responses.map(({ body }) => body.data);
  };

/** The key, and the key that replaced it in a rotation. */
const readKey: Resource['read'] = async (owner, id) => {
  const { body } = await owner.call<ApiKeyRecord[]>('/v1/api-keys?limit=100');
  return body.data.filter(({ key_id, rotated_from }) => key_id === id || rotated_from === id);
};

/** The other fields change while the simulation runs. */
const isCanceled =
  (path: string): Resource['read'] =>
  async (owner, id) =>
    (await owner.call<{ status: string }>(`${path}/${id}`)).body.data.status === 'canceled';

/** The resource that a path parameter identifies. */
interface Resource {
  missing: string;
  make: Make;
  /** Used for calls that change the resource, if resources of `make` can also change on their own. */
  makeForChange?: Make;
  /** Used for PATCH and DELETE, if resources of `makeForChange` cannot be deleted. */
  makeFinished?: Make;
  /** The owner's view of the resource, without the fields that change on their own. */
  read: (owner: ApiClient, id: string) => Promise<unknown>;
}

const resources: Record<string, Resource> = {
  key_id: { missing: randomUUID(), make: makeKey, read: readKey },
  id: {
    missing: `sim_${'0'.repeat(32)}`,
    make: makeSimulation,
    makeForChange: makeLongSimulation,
    makeFinished: makeFinishedSimulation,
    read: isCanceled('/v1/simulations'),
  },
  sweep_id: {
    missing: `swp_${'0'.repeat(32)}`,
    make: makeSweep,
    makeForChange: makeLongSweep,
    read: isCanceled('/v1/sweeps'),
  },
  ensemble_id: {
    missing: `ens_${'0'.repeat(32)}`,
    make: createEnsemble,
    makeForChange: makeLongEnsemble,
    makeFinished: runEnsemble,
    read: isCanceled('/v1/ensembles'),
  },
  scenario_id: {
    missing: `scn_${'0'.repeat(32)}`,
    make: createScenario,
    read: readAll((id) => `/v1/scenarios/${id}`),
  },
  goal_id: {
    missing: `goal_${'0'.repeat(32)}`,
    make: makeGoal,
    makeForChange: makeLongGoal,
    makeFinished: makeFinishedGoal,
    read: isCanceled('/v1/goals'),
  },
  sensitivity_id: {
    missing: `sens_${'0'.repeat(32)}`,
    make: makeSensitivity,
    makeForChange: makeLongSensitivity,
    makeFinished: makeFinishedSensitivity,
    read: isCanceled('/v1/sensitivities'),
  },
  population_id: {
    missing: `pop_${'0'.repeat(32)}`,
    make: createPopulation,
    read: readAll((id) => `/v1/populations/${id}`),
  },
  calibration_id: {
    missing: `cal_${'0'.repeat(32)}`,
    make: createCalibration,
    read: readAll((id) => `/v1/calibrations/${id}`),
  },
  endpoint_id: {
    missing: `we_${'0'.repeat(32)}`,
    make: makeEndpoint,
    makeForChange: makeQuietEndpoint,
    read: readAll(
      (id) => `/v1/webhook-endpoints/${id}`,
      (id) => `/v1/webhook-endpoints/${id}/secret`,
      (id) => `/v1/webhook-deliveries?endpoint_id=${id}`,
    ),
  },
  workflow_id: {
    missing: 'no-such-workflow',
    make: makeWorkflow,
    read: readAll(
      (id) => `/v1/case-studies/${id}`,
      (id) => `/v1/case-studies/${id}/versions`,
    ),
  },
  delivery_id: {
    missing: `dlv_${'0'.repeat(32)}`,
    make: makeDelivery,
    makeForChange: makeQuietDelivery,
    read: readAll((id) => `/v1/webhook-deliveries/${id}`),
  },
};

/** How to make an item of each paginated list, and the field that contains its id. */
const lists: Record<string, { id: string; make: Make }> = {
  '/v1/audit-log': { id: 'id', make: makeAuditEntry },
  '/v1/api-keys': { id: 'key_id', make: makeKey },
  '/v1/simulations': { id: 'id', make: makeSimulation },
  '/v1/case-studies': { id: 'workflow_id', make: makeWorkflow },
  '/v1/sweeps': { id: 'id', make: makeSweep },
  '/v1/ensembles': { id: 'id', make: createEnsemble },
  '/v1/scenarios': { id: 'id', make: createScenario },
  '/v1/goals': { id: 'id', make: makeGoal },
  '/v1/sensitivities': { id: 'id', make: makeSensitivity },
  '/v1/populations': { id: 'id', make: createPopulation },
  '/v1/calibrations': { id: 'id', make: createCalibration },
  '/v1/webhook-endpoints': { id: 'id', make: makeEndpoint },
  '/v1/webhook-deliveries': { id: 'id', make: makeDelivery },
};

describe('the isolation of organizations and tiers', () => {
  let caller: ApiClient;
  let otherTier: ApiClient;
  let otherOrganization: ApiClient;
  let paths: Document['paths'];

  beforeAll(async () => {
    const { url } = runFile();
    const organization = `Isolated ${randomUUID()}`;
    caller = new ApiClient(url, (await bootstrap({ organization })).key);
    otherTier = new ApiClient(url, (await bootstrap({ organization, tier: 'live' })).key);
    otherOrganization = await newCaller();
    ({ paths } = JSON.parse((await new ApiClient(url).call('/openapi.json')).text) as Document);
  });

  it("Every route treats another organization's and the other tier's resources as missing and does not change them", async () => {
    const checked: string[] = [];
    for (const [path, operations] of Object.entries(paths)) {
      const parameter = /\{(\w+)\}/.exec(path)?.[1];
      // Sessions belong to a user, and keys have none: test/security/account-takeover.spec.ts checks their isolation.
      if (parameter === undefined || parameter === 'session_id') continue;
      const resource = resources[parameter];
      if (!resource) throw new Error(`this test does not support {${parameter}} of ${path}`);
      for (const [method, { requestBody, parameters = [] }] of Object.entries(operations)) {
        const query = parameters
          .filter((one) => one.in === 'query' && one.required)
          .map(({ name, schema }) => `${name}=${schema.examples?.[0]}`);
        const json = requestBody?.content['application/json'].example;
        const call = (caller: ApiClient, id: string) => {
          const at = `${path.replace(`{${parameter}}`, id)}${query.length > 0 ? `?${query.join('&')}` : ''}`;
          return caller.call(at, { method: method.toUpperCase(), headers, json });
        };
        const headers = { 'idempotency-key': randomUUID() };
        const expectMissing = async (id: string) => {
          const response = await call(caller, id);
          expect([method, path, response.status]).toEqual([method, path, 404]);
          return withoutRequestId(response).replaceAll(id, '{id}');
        };
        const changes = method !== 'get';
        const finished = method === 'patch' || method === 'delete' ? resource.makeFinished : undefined;
        const make = finished ?? (changes ? resource.makeForChange : undefined) ?? resource.make;
        const responses = new Set([await expectMissing(resource.missing)]);
        for (const [owner, isTest] of [
          [otherOrganization, true],
          [otherTier, false],
        ] as const) {
          const id = await make(owner, isTest);
          const before = changes && (await resource.read(owner, id));
          responses.add(await expectMissing(id));
          if (!changes) continue;
          expect([method, path, await resource.read(owner, id)]).toEqual([method, path, before]);
          // The rejected call had no effect: the owner's call still succeeds.
          const { status } = await call(owner, id);
          expect([method, path, status < 300]).toEqual([method, path, true]);
        }
        expect([method, path, [...responses].slice(1)]).toEqual([method, path, []]);
        checked.push(`${method} ${path}`);
      }
    }
    expect(checked.length).toBeGreaterThanOrEqual(26);
  });

  it("Every list contains all items of the organization and tier and no other organization's or tier's items", async () => {
    const checked: string[] = [];
    for (const [path, { get }] of Object.entries(paths)) {
      // The test above covers lists below a resource.
      if (path.includes('{') || !get?.parameters?.some(({ name }) => name === 'cursor')) continue;
      const list = lists[path];
      if (!list) throw new Error(`this test does not support the list ${path}`);
      const before = await idsOf(path, list.id);
      const made: string[] = [];
      const foreign: string[] = [];
      for (let round = 0; round < 3; round++) {
        made.push(await list.make(caller, true));
        foreign.push(await list.make(otherOrganization, true), await list.make(otherTier, false));
      }
      // Events of earlier simulations may add deliveries meanwhile.
      const listed = await idsOf(path, list.id);
      expect(listed).toEqual(expect.arrayContaining([...before, ...made]));
      expect(listed.filter((id) => foreign.includes(id))).toEqual([]);
      checked.push(path);
    }
    expect(checked.length).toBeGreaterThanOrEqual(7);
  });

  async function idsOf(path: string, name: string): Promise<string[]> {
    const ids: string[] = [];
    let cursor: unknown = null;
    do {
      const from: string = typeof cursor === 'string' ? `&cursor=${cursor}` : '';
      const { body } = await caller.call<Record<string, string>[]>(`${path}?limit=2${from}`);
      ids.push(...body.data.map((item) => item[name] ?? ''));
      cursor = body.meta['next_cursor'];
    } while (cursor !== null);
    return ids;
  }
});

const withoutRequestId = ({ text, body }: ApiResponse) => text.replace(body.meta.request_id ?? '', '');
