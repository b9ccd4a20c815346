import { Readable } from 'node:stream';

export interface ServerSentEvent {
  event: string;
  /** Where a listener that comes back goes on; without one, from where it went on before. */
  id?: string;
  data: object;
}

/** Well within the minute after which proxies take a connection for dead. */
const heartbeatMs = 15_000;
/** After how long a listener that lost its connection comes back. */
const retryMs = 1_000;
/** A stream ends at the latest then; its listener comes back with its credential, which is looked at again. */
const longestMs = 600_000;
/** What may wait in the process for one that does not read. */
const maxUnreadBytes = 64 * 1024;

/** Server-sent events to one listener (WHATWG HTML, 9.2). A listener that does not read is dropped. */
export class EventStream extends Readable {
  private finished = false;
  private readonly heartbeat = setInterval(() => this.beat(), heartbeatMs);
  private readonly end = setTimeout(() => this.finish(), longestMs);

  constructor() {
    super();
    this.push(`retry: ${retryMs}\n\n`);
  }

  /** JSON has no line breaks, so that each event's data is one line. */
  send({ event, id, data }: ServerSentEvent): void {
    this.write(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`);
  }

  /** Nothing comes after what was told. */
  finish(): void {
    if (this.finished || this.destroyed) return;
    this.finished = true;
    this.stopTimers();
    this.push(null);
  }

  override _read(): void {
    // Events are pushed as they come.
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.stopTimers();
    callback(error);
  }

  /** What the connection has not taken since the last beat, it will not take any more. */
  private beat(): void {
    if (this.readableLength > 0) this.giveUp();
    else this.write(':\n\n');
  }

  private write(text: string): void {
    if (this.finished || this.destroyed) return;
    if (this.readableLength > maxUnreadBytes) this.giveUp();
    else this.push(text);
  }

  private giveUp(): void {
    this.destroy(new Error('the listener does not read'));
  }

  private stopTimers(): void {
    clearInterval(this.heartbeat);
    clearTimeout(this.end);
  }
}
