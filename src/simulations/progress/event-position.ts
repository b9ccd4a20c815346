import type { Simulation } from '../../platform/database/generated/client.js';
import { isFinished, simulationStatuses } from '../run.state.js';

/** A point in the progress of a simulation. Positions are ordered, so that newer events can be computed from the row alone. */
export type Position = readonly [attempt: number, status: number, agentsDone: number];

type Progress = Pick<Simulation, 'attempt' | 'status' | 'agentsDone'>;

export function positionOf({ attempt, status, agentsDone }: Progress): Position {
  return [attempt, simulationStatuses.indexOf(status), agentsDone];
}

/** Returns the `id` of the event at this position. */
export function toEventId(position: Position): string {
  return position.join('-');
}

/** Returns the position of a `Last-Event-ID` header, or undefined if this simulation never had an event with that id. */
export function parseEventId(lastEventId: string | undefined, row: Progress): Position | undefined {
  const parts = /^(\d{1,9})-(\d)-(\d{1,9})$/
    .exec(lastEventId ?? '')
    ?.slice(1)
    .map(Number);
  if (!parts) return undefined;
  const position = parts as unknown as Position;
  return isNewer(position, positionOf(row)) ? undefined : position;
}

export function isNewer(position: Position, other: Position): boolean {
  const index = position.findIndex((part, k) => part !== other[k]);
  return index >= 0 && (position[index] ?? 0) > (other[index] ?? 0);
}

/** Returns the events to send to a client that received all events up to `last`. */
export function eventsSince(last: Position | undefined, row: Progress): ('state' | 'progress' | 'done')[] {
  const current = positionOf(row);
  if (last && !isNewer(current, last)) return [];
  const statusChanged = !last || last[0] !== current[0] || last[1] !== current[1];
  return [
    ...(statusChanged ? (['state'] as const) : []),
    ...(row.status === 'running' && row.agentsDone > 0 ? (['progress'] as const) : []),
    ...(isFinished(row.status) ? (['done'] as const) : []),
  ];
}
