import type { Caller } from '../../src/common/identity/caller.js';
import { newId, newRequestId } from '../../src/common/ids.js';
import type { PlanTier } from '../../src/config/plans.js';

/** A key of the sandbox that may do everything, as a service is called with it. */
export function callerOf(organizationId: string, planTier: PlanTier): Caller {
  return {
    ...{ organizationId, planTier, tier: 'sandbox', scopes: ['*'] },
    ...{ method: 'api_key', keyId: newId(), expiresAt: null },
    origin: { requestId: newRequestId(), address: '127.0.0.1' },
  };
}
