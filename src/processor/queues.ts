import type { Tier } from '../common/identity/tier.js';

/** The names of the queues, one for each tier. A job is only a wake-up signal. Postgres decides which simulation runs next. */
export const liveSimulationsQueue = 'live-simulations';
export const sandboxSimulationsQueue = 'sandbox-simulations';

export const deliveriesQueue = 'deliveries';

/** Lanes with due deliveries. Postgres decides which deliveries are due. */
export interface DeliveryJob {
  tier: Tier;
  lanes: string[];
}
