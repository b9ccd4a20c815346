import { databaseTime } from '../platform/database/database-time.js';
import type { Transaction } from '../platform/database/databases.service.js';
import type { Prisma, Simulation } from '../platform/database/generated/client.js';
import type { Usage } from '../usage/usage.service.js';
import { appendFinishedMessage } from './finished-message.js';
import { statusesBefore } from './simulation.state.js';

/**
 * Cancels the queued and running simulations of a sweep or an ensemble. The quota of queued ones is refunded. Returns false if all are
 * finished.
 * @param which condition that selects the simulations
 */
export async function cancelUnfinished(
  tx: Transaction,
  usage: Usage,
  organizationId: string,
  which: Prisma.Sql,
): Promise<boolean> {
  // Ordered, so that concurrent cancels lock the rows in the same order and cannot deadlock.
  const unfinished = await tx.$queryRaw<Pick<Simulation, 'id' | 'status' | 'createdAt'>[]>`
    SELECT id, status, created_at AS "createdAt" FROM simulations
    WHERE ${which} AND organization_id = ${organizationId}::uuid AND status IN ('queued', 'running')
    ORDER BY id FOR UPDATE`;
  const [first] = unfinished;
  if (!first) return false;
  await tx.simulation.updateMany({
    where: { id: { in: unfinished.map(({ id }) => id) }, organizationId, status: { in: statusesBefore('canceled') } },
    data: { status: 'canceled', completedAt: await databaseTime(tx), leaseExpiresAt: null },
  });
  const queued = unfinished.filter(({ status }) => status === 'queued').length;
  // All simulations of a sweep or an ensemble have the same creation time.
  if (queued > 0) await usage.refund(tx, organizationId, first.createdAt, queued);
  // One message is enough: it checks whether the whole sweep or ensemble is finished.
  await appendFinishedMessage(tx, first.id);
  return true;
}
