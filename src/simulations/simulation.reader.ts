import type { Simulation } from '../platform/database/generated/client.js';
import { selectList, type Sql } from '../platform/database/sql.js';
import { simulationColumns } from './simulation.columns.js';

/** The driver reads a bigint as text. */
type Row = Omit<Simulation, 'seed'> & { seed: string };

const allColumns = selectList(simulationColumns, Object.keys(simulationColumns) as (keyof Simulation)[]);

/** Reads simulations of all organizations, without Prisma: the callers read one row for each change of a simulation. */
export async function readSimulations(sql: Sql, ids: readonly string[]): Promise<Simulation[]> {
  const { rows } = await sql.query<Row>({
    name: 'read simulations',
    text: `SELECT ${allColumns} FROM simulations WHERE id = ANY($1::text[])`,
    values: [ids],
  });
  return rows.map(toSimulation);
}

/** Reads a simulation or study of an organization. Undefined if it does not exist or is deleted. */
export async function findSimulation(sql: Sql, organizationId: string, id: string): Promise<Simulation | undefined> {
  const { rows } = await sql.query<Row>({
    name: 'find simulation',
    text: `SELECT ${allColumns} FROM simulations WHERE id = $1 AND organization_id = $2 AND deleted_at IS NULL`,
    values: [id, organizationId],
  });
  return rows[0] && toSimulation(rows[0]);
}

const toSimulation = (row: Row): Simulation => ({ ...row, seed: BigInt(row.seed) });
