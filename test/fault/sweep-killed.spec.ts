import type { ApiClient } from '../support/api-client.js';
import { expireLeases } from '../support/leases.js';
import { TestBed } from '../support/test-bed.js';
import { createSweep, finishedSweep } from '../support/sweeps.js';
import { waitUntil } from '../support/wait-until.js';

describe('a parameter sweep whose worker is killed', () => {
  let bed: TestBed;
  let api: ApiClient;

  beforeAll(async () => {
    bed = await TestBed.start();
    api = await bed.newCaller((await bed.startApi()).url);
  });
  afterAll(() => bed.stop());

  it('All points of a sweep complete, and use the quota once, after its worker was killed', async () => {
    const range = { name: 'train_cost_factor', from: 0.8, to: 1.2, steps: 40 };
    const { data } = (
      await createSweep(api, {
        agent_count: 10_000,
        uncertainty: { parameter_draws: 100 },
        parameters: [range],
      })
    ).body;
    await api.call(`/v1/sweeps/${data.id}`); // compiles the check of the response
    const worker = await bed.startWorker();
    await waitUntil('some points are completed', async () => {
      const { body } = await api.call<typeof data>(`/v1/sweeps/${data.id}`);
      return (body.data.progress.points['completed'] ?? 0) > 0;
    });
    await bed.kill(worker);
    const { body: after } = await api.call<typeof data>(`/v1/sweeps/${data.id}`);
    expect(after.data.progress.points['completed']).toBeLessThan(40);
    const killedAt = new Date();
    await bed.startWorker();
    await expireLeases(bed.servers.sandboxDatabaseUrl, killedAt);
    expect(await finishedSweep(api, data.id)).toMatchObject({
      status: 'completed',
      progress: { points: { completed: 40 }, agents_done: 400_000 },
    });
    const { body } = await api.call<{ simulations_this_period: number }>('/v1/usage');
    expect(body.data.simulations_this_period).toBe(40);
  });
});
