import type { ApiClient } from '../support/api-client.js';
import { createGoal, finishedGoal, type GoalRecord } from '../support/goals.js';
import { expireLeases } from '../support/leases.js';
import { TestBed } from '../support/test-bed.js';
import { waitUntil } from '../support/wait-until.js';

describe('a goal whose worker is killed', () => {
  let bed: TestBed;
  let api: ApiClient;

  beforeAll(async () => {
    bed = await TestBed.start();
    api = await bed.newCaller((await bed.startApi()).url);
  });
  afterAll(() => bed.stop());

  it('A goal completes with the same result, and uses the quota once, after its worker was killed', async () => {
    // Takes seconds.
    const request = {
      workflow_id: 'catsup-brand-choice',
      agent_count: 3_000,
      parameters: [{ name: 'heinz28_price' }, { name: 'heinz32_price' }],
      objective: { goal: 'maximize', share: 'heinz28' },
    };
    const { data } = (await createGoal(api, request)).body;
    const read = async () => (await api.call<GoalRecord>(`/v1/goals/${data.id}`)).body.data;
    await read(); // compiles the check of the response
    const worker = await bed.startWorker();
    await waitUntil('some evaluations are done', async () => (await read()).progress.evaluations_done > 0);
    await bed.kill(worker);
    expect(await read()).toMatchObject({ status: 'running', result: null });
    const killedAt = new Date();
    await bed.startWorker();
    await expireLeases(bed.servers.sandboxDatabaseUrl, killedAt);
    const first = await finishedGoal(api, data.id);
    expect(first).toMatchObject({ status: 'completed', quota: 120 });
    const { body } = await api.call<{ simulations_this_period: number }>('/v1/usage');
    expect(body.data.simulations_this_period).toBe(120);
    const again = await finishedGoal(api, (await createGoal(api, request)).body.data.id);
    expect(again.digest).toBe(first.digest);
  });
});
