import type { ApiClient } from './api-client.js';
import { queryDatabase } from './auth-service.js';
import { EventListener } from './event-source.js';
import { whileQueuePaused } from './pause-queue.js';
import { waitUntil } from './wait-until.js';

/**
 * Follows a goal or a sensitivity analysis from the queue to its cancellation, and returns its stream, its id and the last event id before it
 * started. The test takes the place of the worker, so that each event occurs.
 */
export function streamToCancel(
  api: ApiClient,
  path: string,
  create: () => Promise<{ body: { data: { id: string } } }>,
): Promise<{ id: string; stream: EventListener; queuedId: string | undefined }> {
  return whileQueuePaused(async () => {
    const { id } = (await create()).body.data;
    const stream = await EventListener.open(api, id);
    await waitUntil('the stream has started', () => stream.events.length === 1);
    await queryDatabase(
      'sandbox',
      `UPDATE simulations SET status = 'running', attempt = 1, agents_done = 7, started_at = now(),
         lease_expires_at = now() + interval '1 minute' WHERE id = $1`,
      [id],
    );
    await waitUntil('the stream reports progress', () => stream.events.length === 3);
    await api.post(`${path}/${id}/cancel`, undefined);
    await waitUntil('the stream has ended', () => stream.ended);
    return { id, stream, queuedId: stream.events[0]?.id };
  });
}
