import type { Tier } from '../../../common/identity/caller.js';
import type { Simulation } from '../../../platform/database/generated/client.js';
import { joinPieces, pieceBytes } from '../../../platform/database/in-batches.js';
import type { Sql } from '../../../platform/database/sql.js';
import { AppError } from '../../../common/errors/app-error.js';

/** The results of a run: Parquet files of the agents and, if agents interact, of the events. */
export interface ResultFiles {
  agents: Uint8Array<ArrayBuffer>;
  events: Uint8Array<ArrayBuffer> | null;
}

/** The row of a simulation's results: each file, or the key of the object that contains it. */
export interface ResultRow {
  agents: Uint8Array<ArrayBuffer> | null;
  agentsKey: string | null;
  events: Uint8Array<ArrayBuffer> | null;
  eventsKey: string | null;
}

/** The run that produced the files. */
export interface ResultOrigin {
  tier: Tier;
  simulationId: string;
  attempt: number;
}

export abstract class ResultStore {
  /**
   * Saves the files before the transaction that completes the simulation and writes the returned row, so that after a crash no completed
   * simulation is without results. Throws {@link AppError} `service_unavailable`.
   */
  abstract save(origin: ResultOrigin, files: ResultFiles): Promise<ResultRow>;

  /** Loads the files of a row, also if another store saved them. Throws {@link AppError} `service_unavailable`. */
  abstract load(row: ResultRow): Promise<ResultFiles>;

  /** Deletes old files of runs that never completed. */
  abstract cleanUp(tier: Tier): Promise<void>;
}

type OwnedSimulation = Pick<Simulation, 'id' | 'organizationId'>;

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
  const { rows: pieces } = await sql.query<ResultRow & { agents: Buffer | null; events: Buffer | null }>({
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

export class DatabaseResultStore extends ResultStore {
  save(_origin: ResultOrigin, { agents, events }: ResultFiles): Promise<ResultRow> {
    return Promise.resolve({ agents, agentsKey: null, events, eventsKey: null });
  }

  load({ agents, events }: ResultRow): Promise<ResultFiles> {
    if (agents) return Promise.resolve({ agents, events });
    const cause = new Error('the results are in a bucket, but SVC_RESULTS_S3_BUCKET is not set');
    return Promise.reject(new AppError('service_unavailable', {}, { cause }));
  }

  cleanUp(): Promise<void> {
    return Promise.resolve();
  }
}
