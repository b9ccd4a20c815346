import { randomUUID } from 'node:crypto';
import type { ApiClient, ApiResponse } from '../support/api-client.js';
import { createCalibration, createDataset, createPopulation } from '../support/decisions.js';
import { runFit } from '../support/fits.js';
import { isFull, itInFullLevel } from '../support/full-level.js';
import { createGoal, runGoal } from '../support/goals.js';
import {
  isolatedCallers,
  makeDelivery,
  makeEndpoint,
  makeKey,
  makeQueuedFit,
  makeShareLink,
  makeWorkflow,
  paginatedLists,
  documentedPaths,
  type Document,
  type Make,
  type Operation,
} from '../support/isolated-resources.js';
import type { ApiKeyRecord } from '../support/keys.js';
import { createLargeSimulation, runLargeSimulation } from '../support/large-simulations.js';
import { createSensitivity, longAnalysis, runSensitivity } from '../support/sensitivities.js';
import { createSimulation, simulate } from '../support/simulations.js';
import { storeBiasReport, storeRunningSimulation, storeSurvey } from '../support/stored-survey.js';
import { createSweep, finishedSweep } from '../support/sweeps.js';
import { sendTestEvent } from '../support/webhooks.js';

/** One operation below a resource. */
interface Route {
  method: string;
  path: string;
  operation: Operation;
}

