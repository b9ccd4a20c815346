import type { Tier } from '../common/identity/tier.js';

/** One queue for each tier. A job is only a wake-up signal. Postgres decides which simulation runs next. */
export const LIVE_SIMULATIONS_QUEUE = 'live-simulations';
export const SANDBOX_SIMULATIONS_QUEUE = 'sandbox-simulations';

export const DELIVERIES_QUEUE = 'deliveries';

/** Lanes with due deliveries. Postgres decides which deliveries are due. */
export interface DeliveryJob {
  tier: Tier;
  lanes: string[];
}
