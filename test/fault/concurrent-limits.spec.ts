import { randomUUID } from 'node:crypto';
import { ApiClient, type ApiResponse } from '../support/api-client.js';
import { bootstrapKey } from '../support/bootstrap-key.js';
import { TestBed } from '../support/test-bed.js';
import { RateLog } from '../support/rate-log.js';
import { workflowId } from '../support/simulations.js';

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
    const callers = urls.map((url) => new ApiClient(url, owner.key));
    const responses = await Promise.all(
      Array.from({ length: 300 }, (_, index) => persistentCreate(callers[index % 2] ?? owner)),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(50);
    expect(statuses.filter((status) => status === 402)).toHaveLength(250);
    expect(responses.find(({ status }) => status === 402)?.body).toMatchObject({
      error: 'insufficient_quota',
      meta: { simulation_limit: 50 },
    });
    const { body } = await owner.call<{ simulations_this_period: number }>('/v1/usage');
    expect(body.data.simulations_this_period).toBe(50);
  });

  it('700 requests on two processes: exactly 600 accepted in the window, none too many', async () => {
    const wanted = { tier: 'sandbox', plan: 'growth', organization: 'Rate' } as const;
    const { key, organization_id } = await bootstrapKey(bed.servers, wanted);
    const [here, there] = urls.map((url) => new ApiClient(url, key)) as [ApiClient, ApiClient];
    const log = new RateLog(bed.servers.redisUrl);
    const statuses: number[] = [];
    let sent = 0;
    const sender = async () => {
      while (sent < 700) {
        const caller = sent++ % 2 === 0 ? here : there;
        if (sent % 50 === 0) await log.moveAllToNow(organization_id);
        statuses.push((await caller.call('/v1/usage')).status);
      }
    };
    await Promise.all(Array.from({ length: 100 }, sender));
    log.close();
    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
    expect(statuses.filter((status) => status === 429)).toHaveLength(100);
  });
});

/** What an overloaded service answers, and a client sends again. */
const overloaded = [408, 409, 503];

/** Sends it, under one key, until the service has found the time for it. */
async function persistentCreate(api: ApiClient): Promise<ApiResponse> {
  const headers = { 'idempotency-key': randomUUID() };
  const json = { workflow_id: workflowId, agent_count: 1 };
  for (;;) {
    const response = await api.call('/v1/simulations', { method: 'POST', json, headers });
    if (!overloaded.includes(response.status)) return response;
  }
}
