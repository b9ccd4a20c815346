import type { Simulation } from '../../../platform/database/generated/client.js';
import { joinPieces, pieceBytes } from '../../../platform/database/pieces.js';
import type { Sql } from '../../../platform/database/sql.js';
import type { ResultRow } from './result-store.js';

interface Piece {
  agents: Buffer | null;
  agentsKey: string | null;
  events: Buffer | null;
  eventsKey: string | null;
}

type OwnedSimulation = Pick<Simulation, 'id' | 'organizationId'>;

/** Returns whether a simulation has results, without reading them. */
export async function hasResultRow(sql: Sql, { id, organizationId }: OwnedSimulation): Promise<boolean> {
  const { rows } = await sql.query({
    name: 'result row exists',
    text: `
      SELECT FROM simulation_results JOIN simulations ON id = simulation_id AND organization_id = $2
      WHERE simulation_id = $1`,
    values: [id, organizationId],
  });
  return rows.length > 0;
}

/** Reads the row of a simulation's results. Reads the files in pieces. Returns undefined if there are no results. */
export async function readResultRow(sql: Sql, { id, organizationId }: OwnedSimulation): Promise<ResultRow | undefined> {
  const { rows: pieces } = await sql.query<Piece>({
    name: 'result row',
    text: `
      SELECT substring(agents FROM piece * $2 + 1 FOR $2) AS agents, agents_key AS "agentsKey",
             substring(events FROM piece * $2 + 1 FOR $2) AS events, events_key AS "eventsKey"
      FROM simulation_results JOIN simulations ON id = simulation_id AND organization_id = $3,
           generate_series(0, greatest(octet_length(agents), octet_length(events), 1) / $2) AS piece
      WHERE simulation_id = $1
      ORDER BY piece`,
    values: [id, pieceBytes, organizationId],
  });
  const [first] = pieces;
  if (!first) return undefined;
  const { agentsKey, eventsKey } = first;
  return {
    agents: joinPieces(pieces.map(({ agents }) => agents)),
    agentsKey,
    events: joinPieces(pieces.map(({ events }) => events)),
    eventsKey,
  };
}
