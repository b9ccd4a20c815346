import { keyWarnings, type ApiKey } from './api-key-table';

const now = Date.parse('2026-11-21T12:00:00Z');
const daysFromNow = (days: number) => new Date(now + days * 24 * 3600 * 1000).toISOString();

const key = (changes: Partial<ApiKey>): ApiKey => ({
  key_id: '019aa0f5-5b6e-7c3a-9d55-2f0d7c1f4a10',
  name: 'Reports',
  start: 'sk_test_1f4a',
  last4: '09be',
  scopes: ['simulations:read'],
  is_test: true,
  status: 'active',
  created_at: daysFromNow(-10),
  last_used_at: daysFromNow(-1),
  expires_at: null,
  revoked_at: null,
  rotated_from: null,
  created_by: null,
  ...changes,
});

describe('warnings of API keys', () => {
  it('A young key in use without expiry has no warning', () => {
    expect(keyWarnings(key({}), now)).toEqual([]);
  });

  it('A key has warnings if it expires within 14 days, is older than 90 days or was never used for a week', () => {
    expect(keyWarnings(key({ expires_at: daysFromNow(3.5) }), now)).toEqual(['Expires in 3 days']);
    expect(keyWarnings(key({ expires_at: daysFromNow(1.2) }), now)).toEqual(['Expires in 1 day']);
    expect(keyWarnings(key({ expires_at: daysFromNow(0.5) }), now)).toEqual(['Expires within 24 hours']);
    expect(keyWarnings(key({ expires_at: daysFromNow(15) }), now)).toEqual([]);
    expect(keyWarnings(key({ created_at: daysFromNow(-91) }), now)).toEqual(['Older than 90 days: rotate it']);
    expect(keyWarnings(key({ last_used_at: null }), now)).toEqual(['Never used: revoke it if no program needs it']);
    expect(keyWarnings(key({ last_used_at: null, created_at: daysFromNow(-1) }), now)).toEqual([]);
  });

  it('A revoked key has no warning', () => {
    expect(keyWarnings(key({ status: 'revoked', created_at: daysFromNow(-200) }), now)).toEqual([]);
  });
});
