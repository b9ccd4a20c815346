import { queryDatabase } from './auth-service.js';
import { waitUntil } from './wait-until.js';

/** Calls `work` while no worker claims simulations of the sandbox tier, so that new ones stay queued. Keep `work` short: others wait. */
export async function whileQueuePaused<Result>(work: () => Promise<Result>): Promise<Result> {
  // Spec files that run at the same time pause one after another.
  await waitUntil('no other test pauses the queue', async () => {
    const insert = `INSERT INTO queue_pauses (name, paused_by) VALUES ('simulations', 'test')`;
    return (await queryDatabase('sandbox', `${insert} ON CONFLICT DO NOTHING RETURNING name`)).length > 0;
  });
  try {
    return await work();
  } finally {
    await queryDatabase('sandbox', `DELETE FROM queue_pauses WHERE paused_by = 'test'`);
  }
}
