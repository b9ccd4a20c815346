import { tiers, type Tier } from '../common/identity/caller.js';

const prefixes = { live: 'shr_live_', sandbox: 'shr_test_' } as const satisfies Record<Tier, string>;
const pattern = /^shr_(live|test)_[\w-]{43}$/;

/** @param secret 32 random bytes */
export function formatShareToken(tier: Tier, secret: Buffer): string {
  return `${prefixes[tier]}${secret.toString('base64url')}`;
}

/** Returns the tier of a token, or undefined if its format is invalid, so that no database needs to be queried. */
export function tierOfShareToken(token: string): Tier | undefined {
  return pattern.test(token) ? tiers.find((tier) => token.startsWith(prefixes[tier])) : undefined;
}
