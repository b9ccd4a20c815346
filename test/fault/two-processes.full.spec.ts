import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../support/api-client.js';
import {
  testDefinition,
  deprecateWorkflow,
  publishWorkflow,
  weaversQuestion,
  weaversRouting,
} from '../support/definitions.js';
import { rotateKey } from '../support/keys.js';
import { createSimulation } from '../support/simulations.js';
import { TwoProcesses } from '../support/two-processes.js';

const inFlight = 50;

describe('changes that take effect in two processes', () => {
  let processes: TwoProcesses;

  beforeAll(async () => {
    processes = await TwoProcesses.start();
  });
  afterAll(() => processes.stop());

  it(`With ${inFlight} requests in flight on two processes, no request that starts after a key is rotated is accepted`, () =>
    processes.expectRejectedAfter((keyId) => rotateKey(processes.owner, keyId), { inFlight, rounds: 20 }));

  it('Publishing and deprecating a workflow in one process takes effect immediately in another, for creates and questions', async () => {
    const [first, second] = processes.callers(processes.owner.key);
    for (let round = 0; round < 2; round++) {
      const slug = `withdrawn-${randomUUID()}`;
      const tryBoth = async (api: ApiClient) => {
        const [created, routed] = await Promise.all([
          createSimulation(api, { workflow_id: slug, agent_count: 1 }),
          api.post('/v1/simulations/auto', { question: weaversQuestion, agent_count: 1 }),
        ]);
        return [created.status, routed.status];
      };
      expect((await publishWorkflow(first, testDefinition(slug, { routing: weaversRouting }))).status).toBe(201);
      expect(await tryBoth(second)).toEqual([202, 202]);
      const pending = Array.from({ length: 8 }, () => tryBoth(second));
      await sleep(10 * round);
      expect((await deprecateWorkflow(first, slug)).status).toBe(200);
      expect(await Promise.all([tryBoth(second), tryBoth(first), tryBoth(second)])).toEqual(
        new Array(3).fill([400, 422]),
      );
      for (const [created, routed] of await Promise.all(pending)) {
        expect([202, 400]).toContain(created);
        expect([202, 422]).toContain(routed);
      }
    }
  });
});
