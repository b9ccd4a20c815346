import type { Simulation } from '../../platform/database/generated/client.js';
import { isFinished, simulationStatuses } from '../simulation.state.js';

/** How far somebody has heard of a simulation: its run, its state, its progress. What is newer can be told from the row alone. */
export type Position = readonly [attempt: number, state: number, agentsDone: number];

type Moving = Pick<Simulation, 'attempt' | 'status' | 'agentsDone'>;

export function positionOf({ attempt, status, agentsDone }: Moving): Position {
  return [attempt, simulationStatuses.indexOf(status), agentsDone];
}

/** As the `id` of an event. */
export function toEventId(position: Position): string {
  return position.join('-');
}

/** What a caller sends back as `Last-Event-ID`; undefined for what we never told of this simulation. */
export function heardOf(lastEventId: string | undefined, row: Moving): Position | undefined {
  const parts = /^(\d{1,9})-(\d)-(\d{1,9})$/
    .exec(lastEventId ?? '')
    ?.slice(1)
    .map(Number);
  if (!parts) return undefined;
  const heard = parts as unknown as Position;
  return isNewer(heard, positionOf(row)) ? undefined : heard;
}

export function isNewer(position: Position, other: Position): boolean {
  const index = position.findIndex((part, at) => part !== other[at]);
  return index >= 0 && (position[index] ?? 0) > (other[index] ?? 0);
}

/** What there is to tell to who has heard as much as `heard`. */
export function newsSince(heard: Position | undefined, row: Moving): ('state' | 'progress' | 'done')[] {
  const now = positionOf(row);
  if (heard && !isNewer(now, heard)) return [];
  const moved = !heard || heard[0] !== now[0] || heard[1] !== now[1];
  return [
    ...(moved ? (['state'] as const) : []),
    ...(row.status === 'running' && row.agentsDone > 0 ? (['progress'] as const) : []),
    ...(isFinished(row.status) ? (['done'] as const) : []),
  ];
}
