import type { Caller } from '../../common/identity/caller.js';
import type { Settings } from '../../config/settings.js';
import type { Databases } from '../database/databases.service.js';
import { OrganizationBudgets, type ProcessorMeter } from './organization-budgets.service.js';

const settings = { planLimits: { growth: { processor_seconds_per_minute: 240 } } } as Settings;
const caller = { tier: 'sandbox', organizationId: 'org', planTier: 'growth' } as Caller;

describe('the processor budget of a request', () => {
  let [uses, waitMs] = [0, 0];
  const meter = { use: () => (uses++, Promise.resolve(waitMs)) } as unknown as ProcessorMeter;
  const budgets = new OrganizationBudgets({} as Databases, meter, settings);
  beforeEach(() => {
    jest.useFakeTimers();
    [uses, waitMs] = [0, 0];
  });
  afterEach(() => jest.useRealTimers());

  it('Computations that follow each other within 100 ms need one check, and later ones a new check', async () => {
    const budget = budgets.of(caller);
    await budget.require();
    await budget.require();
    expect(uses).toBe(1);
    jest.advanceTimersByTime(100);
    waitMs = 1;
    await expect(budget.require()).rejects.toMatchObject({ code: 'processor_limit_reached' });
  });

  it('A computation that uses up the budget ends the check: the next computation is rejected', async () => {
    const budget = budgets.of(caller);
    await budget.require();
    waitMs = 1;
    await budget.charge(10);
    await expect(budget.require()).rejects.toMatchObject({ code: 'processor_limit_reached' });
    expect(uses).toBe(3);
  });

  it('A check of one request does not count for another request', async () => {
    await budgets.of(caller).require();
    await budgets.of(caller).require();
    expect(uses).toBe(2);
  });
});
