import type { Moment } from '../postgres-proxy.js';

type Store = 'sandbox' | 'redis';

/** Steps from the outbox to the delivery, with a statement that a worker sends only in this step. */
const steps: [step: string, store: Store, statement: string][] = [
  ['take from the outbox', 'sandbox', 'SELECT id, kind, payload FROM outbox_messages'],
  ['put into the queue', 'redis', 'bull:sandbox-simulations:wait'],
  ['delete from the outbox', 'sandbox', 'DELETE FROM outbox_messages'],
  ['claim', 'sandbox', 'pg_advisory_xact_lock'],
  ['send a heartbeat', 'sandbox', 'UPDATE simulations SET agents_done'],
  ['write the state, the results and the outbox message', 'sandbox', 'INSERT INTO simulation_results'],
  ['write the event', 'sandbox', 'INSERT INTO webhook_events'],
  ['claim the delivery', 'sandbox', 'UPDATE webhook_deliveries SET attempt_count'],
  ['record the attempt', 'sandbox', 'INSERT INTO webhook_attempts'],
];
const moments: Moment[] = ['before', 'after'];

export type ProcessingPoint = [...(typeof steps)[number], Moment];

export const processingPoints = steps.flatMap((step) => moments.map((moment): ProcessingPoint => [...step, moment]));
