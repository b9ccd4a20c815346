import type { Tier } from '../common/identity/tier.js';

export const SIMULATIONS_QUEUE = 'simulations';

/** What the queue carries: only where to look. Whether the work is still to be done is asked of Postgres. */
export interface SimulationJob {
  tier: Tier;
  simulationId: string;
  attempt: number;
}

/** The same hand-over has the same job id: Bull keeps one of them. */
export function simulationJobId({ simulationId, attempt }: SimulationJob): string {
  return `${simulationId}.${attempt}`;
}

export const DELIVERIES_QUEUE = 'deliveries';

/** Lanes in which deliveries have become due. Which ones, and whether they still are, is asked of Postgres. */
export interface DeliveryJob {
  tier: Tier;
  lanes: string[];
}
