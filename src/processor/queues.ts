import type { Tier } from '../common/identity/tier.js';

/** One for each tier. A job in it is a word: something waits. Which simulation is to run next is asked of Postgres. */
export const LIVE_SIMULATIONS_QUEUE = 'live-simulations';
export const SANDBOX_SIMULATIONS_QUEUE = 'sandbox-simulations';

export const DELIVERIES_QUEUE = 'deliveries';

/** Lanes in which deliveries have become due. Which ones, and whether they still are, is asked of Postgres. */
export interface DeliveryJob {
  tier: Tier;
  lanes: string[];
}
