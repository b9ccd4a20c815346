import type { SimulationStatus } from '../platform/database/generated/client.js';

/** How a simulation may move. Every update that changes a status asks this table; nothing else moves one. */
const transitions: Record<SimulationStatus, readonly SimulationStatus[]> = {
  queued: ['running', 'failed', 'canceled'],
  // A run whose worker was lost is taken over by another run.
  running: ['running', 'completed', 'failed', 'canceled'],
  completed: [],
  failed: [],
  canceled: [],
};

export const simulationStatuses = Object.keys(transitions) as SimulationStatus[];

/** The states out of which a simulation may come into `next`. */
export function statusesBefore(next: SimulationStatus): SimulationStatus[] {
  return simulationStatuses.filter((status) => transitions[status].includes(next));
}

export type FinishedStatus = Extract<SimulationStatus, 'completed' | 'failed' | 'canceled'>;

export function isFinished(status: SimulationStatus): status is FinishedStatus {
  return transitions[status].length === 0;
}
