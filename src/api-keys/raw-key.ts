import { sha256 } from '../common/crypto.js';
import { tiers, type Tier } from '../common/identity/caller.js';

const prefixes = { live: 'sk_live_', sandbox: 'sk_test_' } as const satisfies Record<Tier, string>;
export const rawKeyPattern = /^sk_(live|test)_[0-9a-f]{64}$/;

export function formatRawKey(tier: Tier, secret: Buffer): string {
  return `${prefixes[tier]}${secret.toString('hex')}`;
}

/** Returns the tier of a raw key, or undefined if its format is invalid, so that no store needs to be queried. */
export function tierOfRawKey(rawKey: string): Tier | undefined {
  return rawKeyPattern.test(rawKey) ? tiers.find((tier) => rawKey.startsWith(prefixes[tier])) : undefined;
}

/** The stored parts of a raw key: enough to recognize it, but not to use it. */
export function fingerprint(rawKey: string): { hash: Uint8Array<ArrayBuffer>; start: string; last4: string } {
  return {
    hash: new Uint8Array(sha256(rawKey)),
    start: rawKey.slice(0, 'sk_test_'.length + 4),
    last4: rawKey.slice(-4),
  };
}