// These take seconds, so that they can be canceled.
const heavy = { workflow_id: 'family-planning-network', agent_count: 10_000, uncertainty: { parameter_draws: 200 } };
const makeLongSimulation: Make = async (owner) => (await createSimulation(owner, heavy)).body.data.id;
const makeLongGoal: Make = async (owner) => {
  const parameters = [{ name: 'heinz28_price' }, { name: 'heinz32_price' }];
  const objective = { goal: 'maximize', share: 'heinz28' };
  const long = { workflow_id: 'catsup-brand-choice', agent_count: 10_000, parameters, objective };
  return (await createGoal(owner, long)).body.data.id;
};
const makeLongSweep: Make = async (owner) => {
  const range = { name: 'train_cost_factor', from: 0.8, to: 1.2, steps: 50 };
  return (await createSweep(owner, { agent_count: 10_000, parameters: [range] })).body.data.id;
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

/** The resource that a path parameter identifies. */
interface Resource {
  missing: string;
  /** Makes a resource that does not change on its own. */
  make: Make;
  /** Makes a run that can be canceled. */
  makeLong?: Make;
  read: (owner: ApiClient, id: string) => Promise<unknown>;
  /** The paginated lists that contain the resource. */
  lists: string[];
  /** The path parameters that identify it. Default: its name. */
  routes?: string[];
  /** Whether making it takes seconds of the processor. The fast level then makes that of another organization, and none of the other tier. */
  isSlow?: boolean;
}

/** Resources that share the code of others: only the full level makes them. */
const inFullLevel = (more: Record<string, Resource>): Record<string, Resource> => (isFull ? more : {});
/** Runs that take seconds of the processor until they are canceled, in the full level. */
const longInFullLevel = (makeLong: Make): Make | undefined => (isFull ? makeLong : undefined);

const saved = (path: string, prefix: string, make: Make, makeLong?: Make): Resource => ({
  missing: `${prefix}_${'0'.repeat(32)}`,
  make,
  makeLong,
  read: readAll((id) => `${path}/${id}`),
  lists: [path],
});

const run = (prefix: string, make: Make, makeLong?: Make): Resource => ({
  ...saved('/v1/runs', prefix, make, makeLong),
  routes: ['run'],
});

const makeSimulation: Make = async (owner) => (await simulate(owner, { agent_count: 1 })).id;

const resources: Record<string, Resource> = {
  key_id: { missing: randomUUID(), make: makeKey, read: readKey, lists: ['/v1/api-keys', '/v1/audit-log'] },
  id: {
    ...saved('/v1/simulations', 'sim', makeSimulation, isFull ? makeLongSimulation : storeRunningSimulation),
    lists: ['/v1/simulations', '/v1/runs'],
  },
  simulation: run('sim', makeSimulation, longInFullLevel(makeLongSimulation)),
  sweep: run(
    'swp',
    async (owner) => (await finishedSweep(owner, (await createSweep(owner)).body.data.id)).id,
    longInFullLevel(makeLongSweep),
  ),
  survey: run(
    'srv',
    (owner) => storeSurvey(owner),
    (owner) => storeSurvey(owner, 'running'),
  ),
  // Runs of these kinds share the routes and the code of surveys.
  ...inFullLevel({
    goal: run('goal', async (owner) => (await runGoal(owner, { agent_count: 1 })).id, makeLongGoal),
    sensitivity: run(
      'sens',
      async (owner) => (await runSensitivity(owner)).id,
      async (owner) => (await createSensitivity(owner, longAnalysis)).body.data.id,
    ),
    bias_report: run(
      'bias',
      (owner) => storeBiasReport(owner),
      (owner) => storeBiasReport(owner, 'running'),
    ),
  }),
  large_simulation: {
    ...run(
      'lsim',
      async (owner) => (await runLargeSimulation(owner)).id,
      longInFullLevel(async (owner) => (await createLargeSimulation(owner, { agent_count: 1_000_000 })).body.data.id),
    ),
    routes: [...(isFull ? ['run'] : []), 'large_simulation_id'],
  },
  fit: {
    ...run('fit', async (owner) => (await runFit(owner)).id, longInFullLevel(makeQueuedFit)),
    routes: [...(isFull ? ['run'] : []), 'fit_id'],
    isSlow: true,
  },
  population_id: { ...saved('/v1/populations', 'pop', createPopulation), isSlow: true },
  dataset_id: { ...saved('/v1/datasets', 'ds', createDataset), isSlow: true },
  link_id: {
    missing: `shl_${'0'.repeat(32)}`,
    make: makeShareLink,
    read: async (owner, id) =>
      (await owner.call<{ id: string }[]>('/v1/share-links')).body.data.filter((link) => link.id === id),
    lists: ['/v1/share-links'],
  },
  calibration_id: saved('/v1/target-matches', 'cal', createCalibration),
  delivery_id: saved('/v1/webhook-deliveries', 'dlv', makeDelivery),
  endpoint_id: {
    missing: `we_${'0'.repeat(32)}`,
    make: makeEndpoint,
    read: readAll(
      (id) => `/v1/webhook-endpoints/${id}`,
      (id) => `/v1/webhook-endpoints/${id}/secret`,
      (id) => `/v1/webhook-deliveries?endpoint_id=${id}`,
    ),
    lists: ['/v1/webhook-endpoints'],
  },
  workflow_id: {
    missing: 'no-such-workflow',
    make: makeWorkflow,
    read: readAll(
      (id) => `/v1/case-studies/${id}`,
      (id) => `/v1/case-studies/${id}/versions`,
    ),
    lists: ['/v1/case-studies'],
    isSlow: true,
  },
};

/** The audit event of a key's creation. */
const makeAuditEntry: Make = async (owner, isTest) => {
  const entries = `/v1/audit-log?subject=${await makeKey(owner, isTest)}`;
  return (await owner.call<{ id: string }[]>(entries)).body.data[0]?.id ?? '';
};

/** How to make an item of each paginated list, the field that contains its id, and how many items the caller makes. Default: 3. */
const lists: Record<string, { id: string; make: Make; items?: number }> = {
  '/v1/audit-log': { id: 'id', make: makeAuditEntry },
  '/v1/api-keys': { id: 'key_id', make: makeKey },
  '/v1/simulations': {
    id: 'id',
    make: async (owner) => (await createSimulation(owner, { agent_count: 1 })).body.data.id,
  },
  // The built-in workflows fill several pages.
  '/v1/case-studies': { id: 'workflow_id', make: makeWorkflow, items: 1 },
  '/v1/runs': { id: 'id', make: async (owner) => (await createSimulation(owner)).body.data.id },
  '/v1/populations': { id: 'id', make: createPopulation },
  '/v1/datasets': { id: 'id', make: createDataset },
  '/v1/target-matches': { id: 'id', make: createCalibration },
  '/v1/share-links': { id: 'id', make: makeShareLink },
  '/v1/webhook-endpoints': { id: 'id', make: makeEndpoint },
  '/v1/webhook-deliveries': {
    id: 'id',
    make: async (owner, isTest) => sendTestEvent(owner, await makeEndpoint(owner, isTest)),
  },
};

/** All at once overload the service on a slow machine. */
const concurrentChecks = 4;

/** The owner's calls of a resource in this order all find it. */
const order = ['get', 'patch', 'post', 'delete'];

describe('the isolation of organizations and tiers', () => {
  let caller: ApiClient;
  let owners: [owner: ApiClient, isTest: boolean][];
  let paths: Document['paths'];

  beforeAll(async () => {
    ({ caller, owners } = await isolatedCallers());
    paths = documentedPaths();
  });

  it("Every route treats another organization's and the other tier's resources as missing and does not change them, and no list contains them", async () => {
    const routes = routesByParameter(paths);
    const identified = Object.entries(resources).flatMap(([name, resource]) => resource.routes ?? [name]);
    const unknown = [...routes.keys()].filter((parameter) => !identified.includes(parameter));
    // Each parameter needs an entry in `resources`.
    expect(unknown).toEqual([]);
    // Each list needs a resource.
    const lists = Object.values(resources).flatMap((resource) => resource.lists);
    expect(paginatedLists(paths).filter((path) => !lists.includes(path))).toEqual([]);
    const waiting = Object.entries(resources);
    const checkNext = async (): Promise<void> => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const [name, resource] = next;
        const below = (resource.routes ?? [name]).flatMap((parameter) => routes.get(parameter) ?? []);
        await check(
          resource,
          below.toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method)),
        );
      }
    };
    await Promise.all(Array.from({ length: concurrentChecks }, checkNext));
  });

  itInFullLevel(
    "Every list contains all items of the organization and tier and no other organization's or tier's items",
    async () => {
      // The test above checks lists below a resource.
      const paginated = paginatedLists(paths);
      // Each list needs an entry in `lists`.
      expect(paginated.filter((path) => !lists[path])).toEqual([]);
      await Promise.all(
        paginated.map(async (path) => {
          const { id, make, items = 3 } = lists[path]!;
          const own: string[] = [];
          const foreign: string[] = [];
          for (const owner of [...owners, undefined]) {
            if (own.length < items) own.push(await make(caller, true));
            if (owner) foreign.push(await make(...owner));
          }
          const listed = await idsOf(path, id);
          expect(listed).toEqual(expect.arrayContaining(own));
          expect(listed.filter((one) => foreign.includes(one))).toEqual([]);
        }),
      );
    },
  );

  async function check(resource: Resource, routes: Route[]): Promise<void> {
    const missing = new Map<Route, string>();
    for (const route of routes) missing.set(route, await rejectionOf(route, resource.missing));
    await Promise.all(
      (resource.isSlow && !isFull ? owners.slice(0, 1) : owners).map(async ([owner, isTest]) => {
        const id = await resource.make(owner, isTest);
        const before = await resource.read(owner, id);
        for (const list of resource.lists) {
          const [own, other] = await Promise.all([owner, caller].map((from) => from.call(`${list}?limit=100`)));
          expect([list, own!.text]).toEqual([list, expect.stringContaining(id)]);
          expect([list, other!.status, other!.text]).toEqual([list, 200, expect.not.stringContaining(id)]);
        }
        for (const route of routes) {
          expect([nameOf(route), await rejectionOf(route, id)]).toEqual([nameOf(route), missing.get(route)]);
        }
        expect(await resource.read(owner, id)).toEqual(before);
        // The same calls find the resource if its owner sends them.
        for (const route of routes) {
          const { status, text } = await send(owner, route, id);
          expect([nameOf(route), status, text]).not.toEqual([nameOf(route), 404, expect.anything()]);
        }
        if (!resource.makeLong) return;
        const cancel = routes.find(({ path }) => path.endsWith('/cancel'))!;
        // On a busy machine, a run can finish before its owner cancels it. Another run then shows who can cancel.
        let canceled = 409;
        for (let attempt = 0; attempt < 5 && canceled === 409; attempt++) {
          const long = await resource.makeLong(owner, isTest);
          expect(await rejectionOf(cancel, long)).toBe(missing.get(cancel));
          expect(await resource.read(owner, long)).not.toMatchObject([{ status: 'canceled' }]);
          canceled = (await send(owner, cancel, long)).status;
        }
        expect(canceled).toBeLessThan(300);
      }),
    );
  }

  /** The response of the caller, which is 404, without the id and the request id. */
  async function rejectionOf(route: Route, id: string): Promise<string> {
    const { status, text, body } = await send(caller, route, id);
    expect([nameOf(route), status]).toEqual([nameOf(route), 404]);
    return text.replace(body.meta.request_id ?? '', '').replaceAll(id, '{id}');
  }

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

