import { isApiFailure } from '../../api/api-failure';
import { EventReader, type ServerSentEvent } from '../../api/event-stream';
import { readEvents, type RunId } from '../../runs/run';

/** Delay before the next connection, as the service requests it. It doubles up to the maximum while the service does not respond. */
const retryMs = 1_000;
const maxRetryMs = 15_000;

/**
 * Follows the events of a run until `done`, and connects again after a lost connection, from the last received event. Ends without `done` if
 * the service rejects the stream, or has no more events. Above a limit, it waits for as long as the service requests.
 */
export async function followRun(
  run: RunId,
  onEvent: (event: ServerSentEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const reader = new EventReader();
  let waitMs = retryMs;
  while (!signal.aborted) {
    try {
      const stream: unknown = await readEvents(run, reader.lastEventId, signal);
      waitMs = retryMs;
      if (!(stream instanceof ReadableStream)) return;
      if (await readStream(stream as ReadableStream<Uint8Array>, reader, onEvent)) return;
    } catch (error) {
      if (signal.aborted || (isApiFailure(error) && !error.isUnreachable && error.status !== 429)) return;
      const requestedMs = ((isApiFailure(error) ? error.retryAfterSeconds : undefined) ?? 0) * 1_000;
      waitMs = Math.max(requestedMs, Math.min(waitMs * 2, maxRetryMs));
    }
    reader.reset();
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
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
