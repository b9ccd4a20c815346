import { sha256 } from '../common/crypto.js';
import type { Tier } from '../common/identity/tier.js';

const pattern = /^sk_(live|test)_[0-9a-f]{64}$/;

export function formatRawKey(tier: Tier, secret: Buffer): string {
  return `sk_${tier === 'live' ? 'live' : 'test'}_${secret.toString('hex')}`;
}

/** The tier a raw key names; undefined for what cannot be a key, so that no store is asked about it. */
export function tierOfRawKey(rawKey: string): Tier | undefined {
  const match = pattern.exec(rawKey);
  if (!match) return undefined;
  return match[1] === 'live' ? 'live' : 'sandbox';
}

/** What is stored of a raw key: enough to recognize it, nothing to use it. */
export function fingerprint(rawKey: string): { hash: Uint8Array<ArrayBuffer>; start: string; last4: string } {
  return {
    hash: new Uint8Array(sha256(rawKey)),
    start: rawKey.slice(0, 'sk_test_'.length + 4),
    last4: rawKey.slice(-4),
  };
}