/** The routes below each kind of resource, by the path parameter of the resource. */
function routesByParameter(paths: Document['paths']): Map<string, Route[]> {
  const routes = new Map<string, Route[]>();
  for (const [path, operations] of Object.entries(paths)) {
    const parameter = path.startsWith('/v1/runs/') ? 'run' : /\{(\w+)\}/.exec(path)?.[1];
    // Sessions belong to a user, and keys have none: test/security/account-takeover.spec.ts checks their isolation.
    // The token of a share link is a credential: test/e2e/share-links.spec.ts checks it.
    // So do members and invitations: test/e2e/members.spec.ts checks their isolation.
    // The sections of the API reference are public.
    const others = ['session_id', 'token', 'user_id', 'invitation_id', 'section'];
    if (parameter === undefined || others.includes(parameter)) continue;
    const added = Object.entries(operations)
      // A redirect reads no resource.
      .filter(([, { responses }]) => !('308' in responses))
      .map(([method, operation]) => ({ method, path, operation }));
    routes.set(parameter, [...(routes.get(parameter) ?? []), ...added]);
  }
  return routes;
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`;

/** Sends a valid request, with the examples of the document. */
function send(from: ApiClient, { method, path, operation }: Route, id: string): Promise<ApiResponse> {
  const query = (operation.parameters ?? [])
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name, schema }) => `${name}=${schema.examples?.[0]}`);
  const at = path.replace(/\{(index|block)\}/, '0').replace(/\{\w+\}/, id);
  return from.call(query.length > 0 ? `${at}?${query.join('&')}` : at, {
    method: method.toUpperCase(),
    headers: { 'idempotency-key': randomUUID() },
    json: operation.requestBody?.content['application/json'].example,
  });
}
