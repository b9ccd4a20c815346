import { randomUUID } from 'node:crypto';
import { Api, type Answer } from '../support/api.js';
import { definitionOf, promote } from '../support/definitions.js';
import { createKey } from '../support/keys.js';
import { bootstrap, newCaller, runFile } from '../support/shared-service.js';
import { createSimulation } from '../support/simulations.js';
import { createSweep } from '../support/sweeps.js';
import { createEndpoint, sendTest } from '../support/webhooks.js';

type Operation = {
  parameters?: { name: string; in: string; required?: boolean; schema: { examples?: string[] } }[];
  requestBody?: { content: { 'application/json': { example: unknown } } };
};
type Document = { paths: Record<string, Record<string, Operation>> };

type Make = (owner: Api, isTest: boolean) => Promise<string>;

const makeKey: Make = async (owner, isTest) => (await createKey(owner, { is_test: isTest })).body.data.key_id;
const makeSimulation: Make = async (owner) => (await createSimulation(owner, { agent_count: 1 })).body.data.id;
const makeSweep: Make = async (owner) => (await createSweep(owner)).body.data.id;
/** At a name that stands for nothing. */
const makeEndpoint: Make = async (owner) => (await createEndpoint(owner, { url: 'https://hooks.invalid/' })).id;
const makeDelivery: Make = async (owner, isTest) => sendTest(owner, await makeEndpoint(owner, isTest));

/** The entry that says that a key was made. */
const makeAuditEntry: Make = async (owner, isTest) => {
  const entries = `/v1/audit-log?subject=${await makeKey(owner, isTest)}`;
  return (await owner.call<{ id: string }[]>(entries)).body.data[0]?.id ?? '';
};

const makeWorkflow: Make = async (owner) => {
  const { body } = await promote(owner, definitionOf(`isolated-${randomUUID()}`));
  return body.data.workflow_id;
};
/** What a path parameter stands for, and how to make one of it. */
const things: Record<string, { missing: string; make: Make }> = {
  key_id: { missing: randomUUID(), make: makeKey },
  id: { missing: `sim_${'0'.repeat(32)}`, make: makeSimulation },
  sweep_id: { missing: `swp_${'0'.repeat(32)}`, make: makeSweep },
  endpoint_id: { missing: `we_${'0'.repeat(32)}`, make: makeEndpoint },
  workflow_id: { missing: 'no-such-workflow', make: makeWorkflow },
  delivery_id: { missing: `dlv_${'0'.repeat(32)}`, make: makeDelivery },
};

/** What a list that is walked by pages holds, and under which name its ids stand there. */
const lists: Record<string, { id: string; make: Make }> = {
  '/v1/audit-log': { id: 'id', make: makeAuditEntry },
  '/v1/api-keys': { id: 'key_id', make: makeKey },
  '/v1/simulations': { id: 'id', make: makeSimulation },
  '/v1/case-studies': { id: 'workflow_id', make: makeWorkflow },
  '/v1/sweeps': { id: 'id', make: makeSweep },
  '/v1/webhook-endpoints': { id: 'id', make: makeEndpoint },
  '/v1/webhook-deliveries': { id: 'id', make: makeDelivery },
};

describe('what belongs to one organization in one tier', () => {
  let mine: Api;
  let otherTier: Api;
  let stranger: Api;
  let paths: Document['paths'];

  beforeAll(async () => {
    const { url } = runFile();
    const organization = `Isolated ${randomUUID()}`;
    mine = new Api(url, (await bootstrap({ organization })).key);
    otherTier = new Api(url, (await bootstrap({ organization, tier: 'live' })).key);
    stranger = await newCaller();
    ({ paths } = JSON.parse((await new Api(url).call('/openapi.json')).text) as Document);
  });

  it("every route that names a thing answers another organization's, the other tier's and one that never was alike, and leaves them as they are", async () => {
    const walked: string[] = [];
    for (const [path, operations] of Object.entries(paths)) {
      const parameter = /\{(\w+)\}/.exec(path)?.[1];
      if (parameter === undefined) continue;
      const thing = things[parameter];
      if (!thing) throw new Error(`this test does not know what {${parameter}} of ${path} is`);
      for (const [method, { requestBody, parameters = [] }] of Object.entries(operations)) {
        const query = parameters
          .filter((one) => one.in === 'query' && one.required)
          .map(({ name, schema }) => `${name}=${schema.examples?.[0]}`);
        const ids = [await thing.make(stranger, true), await thing.make(otherTier, false), thing.missing];
        const headers = { 'idempotency-key': randomUUID() };
        const told: string[] = [];
        for (const id of ids) {
          const json = requestBody?.content['application/json'].example;
          const at = `${path.replace(`{${parameter}}`, id)}${query.length > 0 ? `?${query.join('&')}` : ''}`;
          const answer = await mine.call(at, { method: method.toUpperCase(), headers, json });
          expect([method, path, answer.status]).toEqual([method, path, 404]);
          told.push(withoutRequestId(answer));
        }
        expect(new Set(told).size).toBe(1);
        walked.push(`${method} ${path}`);
      }
    }
    expect(walked.length).toBeGreaterThanOrEqual(4);
  });

  it('every list holds it and nothing else, on each of its pages', async () => {
    const walked: string[] = [];
    for (const [path, { get }] of Object.entries(paths)) {
      // What is listed of a thing is as foreign as the thing: that is tested above.
      if (path.includes('{') || !get?.parameters?.some(({ name }) => name === 'cursor')) continue;
      const list = lists[path];
      if (!list) throw new Error(`this test does not know what is listed under ${path}`);
      const before = await idsOf(path, list.id);
      const made: string[] = [];
      const foreign: string[] = [];
      for (let round = 0; round < 3; round++) {
        made.push(await list.make(mine, true));
        foreign.push(await list.make(stranger, true), await list.make(otherTier, false));
      }
      // Ends of simulations made before may be delivered meanwhile: there may be more of ours.
      const listed = await idsOf(path, list.id);
      expect(listed).toEqual(expect.arrayContaining([...before, ...made]));
      expect(listed.filter((id) => foreign.includes(id))).toEqual([]);
      walked.push(path);
    }
    expect(walked.length).toBeGreaterThanOrEqual(1);
  });

  async function idsOf(path: string, name: string): Promise<string[]> {
    const ids: string[] = [];
    let cursor: unknown = null;
    do {
      const from: string = typeof cursor === 'string' ? `&cursor=${cursor}` : '';
      const { body } = await mine.call<Record<string, string>[]>(`${path}?limit=2${from}`);
      ids.push(...body.data.map((item) => item[name] ?? ''));
      cursor = body.meta['next_cursor'];
    } while (cursor !== null);
    return ids;
  }
});

const withoutRequestId = ({ text, body }: Answer) => text.replace(body.meta.request_id ?? '', '');
