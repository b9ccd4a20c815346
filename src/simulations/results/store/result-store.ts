import type { Tier } from '../../../common/identity/tier.js';

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

/** Stores the files of results. */
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
