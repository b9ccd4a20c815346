import type { Redis } from 'ioredis';
import type { Caller } from '../common/identity/caller.js';
import type { Databases } from '../platform/database/databases.service.js';
import { ResponseStreams } from '../platform/streams/response-streams.service.js';
import { RevokedStreams } from './revoked-streams.service.js';

describe('the event streams of ended credentials', () => {
  const sessions = new Set(['session:a', 'session:b']);
  const keys = new Set(['key-a', 'key-b']);
  const redis = { exists: (key: string) => Promise.resolve(sessions.has(key) ? 1 : 0) } as unknown as Redis;
  const scopes: Record<string, string[]> = { 'user-a': ['simulations:read'], 'user-b': ['simulations:read'] };
  const query = ({ text, values: [ids] }: { text: string; values: [string[]] }) =>
    Promise.resolve({
      rows: text.includes('users')
        ? ids.map((id) => ({ id, role: 'member', scopes: scopes[id] }))
        : ids.filter((id) => keys.has(id)).map((id) => ({ id })),
    });
  const databases = { sql: () => ({ query }) } as unknown as Databases;

  const ended: string[] = [];
  const streams = new ResponseStreams();
  const service = new RevokedStreams(databases, streams, redis);
  const common = {
    organizationId: 'o',
    planTier: 'growth',
    scopes: [],
    origin: { requestId: 'r', address: '' },
  } as const;
  const open = (name: string, caller: Caller) =>
    streams.openEvents({ caller, scope: 'simulations:read', end: () => ended.push(name) });

  beforeAll(() => {
    jest.useFakeTimers();
    service.onApplicationBootstrap();
  });
  afterAll(() => {
    service.onModuleDestroy();
    jest.useRealTimers();
  });

  it('Streams end within five seconds after their key, their session or their scope has ended, and others continue', async () => {
    for (const letter of ['a', 'b']) {
      open(`key ${letter}`, { ...common, tier: 'sandbox', method: 'api_key', keyId: `key-${letter}`, expiresAt: null });
      const session = {
        method: 'session',
        userId: 'u',
        role: 'owner',
        sessionKey: `session:${letter}`,
        expiresAt: new Date(),
      } as const;
      open(`session ${letter}`, { ...common, tier: 'live', ...session });
      const member = { ...session, userId: `user-${letter}`, role: 'member', sessionKey: 'session:a' } as const;
      open(`member ${letter}`, { ...common, tier: 'sandbox', ...member });
    }
    await jest.advanceTimersByTimeAsync(5_000);
    expect(ended).toEqual([]);
    keys.delete('key-a');
    sessions.delete('session:b');
    scopes['user-b'] = ['keys:read'];
    await jest.advanceTimersByTimeAsync(5_000);
    expect(new Set(ended)).toEqual(new Set(['key a', 'session b', 'member b']));
  });
});
