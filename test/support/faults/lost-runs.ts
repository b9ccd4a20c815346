import type { Customer, FaultyService } from './faulty-service.js';

/** Number of runs of a customer that neither completed nor were handed back. */
export async function lostRuns(service: FaultyService, { endpoint }: Customer): Promise<number> {
  const [row] = await service.sql<{ lost: number }>(`
    SELECT coalesce(sum(attempt - handed_back - 1), 0)::int AS lost FROM simulations
    WHERE status = 'completed' AND organization_id = (SELECT organization_id FROM webhook_endpoints
                                                      WHERE id = '${endpoint.id}')`);
  return row?.lost ?? NaN;
}
