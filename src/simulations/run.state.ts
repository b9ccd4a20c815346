import type { SimulationStatus } from '../platform/database/generated/client.js';

export type RunStatus = SimulationStatus;

/** The allowed transitions between statuses. Every update of a status uses this table. */
const transitions: Record<SimulationStatus, readonly SimulationStatus[]> = {
  queued: ['running', 'failed', 'canceled'],
  // Another worker takes over a lost run.
  running: ['running', 'completed', 'failed', 'canceled'],
  completed: [],
  failed: [],
  canceled: [],
};

export const simulationStatuses = Object.keys(transitions) as SimulationStatus[];

/** Returns a value for each status. */
export const byStatus = <Value>(valueOf: (status: SimulationStatus, index: number) => Value) =>
  Object.fromEntries(simulationStatuses.map((status, index) => [status, valueOf(status, index)])) as Record<
    SimulationStatus,
    Value
  >;

/** Returns the statuses that can change to `next`. */
export function statusesBefore(next: SimulationStatus): SimulationStatus[] {
  return simulationStatuses.filter((status) => transitions[status].includes(next));
}

export function isFinished(status: SimulationStatus): status is 'completed' | 'failed' | 'canceled' {
  return transitions[status].length === 0;
}
