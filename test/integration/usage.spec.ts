import { newId } from '../../src/common/crypto.js';
import type { Caller } from '../../src/common/identity/caller.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import { Usage } from '../../src/usage/usage.service.js';
import { testCaller } from '../support/caller.js';
import { ManualClock } from '../support/manual-clock.js';
import { reserveQuota } from '../support/reserve-quota.js';
import { startStores, type Stores } from '../support/stores.js';

const limit = 3;
const lastOfJanuary = Date.parse('2026-01-31T23:59:59.999Z');
const firstOfFebruary = lastOfJanuary + 1;

describe('the monthly quota', () => {
  const clock = new ManualClock(lastOfJanuary);
  let stores: Stores;
  let databases: Databases;
  let usage: Usage;
  let caller: Caller;

  beforeAll(async () => {
    stores = await startStores({ SVC_PLAN_LIMITS: JSON.stringify({ sandbox: { simulations_per_month: limit } }) });
    databases = new Databases(stores.settings);
    usage = new Usage(databases, clock, stores.settings);
  });
  afterAll(async () => {
    await databases.onApplicationShutdown();
    await stores.stop();
  });
  beforeEach(async () => {
    const organizationId = newId();
    const data = { id: organizationId, name: 'Usage', planTier: 'sandbox' as const };
    await Promise.all([
      databases.for('sandbox').organization.create({ data }),
      databases.for('live').organization.create({ data }),
    ]);
    caller = testCaller(organizationId, 'sandbox');
    clock.time = lastOfJanuary;
  });

  const reserve = () => databases.transaction(caller.tier, (sql) => reserveQuota(sql, usage, caller, clock.now()));
  const refund = (reservedAtMs: number) =>
    databases.for('sandbox').$transaction((tx) => usage.refund(tx, caller.organizationId, new Date(reservedAtMs)));
  const used = async () => (await usage.report(caller)).simulations_this_period;

  it('The quota resets at the end of the calendar month in UTC', async () => {
    for (let index = 0; index < limit; index++) await reserve();
    await expect(reserve()).rejects.toMatchObject({ code: 'insufficient_quota' });
    expect(await usage.report(caller)).toMatchObject({
      period_start: '2026-01-01T00:00:00.000Z',
      period_end: '2026-02-01T00:00:00.000Z',
      simulations_this_period: limit,
    });
    clock.time = firstOfFebruary;
    expect(await usage.report(caller)).toMatchObject({
      period_start: '2026-02-01T00:00:00.000Z',
      simulations_this_period: 0,
      simulations_lifetime: limit,
    });
    await reserve();
    expect(await usage.report(caller)).toMatchObject({
      simulations_this_period: 1,
      simulations_lifetime: limit + 1,
      months: [
        { month: '2026-01', simulations: limit },
        { month: '2026-02', simulations: 1 },
      ],
    });
  });

  it('The usage by month covers this month and the 11 months before', async () => {
    await reserve();
    clock.time = Date.parse('2026-12-31T23:59:59Z');
    expect((await usage.report(caller)).months).toEqual([{ month: '2026-01', simulations: 1 }]);
    clock.time = Date.parse('2027-01-01T00:00:00Z');
    expect((await usage.report(caller)).months).toEqual([]);
  });

  it('A simulation is refunded to the month of its reservation', async () => {
    await reserve();
    clock.time = firstOfFebruary;
    await reserve();
    await refund(lastOfJanuary);
    expect(await used()).toBe(1);
    clock.time = lastOfJanuary;
    expect(await used()).toBe(0);
  });

  it('Concurrent reservations never exceed the quota, and a reservation of several is made completely or not at all', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => reserve()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(limit);
    await refund(clock.time);
    const two = databases.transaction('sandbox', (sql) => reserveQuota(sql, usage, caller, clock.now(), 2));
    await expect(two).rejects.toMatchObject({ code: 'insufficient_quota' });
    expect(await used()).toBe(limit - 1);
  });

  it('A reservation is rolled back if its transaction fails', async () => {
    const failing = databases.transaction('sandbox', async (sql) => {
      await reserveQuota(sql, usage, caller, clock.now());
      throw new Error('afterwards');
    });
    await expect(failing).rejects.toThrow('afterwards');
    expect(await used()).toBe(0);
  });

  it('Each tier has a separate usage count', async () => {
    await reserve();
    expect((await usage.report({ ...caller, tier: 'live' })).simulations_lifetime).toBe(0);
  });
});
