import { randomUUID } from 'node:crypto';
import { Api, type Answer } from '../support/api.js';
import { createKey } from '../support/keys.js';
import { bootstrap, newCaller, runFile } from '../support/shared-service.js';
import { createSimulation } from '../support/simulations.js';

type Document = { paths: Record<string, Record<string, unknown>> };

/** What a path parameter stands for, and how to make one of it. Workflows of the catalog belong to everybody. */
const things: Record<string, { missing: string; make(owner: Api, isTest: boolean): Promise<string> }> = {
  key_id: {
    missing: randomUUID(),
    make: async (owner, isTest) => (await createKey(owner, { is_test: isTest })).body.data.key_id,
  },
  id: {
    missing: `sim_${'0'.repeat(32)}`,
    make: async (owner) => (await createSimulation(owner, { agent_count: 1 })).body.data.id,
  },
};
const everybodys = new Set(['workflow_id']);

describe('every route that names a thing', () => {
  it("answers another organization's, the other tier's and one that never was alike, and leaves them as they are", async () => {
    const url = runFile().url;
    const organization = `Isolated ${randomUUID()}`;
    const mine = new Api(url, (await bootstrap({ organization })).key);
    const otherTier = new Api(url, (await bootstrap({ organization, tier: 'live' })).key);
    const stranger = await newCaller();
    const { paths } = JSON.parse((await new Api(url).call('/openapi.json')).text) as Document;
    const walked: string[] = [];
    for (const [path, operations] of Object.entries(paths)) {
      const parameter = /\{(\w+)\}/.exec(path)?.[1];
      if (parameter === undefined || everybodys.has(parameter)) continue;
      const thing = things[parameter];
      if (!thing) throw new Error(`this test does not know what {${parameter}} of ${path} is`);
      for (const method of Object.keys(operations)) {
        const ids = [await thing.make(stranger, true), await thing.make(otherTier, false), thing.missing];
        const headers = { 'idempotency-key': randomUUID() };
        const told: string[] = [];
        for (const id of ids) {
          const answer = await mine.call(path.replace(`{${parameter}}`, id), { method: method.toUpperCase(), headers });
          expect([method, path, answer.status]).toEqual([method, path, 404]);
          told.push(withoutRequestId(answer));
        }
        expect(new Set(told).size).toBe(1);
        walked.push(`${method} ${path}`);
      }
    }
    expect(walked.length).toBeGreaterThanOrEqual(4);
  });
});

const withoutRequestId = ({ text, body }: Answer) => text.replace(body.meta.request_id ?? '', '');
