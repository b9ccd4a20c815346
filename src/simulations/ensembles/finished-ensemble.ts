import type { Tier } from '../../common/identity/tier.js';
import type { Databases } from '../../platform/database/databases.service.js';
import { isFinished } from '../simulation.state.js';
import { readMembers, readMemberStates } from './ensemble-members.js';
import { toEnsembleRecord, toListedEnsemble } from './ensemble.row.js';
import type { EnsembleRecord } from './ensemble.schema.js';

export interface FinishedEnsemble {
  organizationId: string;
  time: Date;
  /** The webhook URL of the ensemble, used instead of the endpoints of the organization. */
  webhookUrl: string | null;
  data: EnsembleRecord;
}

/**
 * Returns the ensemble if all its simulations are finished. Called after each of them finishes, so that even if two finish concurrently, at
 * least the second call finds both finished.
 */
export async function finishedEnsemble(
  databases: Databases,
  tier: Tier,
  id: string,
): Promise<FinishedEnsemble | undefined> {
  const database = databases.for(tier);
  const row = await database.ensemble.findUnique({ where: { id } });
  if (!row) return undefined;
  const states = await readMemberStates(database, row.organizationId, [row]);
  if (!isFinished(toListedEnsemble(row, states).status)) return undefined;
  const data = toEnsembleRecord(row, await readMembers(database, row));
  const { organizationId, webhookUrl, createdAt } = row;
  return { organizationId, time: new Date(data.completed_at ?? createdAt), webhookUrl, data };
}
