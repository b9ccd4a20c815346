import type { Simulation } from '../../../platform/database/generated/client.js';
import type { Sql } from '../../../platform/database/sql.js';
import type { ResultRow } from './result-store.js';

/**
 * The driver receives bytes as hexadecimal text. V8 stores text above one megabyte outside of its young heap until the next full garbage
 * collection, so that a file in one value used three times its size for seconds. Pieces of this size are collected early.
 */
export const pieceBytes = 32_768;

interface Piece {
  agents: Buffer | null;
  agentsKey: string | null;
  events: Buffer | null;
  eventsKey: string | null;
}

/** Reads the row of a simulation's results. Reads the files in pieces. Returns undefined if there are no results. */
export async function readResultRow(
  sql: Sql,
  { id, organizationId }: Pick<Simulation, 'id' | 'organizationId'>,
): Promise<ResultRow | undefined> {
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
    agents: join(pieces.map(({ agents }) => agents)),
    agentsKey,
    events: join(pieces.map(({ events }) => events)),
    eventsKey,
  };
}

/** Returns the joined pieces, or null if the column is null. */
function join(pieces: readonly (Buffer | null)[]): Uint8Array<ArrayBuffer> | null {
  const present = pieces.filter((piece) => piece !== null);
  return present.length === 0 ? null : Buffer.concat(present);
}
