import { sha256 } from '../common/crypto.js';
import type { Tier } from '../common/identity/tier.js';

const pattern = /^sk_(live|test)_[0-9a-f]{64}$/;

export function formatRawKey(tier: Tier, secret: Buffer): string {
  return `sk_${tier === 'live' ? 'live' : 'test'}_${secret.toString('hex')}`;
}

/** Returns the tier of a raw key, or undefined if its format is invalid, so that no store needs to be queried. */
export function tierOfRawKey(rawKey: string): Tier | undefined {
  const match = pattern.exec(rawKey);
  if (!match) return undefined;
  return match[1] === 'live' ? 'live' : 'sandbox';
}

/** The stored parts of a raw key: enough to recognize it, but not to use it. */
export function fingerprint(rawKey: string): { hash: Uint8Array<ArrayBuffer>; start: string; last4: string } {
  return {
    hash: new Uint8Array(sha256(rawKey)),
    start: rawKey.slice(0, 'sk_test_'.length + 4),
    last4: rawKey.slice(-4),
  };
}
