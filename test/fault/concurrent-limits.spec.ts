import { randomUUID } from 'node:crypto';
import { ApiClient, type ApiResponse } from '../support/api-client.js';
import { bootstrapKey } from '../support/bootstrap-key.js';
import { TestBed } from '../support/test-bed.js';
import { RateLog } from '../support/rate-log.js';
import { workflowId } from '../support/simulations.js';

describe('limits across two processes', () => {
  let bed: TestBed;
  let urls: string[];

  beforeAll(async () => {
    const limits = { growth: { requests_per_minute: 600, simulations_per_month: 50 } };
    // In this time zone the local month differs from the UTC month of the quota.
    bed = await TestBed.start({ SVC_PLAN_LIMITS: JSON.stringify(limits), TZ: 'America/Los_Angeles' });
    urls = [(await bed.startApi()).url, (await bed.startApi()).url];
  });
  afterAll(() => bed.stop());

  it('Of 300 concurrent creates on two processes with a quota of 50, exactly 50 are accepted', async () => {
    const owner = await bed.newCaller(urls[0] ?? '', 'Quota');
    const callers = urls.map((url) => new ApiClient(url, owner.key));
    const responses = await Promise.all(
      Array.from({ length: 300 }, (_, index) => createWithRetries(callers[index % 2] ?? owner)),
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

  /** Sends 700 requests of a new organization to two processes, at most 100 at a time. */
  async function send700(): Promise<number[]> {
    const options = { tier: 'sandbox', plan: 'growth', organization: 'Rate' } as const;
    const { key, organization_id } = await bootstrapKey(bed.servers, options);
    const [first, second] = urls.map((url) => new ApiClient(url, key)) as [ApiClient, ApiClient];
    const log = new RateLog(bed.servers.redisUrl);
    const statuses: number[] = [];
    let sent = 0;
    const sender = async () => {
      while (sent < 700) {
        const caller = sent++ % 2 === 0 ? first : second;
        if (sent % 50 === 0) await log.moveAllToNow(organization_id);
        statuses.push((await caller.call('/v1/usage')).status);
      }
    };
    await Promise.all(Array.from({ length: 100 }, sender));
    log.close();
    return statuses;
  }

  it('Of 700 requests on two processes with a rate limit of 600, exactly 600 are accepted', async () => {
    const statuses = await send700();
    const countOf = (status: number) => statuses.filter((one) => one === status).length;
    expect([countOf(200), countOf(429)]).toEqual([600, 100]);
  });
});

/** Statuses of an overloaded service that clients retry. */
const overloaded = [408, 409, 503];

/** Retries with one Idempotency-Key until the service is no longer overloaded. */
async function createWithRetries(api: ApiClient): Promise<ApiResponse> {
  const headers = { 'idempotency-key': randomUUID() };
  const json = { workflow_id: workflowId, agent_count: 1 };
  for (;;) {
    const response = await api.call('/v1/simulations', { method: 'POST', json, headers });
    if (!overloaded.includes(response.status)) return response;
  }
}
