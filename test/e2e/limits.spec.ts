import { randomUUID } from 'node:crypto';
import { tiers } from '../../src/common/identity/caller.js';
import { ApiClient } from '../support/api-client.js';
import { operationsOf } from '../support/api-operations.js';
import { theContract } from '../support/contract.js';
import { itInFullLevel } from '../support/full-level.js';
import { newAddress } from '../support/new-address.js';
import { RateLog } from '../support/rate-log.js';
import { runSharedCommand } from '../support/shared-commands.js';
import { bootstrap, newCaller, runFile } from '../support/shared-service.js';
import { createSimulation, workflowId } from '../support/simulations.js';

interface UsageReport {
  period_start: string;
  period_end: string;
  simulations_this_period: number;
  simulation_limit: number;
  simulations_lifetime: number;
  agent_count_ceiling: number;
  concurrent_simulations: number;
  rate_limit_per_minute: number;
  plan_tier: string;
  tier: string;
  months: { month: string; simulations: number }[];
  plans: Record<string, unknown>[];
}

describe('the limits of public routes outside /v1', () => {
  let log: RateLog;
  beforeAll(() => (log = new RateLog(runFile().redis_url)));
  afterAll(() => log.close());

  const get = async (path: string, address: string) => {
    const headers = { 'x-forwarded-for': address, 'sec-fetch-dest': path.endsWith('/page') ? 'document' : 'empty' };
    const response = await fetch(runFile().url + path, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it('Each document, page, file and unknown path has a limit for each address', async () => {
    const documented = operationsOf(theContract().document)
      .filter(({ path, operation }) => operation.security?.length === 0 && !path.startsWith('/v1/'))
      .map(({ path }) => path.replace('{section}', 'errors'));
    const paths = documented.filter((path) => !['/livez', '/readyz'].includes(path));
    expect(paths).toContain('/openapi.json');
    const files = ['/', '/sign-in', '/icon.svg', '/assets/unknown.js', '/unknown/page', '/unknown', '/v2/unknown'];
    for (const path of [...paths, ...files]) {
      const address = newAddress();
      const first = await get(path, address);
      const [, policy = '', limit] =
        /^"([\w-]+)";q=(\d+);w=60$/.exec(first.headers.get('ratelimit-policy') ?? '') ?? [];
      expect([path, first.status, policy]).not.toEqual([path, 429, '']);
      await log.addRequests(address, policy, Number(limit));
      const { status, headers, text } = await get(path, address);
      expect([path, status, (JSON.parse(text) as { error: string }).error]).toEqual([path, 429, 'rate_limited']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await get(path, newAddress())).status).toBe(first.status);
    }
  });

  it('Health probes have no limit, so that a load balancer never takes other requests of an address for a failure', async () => {
    const address = newAddress();
    for (const path of ['/livez', '/readyz'])
      expect((await get(path, address)).headers.get('ratelimit-policy')).toBeNull();
  });
});

describe('the rate limit of a plan', () => {
  let log: RateLog;
  beforeAll(() => (log = new RateLog(runFile().redis_url)));
  afterAll(() => log.close());

  it('Every response shows the rate limit and the remaining requests, and a request over the limit gets 429 with Retry-After', async () => {
    const { key, organization_id } = await bootstrap({ plan: 'sandbox' });
    const api = new ApiClient(runFile().url, key);
    for (let remaining = 59; remaining >= 0; remaining--) {
      await log.moveAllToNow(organization_id);
      const { status, headers } = await api.call('/v1/usage');
      expect(status).toBe(200);
      expect(headers.get('ratelimit-policy')).toBe('"plan";q=60;w=60');
      expect(headers.get('ratelimit')).toMatch(new RegExp(`^"plan";r=${remaining};t=\\d+$`));
    }
    await log.moveAllToNow(organization_id);
    const { status, body, headers } = await api.call('/v1/usage');
    expect([status, body.error]).toEqual([429, 'rate_limited']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(headers.get('ratelimit')).toMatch(/^"plan";r=0;t=\d+$/);
  });

  it('All keys of an organization share one rate limit per tier', async () => {
    const organization = `Limits ${randomUUID()}`;
    const options = { organization, plan: 'sandbox' } as const;
    const [one, two] = [await bootstrap(options), await bootstrap(options)];
    const live = await bootstrap({ ...options, tier: 'live' });
    const [first, second, other] = [one, two, live].map(({ key }) => new ApiClient(runFile().url, key));
    await log.addRequestsOf(one.organization_id, 59);
    expect((await first?.call('/v1/usage'))?.status).toBe(200);
    await log.moveAllToNow(one.organization_id);
    expect((await second?.call('/v1/usage'))?.status).toBe(429);
    expect((await other?.call('/v1/usage'))?.status).toBe(200);
  });

  it('The rate limit applies before validation and quota, so a rejected request does not use the quota', async () => {
    const { key, organization_id } = await bootstrap({ plan: 'sandbox' });
    const api = new ApiClient(runFile().url, key);
    await log.addRequestsOf(organization_id, 55);
    const responses = await Promise.all(Array.from({ length: 8 }, () => createSimulation(api, { agent_count: 1 })));
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(3);
    await log.moveAllToNow(organization_id);
    expect((await createSimulation(api, { agent_count: 'x' })).status).toBe(429);
    await runSharedCommand('organization', 'set-plan', '--organization', organization_id, '--plan', 'growth');
    expect((await api.call<UsageReport>('/v1/usage')).body.data.simulations_this_period).toBe(5);
  });
});

describe('the quota', () => {
  it('GET /v1/usage returns the period, the usage and the limits of the plan', async () => {
    const api = await newCaller({ plan: 'sandbox' });
    const { status, body } = await api.call<UsageReport>('/v1/usage');
    expect(status).toBe(200);
    const now = new Date();
    expect(body.data).toEqual({
      period_start: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())).toISOString(),
      period_end: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString(),
      simulations_this_period: 0,
      simulation_limit: 100,
      simulations_lifetime: 0,
      agent_count_ceiling: 1_000,
      concurrent_simulations: 2,
      rate_limit_per_minute: 60,
      plan_tier: 'sandbox',
      tier: 'sandbox',
      months: [],
      plans: [
        {
          plan_tier: 'sandbox',
          simulation_limit: 100,
          agent_count_ceiling: 1_000,
          large_agent_count_ceiling: 1_000,
          concurrent_simulations: 2,
          rate_limit_per_minute: 60,
          compute_seconds_per_simulation: expect.any(Number) as number,
          promotion_dry_runs_per_minute: 10,
          processor_seconds_per_minute: expect.any(Number) as number,
        },
        expect.objectContaining({ plan_tier: 'growth', simulation_limit: 10_000, compute_seconds_per_simulation: 600 }),
        expect.objectContaining({ plan_tier: 'scale', large_agent_count_ceiling: 10_000_000 }),
      ],
    });
    await createSimulation(api, { agent_count: 1 });
    expect((await api.call<UsageReport>('/v1/usage')).body.data).toMatchObject({
      simulations_this_period: 1,
      simulations_lifetime: 1,
      months: [{ month: now.toISOString().slice(0, 7), simulations: 1 }],
    });
  });

  it('A rejected create uses no quota, and usage in the sandbox tier does not count in the live tier', async () => {
    const organization = `Quota ${randomUUID()}`;
    const [sandbox, live] = await Promise.all(
      tiers.map(async (tier) => new ApiClient(runFile().url, (await bootstrap({ organization, tier })).key)),
    );
    await sandbox?.post('/v1/simulations', { workflow_id: 'no-such-workflow' });
    await sandbox?.post('/v1/simulations', { workflow_id: workflowId, agent_count: 'x' });
    if (sandbox) await createSimulation(sandbox, { agent_count: 1 });
    expect((await sandbox?.call<UsageReport>('/v1/usage'))?.body.data.simulations_this_period).toBe(1);
    expect((await live?.call<UsageReport>('/v1/usage'))?.body.data).toMatchObject({
      simulations_this_period: 0,
      tier: 'live',
    });
  });

  it('The CLI command set-plan changes the limits that GET /v1/usage returns', async () => {
    const { key, organization_id } = await bootstrap({ plan: 'sandbox' });
    const api = new ApiClient(runFile().url, key);
    expect((await api.call<UsageReport>('/v1/usage')).body.data.simulation_limit).toBe(100);
    await runSharedCommand('organization', 'set-plan', '--organization', organization_id, '--plan', 'growth');
    const { data } = (await api.call<UsageReport>('/v1/usage')).body;
    expect(data).toMatchObject({ plan_tier: 'growth', simulation_limit: 10_000, agent_count_ceiling: 10_000 });
  });
});

