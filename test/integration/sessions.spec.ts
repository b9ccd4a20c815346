import { randomUUID } from 'node:crypto';
import { Sessions } from '../../src/auth/session/sessions.service.js';
import { EntrySigner } from '../../src/common/entry-signer.js';
import { ManualClock } from '../support/manual-clock.js';
import { startTestRedis, type TestRedis } from '../support/stores.js';

describe('a session that ends during a request', () => {
  const clock = new ManualClock(Date.now());
  let cache: TestRedis;
  let sessions: Sessions;

  beforeAll(async () => {
    cache = await startTestRedis();
    sessions = new Sessions(cache.redis, clock, new EntrySigner(Buffer.alloc(32), []));
  });
  afterAll(() => cache.stop());

  it.each<[string, (token: string, userId: string) => Promise<unknown>]>([
    ['logout', (token) => sessions.end(token)],
    ['ending all sessions of the user', (_, userId) => sessions.endAll(userId)],
  ])('A session that ends by %s during a request is not restored when that request refreshes it', async (_, end) => {
    const user = { id: randomUUID(), organizationId: randomUUID(), role: 'owner' as const };
    const { token } = await sessions.start(user, { address: '127.0.0.1', browser: 'Firefox on Linux' });
    clock.time += 3_600_000;
    const found = await sessions.find(token);
    if (!found) throw new Error('the session does not exist');
    await end(token, user.id);
    expect(await sessions.refresh(found)).toBeUndefined();
    expect(await sessions.find(token)).toBeUndefined();
  });
});
