import { randomUUID } from 'node:crypto';
import { Sessions } from '../../src/auth/session/sessions.service.js';
import { ManualClock } from '../support/manual-clock.js';
import { startTestRedis, type TestRedis } from '../support/stores.js';

describe('a session that is ended while a request uses it', () => {
  const clock = new ManualClock(Date.now());
  let cache: TestRedis;
  let sessions: Sessions;

  beforeAll(async () => {
    cache = await startTestRedis();
    sessions = new Sessions(cache.redis, clock);
  });
  afterAll(() => cache.stop());

  it.each<[string, (token: string, userId: string) => Promise<void>]>([
    ['logout', (token) => sessions.end(token)],
    ['the end of all sessions of the user', (_, userId) => sessions.endAll(userId)],
  ])('by %s, is not brought back by the refresh of that request', async (_, end) => {
    const user = { id: randomUUID(), organizationId: randomUUID() };
    const { token } = await sessions.start(user);
    clock.time += 3_600_000;
    const found = await sessions.find(token);
    if (!found) throw new Error('there is no session');
    await end(token, user.id);
    expect(await sessions.refresh(found)).toBeUndefined();
    expect(await sessions.find(token)).toBeUndefined();
  });
});
