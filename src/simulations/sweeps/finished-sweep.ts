import type { Tier } from '../../common/identity/tier.js';
import type { Databases } from '../../platform/database/databases.service.js';
import { isFinished } from '../simulation.state.js';
import { toSweepRecord, type SweepRecord } from './sweep.record.js';
import { readStates } from './sweep-state.js';

export interface FinishedSweep {
  organizationId: string;
  time: Date;
  /** Its own address, which replaces the endpoints. */
  webhookUrl: string | null;
  data: SweepRecord;
}

/**
 * The sweep, if its last point has ended; asked after the end of each of them. Of two that end at the same moment, the one that is asked
 * about last sees both.
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