describe('an Idempotency-Key on POST /v1/simulations', () => {
  const create = (api: ApiClient, key: string, body: Record<string, unknown> = {}) =>
    api.call<{ id: string; seed: number }>('/v1/simulations', {
      method: 'POST',
      json: { workflow_id: workflowId, agent_count: 5, ...body },
      headers: { 'idempotency-key': key },
    });

  it('A retry with the same Idempotency-Key and payload, in any field order, gets the first response and uses the quota once', async () => {
    const api = await newCaller();
    const key = randomUUID();
    const scenario = { car_cost_factor: 1.1, train_cost_factor: 0.9 };
    const first = await create(api, key, { scenario_context: scenario });
    const again = await create(api, `"${key.toUpperCase()}"`, {
      scenario_context: { train_cost_factor: 0.9, car_cost_factor: 1.1 },
    });
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.body).toEqual(first.body);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect((await api.call<UsageReport>('/v1/usage')).body.data.simulations_this_period).toBe(1);
  });

  it('An Idempotency-Key used with another payload gets 422 idempotency_key_reused', async () => {
    const api = await newCaller();
    const key = randomUUID();
    await create(api, key);
    expect(await create(api, key, { agent_count: 6 })).toMatchObject({
      status: 422,
      body: { error: 'idempotency_key_reused' },
    });
  });

  it('An Idempotency-Key can be used again after an error response', async () => {
    const api = await newCaller();
    const key = randomUUID();
    expect((await create(api, key, { workflow_id: 'unknown' })).status).toBe(400);
    expect((await create(api, key)).status).toBe(202);
  });

  itInFullLevel(
    'Of fifty concurrent requests with one Idempotency-Key, one creates a simulation and all get its response',
    async () => {
      const api = await newCaller();
      const key = randomUUID();
      const responses = await Promise.all(Array.from({ length: 50 }, () => create(api, key)));
      expect(new Set(responses.map(({ status, body }) => `${status} ${body.data.id}`)).size).toBe(1);
      expect(responses.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
      expect((await api.call<UsageReport>('/v1/usage')).body.data.simulations_this_period).toBe(1);
    },
  );

  it('Two organizations can use the same Idempotency-Key', async () => {
    const key = randomUUID();
    const [one, two] = await Promise.all([newCaller(), newCaller()]);
    const responses = await Promise.all([create(one, key), create(two, key)]);
    expect(responses[0]?.body.data.id).not.toBe(responses[1]?.body.data.id);
  });
});
