import type { SimulationStatus, Sweep } from '../../platform/database/generated/client.js';
import type { Sql } from '../../platform/database/sql.js';
import { isFinished, simulationStatuses } from '../simulation.state.js';

/** The number of points by status. */
export type PointCounts = Record<SimulationStatus, number>;

export interface PointsState {
  counts: PointCounts;
  agentsDone: number;
  /** When the last finished point finished. */
  lastEnd: Date | null;
}

interface CountRow {
  sweep_id: string;
  status: SimulationStatus;
  count: number;
  agents_done: number;
  last_end: Date | null;
}

const countQuery = `
  SELECT sweep_id, status, count(*)::int AS count, sum(agents_done)::int AS agents_done, max(completed_at) AS last_end
  FROM simulations WHERE sweep_id = ANY($1) AND organization_id = $2 GROUP BY sweep_id, status`;

/** Reads the progress of the points of each sweep, by sweep id. */
export async function readStates(
  sql: Sql,
  organizationId: string,
  sweepIds: readonly string[],
): Promise<Map<string, PointsState>> {
  const values = [sweepIds, organizationId];
  const { rows } = await sql.query<CountRow>({ name: 'sweep states', text: countQuery, values });
  return new Map(sweepIds.map((id) => [id, stateOf(rows.filter(({ sweep_id }) => sweep_id === id))]));
}

function stateOf(rows: readonly CountRow[]): PointsState {
  const counts = Object.fromEntries(
    simulationStatuses.map((status) => [status, rows.find((row) => row.status === status)?.count ?? 0]),
  ) as PointCounts;
  const ends = rows.flatMap(({ last_end }) => (last_end ? [last_end.getTime()] : []));
  return {
    counts,
    agentsDone: rows.reduce((sum, { agents_done }) => sum + agents_done, 0),
    lastEnd: ends.length > 0 ? new Date(Math.max(...ends)) : null,
  };
}

/**
 * Returns the status of a sweep, which follows from its points. A sweep is completed when every point is finished and at least one point
 * is completed.
 */
export function sweepStatus({ canceledAt }: Pick<Sweep, 'canceledAt'>, counts: PointCounts): SimulationStatus {
  const unfinished = simulationStatuses.some((status) => !isFinished(status) && counts[status] > 0);
  if (unfinished)
    return simulationStatuses.some((status) => status !== 'queued' && counts[status] > 0) ? 'running' : 'queued';
  if (canceledAt) return 'canceled';
  return (['completed', 'failed'] as const).find((status) => counts[status] > 0) ?? 'canceled';
}
