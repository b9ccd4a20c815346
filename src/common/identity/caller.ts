import type { PlanTier } from '../../config/plans.js';
import type { Tier } from './tier.js';

/** Who asks. The first argument of every service method. */
export interface Caller {
  organizationId: string;
  planTier: PlanTier;
  tier: Tier;
  scopes: readonly string[];
  method: 'api_key';
  keyId: string;
}
