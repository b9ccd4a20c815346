import type { Caller } from '../../src/common/identity/caller.js';
import { newId, newRequestId } from '../../src/common/crypto.js';
import type { PlanTier } from '../../src/config/plans.js';

/** A caller with a sandbox key that has all scopes. */
export function testCaller(organizationId: string, planTier: PlanTier): Caller {
  return {
    organizationId,
    planTier,
    tier: 'sandbox',
    scopes: ['*'],
    method: 'api_key',
    keyId: newId(),
    expiresAt: null,
    origin: { requestId: newRequestId(), address: '127.0.0.1' },
  };
}
