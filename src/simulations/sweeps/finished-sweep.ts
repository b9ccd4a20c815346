import type { Tier } from '../../common/identity/tier.js';
import type { Databases } from '../../platform/database/databases.service.js';
import { isFinished } from '../simulation.state.js';
import { toSweepRecord, type SweepRecord } from './sweep.record.js';
import { readStates } from './sweep-state.js';

export interface FinishedSweep {
  organizationId: string;
  time: Date;
  /** The webhook URL of the sweep, used instead of the endpoints of the organization. */
  webhookUrl: string | null;
  data: SweepRecord;
}

/**
 * Returns the sweep if all its points are finished. Called after each point finishes, so that even if two points finish concurrently, at
 * least the second call finds both finished.
 */
export async function finishedSweep(databases: Databases, tier: Tier, id: string): Promise<FinishedSweep | undefined> {
  const row = await databases.for(tier).sweep.findUnique({ where: { id } });
  if (!row) return undefined;
  const state = (await readStates(databases.sql(tier), row.organizationId, [id])).get(id);
  const data = state && toSweepRecord(row, state);
  if (!data || !isFinished(data.status)) return undefined;
  const { organizationId, webhookUrl, createdAt } = row;
  return { organizationId, time: state.lastEnd ?? createdAt, webhookUrl, data };
}
