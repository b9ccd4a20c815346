import { queryDatabase } from './auth-service.js';

/** Calls `work` while no worker claims simulations of the sandbox tier, so that new ones stay queued. Keep `work` short: others wait. */
export async function whileQueuePaused<Result>(work: () => Promise<Result>): Promise<Result> {
  await queryDatabase('sandbox', `INSERT INTO queue_pauses (name, paused_by) VALUES ('simulations', 'test')`);
  try {
    return await work();
  } finally {
    await queryDatabase('sandbox', `DELETE FROM queue_pauses WHERE paused_by = 'test'`);
  }
}
