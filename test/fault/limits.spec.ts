import { Api } from '../support/api.js';
import { TestBed } from '../support/processes.js';
import { createSimulation } from '../support/simulations.js';

describe('limits hold over two processes', () => {
  let bed: TestBed;
  let urls: string[];

  beforeAll(async () => {
    const limits = { growth: { requests_per_minute: 600, simulations_per_month: 50 } };
    // West of Greenwich the local month is not the UTC month that is counted.
    bed = await TestBed.start({ SVC_PLAN_LIMITS: JSON.stringify(limits), TZ: 'America/Los_Angeles' });
    urls = [(await bed.startApi()).url, (await bed.startApi()).url];
  });
  afterAll(() => bed.stop());

  it('300 creates at once against a quota of 50 give exactly 50', async () => {
    const owner = await bed.newCaller(urls[0] ?? '', 'Quota');
    const callers = urls.map((url) => new Api(url, owner.key));
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) => createSimulation(callers[index % 2] ?? owner, { agent_count: 1 })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(50);
    expect(statuses.filter((status) => status === 402)).toHaveLength(250);
    expect(answers.find(({ status }) => status === 402)?.body).toMatchObject({
      error: 'insufficient_quota',
      meta: { simulation_limit: 50 },
    });
    const { body } = await owner.call<{ simulations_this_period: number }>('/v1/usage');
    expect(body.data.simulations_this_period).toBe(50);
  });

  it('700 requests on two processes: exactly 600 accepted in the window, none too many', async () => {
    const owner = await bed.newCaller(urls[0] ?? '', 'Rate');
    const callers = urls.map((url) => new Api(url, owner.key));
    const answers = await Promise.all(
      Array.from({ length: 700 }, (_, index) => (callers[index % 2] ?? owner).call('/v1/usage')),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
    expect(statuses.filter((status) => status === 429)).toHaveLength(100);
  });
});
