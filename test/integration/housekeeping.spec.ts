import { Clock } from '../../src/common/clock.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import { Idempotency, keptMs } from '../../src/platform/idempotency/idempotency.service.js';
import { Housekeeping } from '../../src/processor/housekeeping.service.js';
import { startStores, type Stores } from '../support/stores.js';

describe('what has expired', () => {
  const clock = new (class extends Clock {
    time = Date.UTC(2026, 2, 1);
    now = () => new Date(this.time);
  })();
  let stores: Stores;
  let databases: Databases;
  let idempotency: Idempotency;

  beforeAll(async () => {
    stores = await startStores();
    databases = new Databases(stores.settings);
    idempotency = new Idempotency(databases, stores.settings, clock);
  });
  afterAll(async () => {
    await databases.onApplicationShutdown();
    await stores.stop();
  });

  let effects = 0;
  const once = () => {
    const request = {
      scope: 'o',
      route: 'POST /x',
      key: '11111111-1111-4111-8111-111111111111',
      payload: {},
      status: 201,
    };
    return idempotency.once('sandbox', request, () => Promise.resolve({ effect: ++effects }));
  };
  const records = () => databases.for('sandbox').idempotencyRecord.count();

  it('an idempotency record is replayed for 24 hours, with the same secret, and not a moment longer', async () => {
    const first = await once();
    clock.time += keptMs - 1;
    const replay = await once();
    expect(replay).toEqual({ ...first, replayed: true });
    clock.time += 1;
    const anew = await once();
    expect(anew).toMatchObject({ body: { effect: 2 }, replayed: false });
    expect(anew.secret.equals(first.secret)).toBe(false);
  });

  it('is swept, with the nonce; what is still good stays', async () => {
    const housekeeping = new Housekeeping(databases, clock);
    await housekeeping.sweep('sandbox');
    expect(await records()).toBe(1);
    clock.time += keptMs + 1;
    await housekeeping.sweep('sandbox');
    expect(await records()).toBe(0);
  });
});
