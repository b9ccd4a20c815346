import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { ApiError } from './errors.js';
import { delay } from './transport.js';

export interface ServerSentEvent {
  event: string;
  data: unknown;
}

/** Opens the stream after an event. Resolves to null if the service has no more events. */
export type OpenStream = (lastEventId: string | undefined) => Promise<ReadableStream<Uint8Array> | null>;

interface FollowOptions {
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
  let lastEventId: string | undefined;
  let waitMs = firstDelayMs;
  let failures = 0;
  for (;;) {
    try {
      const stream = await open(lastEventId);
      if (stream === null) return;
      waitMs = firstDelayMs;
      failures = 0;
      for await (const { id, event = 'message', data } of messagesOf(stream)) {
        lastEventId = id ?? lastEventId;
        yield { event, data: JSON.parse(data) as unknown };
        if (event === 'done') return;
      }
    } catch (error) {
      const isFinal = error instanceof ApiError && !error.isRetryable;
      failures++;
      if (signal?.aborted || isFinal || failures >= maxFailures) throw error;
      const requestedMs = 1_000 * ((error instanceof ApiError ? error.retryAfterSeconds : undefined) ?? 0);
      waitMs = Math.max(requestedMs, Math.min(2 * waitMs, longestDelayMs));
    }
    await delay(waitMs, signal);
  }
}

/** The complete messages of a connection. The service sends an incomplete one again. */
async function* messagesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<EventSourceMessage> {
  const messages: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => messages.push(message) });
  const decoder = new TextDecoder();
  const source = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await source.read();
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* messages.splice(0);
    }
  } finally {
    await source.cancel().catch(() => undefined);
  }
}
