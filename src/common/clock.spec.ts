import { momentSchema } from './clock.js';

describe('momentSchema', () => {
  it.each([
    '2026-11-20T00:00:00Z',
    '2026-11-20T14:00:00.123+14:00',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '2024-02-29T00:00:00Z',
  ])('%s is a valid time', (text) => expect(momentSchema.safeParse(text).success).toBe(true));

  it.each([
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-14:00',
    '2026-02-29T00:00:00Z',
    '2026-11-20T00:00:00',
    '2026-11-20',
    'yesterday',
    1_795_187_892_303,
  ])('%s is not a valid time', (text) => expect(momentSchema.safeParse(text).success).toBe(false));
});
