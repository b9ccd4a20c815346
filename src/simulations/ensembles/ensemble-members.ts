import type { Transaction } from '../../platform/database/databases.service.js';
import type { Ensemble, Simulation } from '../../platform/database/generated/client.js';
import { membersOf, type MemberState } from './ensemble.row.js';

type Database = Pick<Transaction, 'simulation'>;

const stateFields = { id: true, status: true, completedAt: true, deletedAt: true } as const;

/** Reads the simulations of ensembles without their summaries, by id. */
export async function readMemberStates(
  database: Database,
  organizationId: string,
  rows: readonly Ensemble[],
): Promise<Map<string, MemberState>> {
  return byId(await database.simulation.findMany({ where: inEnsembles(organizationId, rows), select: stateFields }));
}

/** Reads the simulations of an ensemble, by id. */
export async function readMembers(database: Database, row: Ensemble): Promise<Map<string, Simulation>> {
  return byId(await database.simulation.findMany({ where: inEnsembles(row.organizationId, [row]) }));
}

const inEnsembles = (organizationId: string, rows: readonly Ensemble[]) => ({
  id: { in: rows.flatMap((row) => membersOf(row).map(({ simulation_id }) => simulation_id)) },
  organizationId,
});

const byId = <Found extends { id: string }>(found: readonly Found[]) => new Map(found.map((one) => [one.id, one]));
