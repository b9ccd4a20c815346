import { setImmediate } from 'node:timers/promises';

const largeBytes = 16 * 1024;
let lastTurn = Promise.resolve();

/**
 * Waits for a turn of the event loop before a large text is parsed or sent. Each turn has one, so that many of them do not delay other
 * requests.
 *
 * @param size bytes or characters
 */
export function turnFor(size: number): Promise<void> {
  if (size <= largeBytes) return Promise.resolve();
  lastTurn = lastTurn.then(() => setImmediate<void>());
  return lastTurn;
}
