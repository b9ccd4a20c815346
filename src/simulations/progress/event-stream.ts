import { Readable } from 'node:stream';

export interface ServerSentEvent {
  event: string;
  /** The position from which a client resumes after it reconnects. Without an id, its last position stays. */
  id?: string;
  data: object;
}

/** Many proxies close a connection after one silent minute. */
const heartbeatMs = 15_000;
/** Delay before a client reconnects. */
const retryMs = 1_000;
/** Maximum duration of a stream. The client then reconnects, so that its credential is checked again. */
const maxDurationMs = 600_000;
/** Maximum data in memory for a client that does not read. */
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

  /** JSON text has no line breaks, so that the data of each event is one line. */
  send({ event, id, data }: ServerSentEvent): void {
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
