import { isApiFailure } from '../api/api-failure';
import { api, body } from '../api/client';
import { EventReader, type ServerSentEvent } from '../api/event-stream';

/** Delay before the next connection, as the service requests it. It doubles up to the maximum while the service does not respond. */
const retryMs = 1_000;
const maxRetryMs = 15_000;

/**
 * Follows the events of a simulation until `done`, and connects again after a lost connection, from the last received event.
 * Ends without `done` if the service rejects the stream, or has no more events.
 */
export async function followSimulation(
  id: string,
  onEvent: (event: ServerSentEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const reader = new EventReader();
  let waitMs = retryMs;
  while (!signal.aborted) {
    try {
      const stream = await openStream(id, reader.lastEventId, signal);
      waitMs = retryMs;
      if (!stream || (await readStream(stream, reader, onEvent))) return;
    } catch (error) {
      if (signal.aborted || (isApiFailure(error) && !error.isUnreachable)) return;
      waitMs = Math.min(waitMs * 2, maxRetryMs);
    }
    reader.reset();
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** Returns null if there are no more events. */
async function openStream(id: string, lastEventId: string | undefined, signal: AbortSignal) {
  const header = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
  const content = await body(
    api.GET('/v1/simulations/{id}/events', { params: { path: { id }, header }, parseAs: 'stream', signal }),
  );
  return content instanceof ReadableStream ? (content as ReadableStream<Uint8Array>) : null;
}

/** Returns true after the event `done`. */
async function readStream(
  stream: ReadableStream<Uint8Array>,
  reader: EventReader,
  onEvent: (event: ServerSentEvent) => void,
): Promise<boolean> {
  const decoder = new TextDecoder();
  const source = stream.getReader();
  for (;;) {
    const { done, value } = await source.read();
    if (done) return false;
    for (const event of reader.read(decoder.decode(value, { stream: true }))) {
      onEvent(event);
      if (event.event === 'done') {
        await source.cancel();
        return true;
      }
    }
  }
}
