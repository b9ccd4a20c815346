import type { ApiClient } from '../support/api-client.js';
import { createCalibration, createDataset, createPopulation } from '../support/decisions.js';
import {
  isolatedCallers,
  makeEndpoint,
  makeKey,
  makeShareLink,
  makeWorkflow,
  paginatedLists,
  documentedPaths,
  type Make,
} from '../support/isolated-resources.js';
import { createSimulation } from '../support/simulations.js';
import { sendTestEvent } from '../support/webhooks.js';

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

describe('the isolation of organizations and tiers', () => {
  let caller: ApiClient;
  let owners: [owner: ApiClient, isTest: boolean][];

  beforeAll(async () => {
    ({ caller, owners } = await isolatedCallers());
  });

  it("Every list contains all items of the organization and tier and no other organization's or tier's items", async () => {
    // `isolation.spec.ts` checks lists below a resource.
    const paginated = paginatedLists(documentedPaths());
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
