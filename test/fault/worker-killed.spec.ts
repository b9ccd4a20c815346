import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../support/api.js';
import { endLeases } from '../support/leases.js';
import { TestBed } from '../support/processes.js';
import { createSimulation, finished, type AgentRecord } from '../support/simulations.js';

const lostAndFoundMs = 60_000;

describe('a worker that is killed', () => {
  let bed: TestBed;
  let api: Api;

  beforeAll(async () => {
    bed = await TestBed.start();
    api = await bed.newCaller((await bed.startApi()).url);
  });
  afterAll(() => bed.stop());

  const create = async (seed: number) => {
    const { status, body } = await createSimulation(api, { agent_count: 2_000, seed });
    expect(status).toBe(202);
    return body.data.id;
  };

  it('loses no accepted simulation: each is completed once, whole, and with the digest of an undisturbed run', async () => {
    let worker = await bed.startWorker();
    const undisturbed = await finished(api, await create(0));
    const ids: string[] = [];
    let killedAt = new Date();
    for (let round = 0; round < 5; round++) {
      ids.push(...(await Promise.all(Array.from({ length: 8 }, () => create(0)))));
      await sleep(7 * round);
      await bed.kill(worker);
      killedAt = new Date();
      worker = await bed.startWorker();
    }
    await endLeases(bed.servers.sandboxDatabaseUrl, killedAt);
    const records = await Promise.all(ids.map((id) => finished(api, id, lostAndFoundMs)));
    expect(records.map(({ status, digest }) => ({ status, digest }))).toEqual(
      ids.map(() => ({ status: 'completed', digest: undisturbed.digest })),
    );
    const { body } = await api.call<AgentRecord[]>(`/v1/simulations/${ids[0]}/results`);
    expect(body.data).toHaveLength(2_000);
    await bed.kill(worker);
  });

  it('is not needed for a create: what is accepted without a worker runs when one comes', async () => {
    const id = await create(1);
    expect((await api.call<{ status: string }>(`/v1/simulations/${id}`)).body.data.status).toBe('queued');
    const worker = await bed.startWorker();
    expect(await finished(api, id)).toMatchObject({ status: 'completed' });
    await bed.kill(worker);
  });

  it('when it is told to stop instead, finishes what it holds before it ends', async () => {
    const worker = await bed.startWorker();
    const ids = await Promise.all(Array.from({ length: 8 }, (_, seed) => create(seed)));
    await bed.kill(worker, 'SIGTERM');
    const { body } = await api.call<{ status: string }>(`/v1/simulations/${ids[0]}`);
    expect(body.data.status).not.toBe('running');
    const next = await bed.startWorker();
    for (const id of ids) expect(await finished(api, id, lostAndFoundMs)).toMatchObject({ status: 'completed' });
    await bed.kill(next);
  });
});
