import { fingerprint, formatRawKey, tierOfRawKey } from './raw-key.js';

const secret = Buffer.alloc(32, 0xab);

describe('a raw key', () => {
  it('A raw key contains its tier, and a malformed key has none', () => {
    expect(tierOfRawKey(formatRawKey('live', secret))).toBe('live');
    expect(tierOfRawKey(formatRawKey('sandbox', secret))).toBe('sandbox');
    const good = formatRawKey('live', secret);
    for (const bad of ['', 'sk_live_', good.slice(0, -1), `${good}0`, good.toUpperCase(), `${good}\n`, ` ${good}`]) {
      expect(tierOfRawKey(bad)).toBeUndefined();
    }
  });

  it('The stored fingerprint does not contain the raw key', () => {
    const rawKey = formatRawKey('sandbox', secret);
    const { hash, start, last4 } = fingerprint(rawKey);
    expect(hash).toHaveLength(32);
    expect(start).toBe('sk_test_abab');
    expect(last4).toBe('abab');
    expect(Buffer.from(hash).toString('hex')).not.toContain('abab');
  });
});
