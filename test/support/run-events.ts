import type { ApiClient } from './api-client.js';
import { queryDatabase } from './auth-service.js';
import { EventListener } from './event-source.js';
import { whileQueuePaused } from './pause-queue.js';
import { waitUntil } from './wait-until.js';

/** The number of steps or evaluations that the progress of the run reports. */
export const doneSteps = 7;

/**
 * Follows a goal, a sensitivity analysis or a fit from the queue to its cancellation. The test takes the place of the worker, so that each event
 * occurs. Returns the events of a stream and of one that resumes after its first event, the status of one that resumes after its last, and the record.
 */
export async function eventsUntilCancel<Progress>(
  api: ApiClient,
  create: () => Promise<{ body: { data: { id: string; progress: Progress } } }>,
) {
  const { id, stream } = await whileQueuePaused(async () => {
    const { id } = (await create()).body.data;
    const stream = await EventListener.open(api, id);
    await waitUntil('the stream has started', () => stream.events.length === 1);
    await queryDatabase(
      'sandbox',
      `UPDATE simulations SET status = 'running', attempt = 1, agents_done = $2, started_at = now(),
         lease_expires_at = now() + interval '1 minute' WHERE id = $1`,
      [id, doneSteps],
    );
    await waitUntil('the stream reports progress', () => stream.events.length === 3);
    await api.post(`/v1/runs/${id}/cancel`, undefined);
    await waitUntil('the stream has ended', () => stream.ended);
    return { id, stream };
  });
  const record = (await api.call<{ progress: Progress }>(`/v1/runs/${id}`)).body.data;
  const resumed = await EventListener.open(api, id, stream.events[0]?.id);
  await waitUntil('the resumed stream has ended', () => resumed.ended);
  const { status } = await EventListener.open(api, id, stream.events.at(-1)?.id);
  const eventsOf = ({ events }: EventListener) => events.map(({ event, data }) => [event, data] as const);
  return { id, record, events: eventsOf(stream), resumed: eventsOf(resumed), statusAfterLast: status };
}
