import { Readable } from 'node:stream';
import type { Simulation } from '../../platform/database/generated/client.js';
import { isFinished, simulationStatuses } from '../run.state.js';

/** Many proxies close a connection after one silent minute. */
const heartbeatMs = 15_000;
const retryMs = 1_000;
/** Maximum duration of a stream. The client then reconnects, so that its credential is checked again. */
const maxDurationMs = 600_000;
const maxUnreadBytes = 64 * 1024;

/** Server-sent events for one client (WHATWG HTML, 9.2). A client that does not read is disconnected. */
export class EventStream extends Readable {
  private finished = false;
  private readonly heartbeat = setInterval(() => this.beat(), heartbeatMs);
  private readonly end = setTimeout(() => this.finish(), maxDurationMs);

  constructor() {
    super();
    this.push(`retry: ${retryMs}\n\n`);
  }

  /**
   * JSON text has no line breaks, so that the data of each event is one line.
   *
   * @param id position from which a client resumes after it reconnects. Without an id, its last position stays
   */
  send({ event, id, data }: { event: string; id?: string; data: object }): void {
    this.write(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`);
  }

  /** Ends the stream after the events that were sent. */
  finish(): void {
    if (this.finished || this.destroyed) return;
    this.finished = true;
    this.stopTimers();
    this.push(null);
  }

  override _read(): void {
    // Events are pushed when they occur.
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.stopTimers();
    callback(error);
  }

  /** Disconnects a client that has unread data since the last heartbeat. */
  private beat(): void {
    if (this.readableLength > 0) this.disconnect();
    else this.write(':\n\n');
  }

  private write(text: string): void {
    if (this.finished || this.destroyed) return;
    if (this.readableLength > maxUnreadBytes) this.disconnect();
    else this.push(text);
  }

  private disconnect(): void {
    this.destroy(new Error('the client does not read the stream'));
  }

  private stopTimers(): void {
    clearInterval(this.heartbeat);
    clearTimeout(this.end);
  }
}

/** A point in the progress of a simulation. Positions are ordered, so that newer events can be computed from the row alone. */
export type Position = readonly [attempt: number, status: number, agentsDone: number];

type Progress = Pick<Simulation, 'attempt' | 'status' | 'agentsDone'>;

export function positionOf({ attempt, status, agentsDone }: Progress): Position {
  return [attempt, simulationStatuses.indexOf(status), agentsDone];
}

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
