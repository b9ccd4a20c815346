import type { ApiClient } from './api-client.js';
import { queryDatabase } from './auth-service.js';
import { EventListener } from './event-source.js';
import { whileQueuePaused } from './pause-queue.js';
import { waitUntil } from './wait-until.js';

interface Study {
  progress: Record<string, number>;
}

/**
 * Follows a goal, a sensitivity analysis or a fit from the queue to its cancellation, and expects each event, also for a client that resumes. The test
 * takes the place of the worker, so that each event occurs.
 */
export async function expectEventsUntilCancel(
  api: ApiClient,
  create: () => Promise<{ body: { data: { id: string } } }>,
): Promise<void> {
  const { id, stream } = await whileQueuePaused(async () => {
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
    await api.post(`/v1/runs/${id}/cancel`, undefined);
    await waitUntil('the stream has ended', () => stream.ended);
    return { id, stream };
  });
  const record = (await api.call<Study>(`/v1/runs/${id}`)).body.data;
  const doneField = Object.keys(record.progress).find((field) => field.endsWith('_done'))!;
  const ending = [
    ['state', { id, status: 'canceled' }],
    ['done', record],
  ];
  expect(stream.events.map(({ event, data }) => [event, data])).toEqual([
    ['state', { id, status: 'queued' }],
    ['state', { id, status: 'running' }],
    ['progress', { ...record.progress, [doneField]: 7 }],
    ...ending,
  ]);
  const resumed = await EventListener.open(api, id, stream.events[0]?.id);
  await waitUntil('the resumed stream has ended', () => resumed.ended);
  expect(resumed.events.map(({ event, data }) => [event, data])).toEqual(ending);
  expect((await EventListener.open(api, id, stream.events.at(-1)?.id)).status).toBe(204);
}
