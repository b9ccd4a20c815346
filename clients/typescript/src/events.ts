import { ApiError } from './errors.js';
import { delay } from './transport.js';

export interface ServerSentEvent {
  event: string;
  data: unknown;
}

/** Reads server-sent events (WHATWG HTML, 9.2) from chunks of text. `EventSource` cannot send headers. */
export class EventReader {
  private buffer = '';
  /** `id` of the latest event, from which the next connection continues. */
  lastEventId: string | undefined;

  /** Returns the events that this chunk completes. */
  read(chunk: string): ServerSentEvent[] {
    const blocks = (this.buffer + chunk.replaceAll('\r\n', '\n')).split('\n\n');
    this.buffer = blocks.pop() ?? '';
    return blocks.flatMap((block) => this.eventOf(block));
  }

  /** Call this when a connection ends. The service sends an incomplete event again. */
  reset(): void {
    this.buffer = '';
  }

  private eventOf(block: string): ServerSentEvent[] {
    const fields = new Map(
      block
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith(':'))
        .map((line) => [line.split(':', 1)[0]!, line.slice(line.indexOf(':') + 1).replace(/^ /, '')]),
    );
    this.lastEventId = fields.get('id') ?? this.lastEventId;
    const data = fields.get('data');
    return data === undefined ? [] : [{ event: fields.get('event') ?? 'message', data: JSON.parse(data) as unknown }];
  }
}

/** Opens the stream after an event. Resolves to null if the service has no more events. */
export type OpenStream = (lastEventId: string | undefined) => Promise<ReadableStream<Uint8Array> | null>;

export interface FollowOptions {
  signal?: AbortSignal | undefined;
  /** Consecutive failed connections before the last error is thrown. Default: no limit. */
  maxFailures?: number;
}

/** Delay before the next connection. It doubles up to the maximum while the service does not respond. */
const firstDelayMs = 1_000;
const longestDelayMs = 15_000;

/**
 * The events of a run until `done`. Connects again after a lost connection, from the last received event; above a limit, after the delay
 * that the service requests.
 *
 * @throws the error of a stream that the service rejects for good
 */
export async function* followEvents(
  open: OpenStream,
  { signal, maxFailures = Infinity }: FollowOptions = {},
): AsyncGenerator<ServerSentEvent> {
  const reader = new EventReader();
  let waitMs = firstDelayMs;
  let failures = 0;
  for (;;) {
    try {
      const stream = await open(reader.lastEventId);
      if (stream === null) return;
      waitMs = firstDelayMs;
      failures = 0;
      for await (const event of eventsOf(stream, reader)) {
        yield event;
        if (event.event === 'done') return;
      }
    } catch (error) {
      const isFinal = error instanceof ApiError && !error.isRetryable;
      failures++;
      if (signal?.aborted || isFinal || failures >= maxFailures) throw error;
      const requestedMs = 1_000 * ((error instanceof ApiError ? error.retryAfterSeconds : undefined) ?? 0);
      waitMs = Math.max(requestedMs, Math.min(2 * waitMs, longestDelayMs));
    }
    reader.reset();
    await delay(waitMs, signal);
  }
}

async function* eventsOf(stream: ReadableStream<Uint8Array>, reader: EventReader): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  const source = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await source.read();
      if (done) return;
      yield* reader.read(decoder.decode(value, { stream: true }));
    }
  } finally {
    await source.cancel().catch(() => undefined);
  }
}
