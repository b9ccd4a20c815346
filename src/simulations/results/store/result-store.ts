import type { Tier } from '../../../common/identity/tier.js';

/** What a run leaves: Parquet files of the agents, and of the events where there are any. */
export interface ResultFiles {
  agents: Uint8Array<ArrayBuffer>;
  events: Uint8Array<ArrayBuffer> | null;
}

/** What the row of a simulation's results holds: each file, or the key of the object that does. */
export interface ResultRow {
  agents: Uint8Array<ArrayBuffer> | null;
  agentsKey: string | null;
  events: Uint8Array<ArrayBuffer> | null;
  eventsKey: string | null;
}

/** The run that the files come from. */
export interface ResultOrigin {
  tier: Tier;
  simulationId: string;
  attempt: number;
}

/** Where the files of results lie. */
export abstract class ResultStore {
  /**
   * Puts the files where they will lie, before the transaction that completes the simulation; what it gives is written in that transaction.
   * So a crash in between leaves no completed simulation without results. Throws {@link AppError} `service_unavailable`.
   */
  abstract keep(origin: ResultOrigin, files: ResultFiles): Promise<ResultRow>;

  /** The files of a row, wherever they lay when it was written. Throws {@link AppError} `service_unavailable`. */
  abstract load(row: ResultRow): Promise<ResultFiles>;

  /** Removes what was put and never became part of a completed simulation, once it is too old to become one. */
  abstract cleanUp(tier: Tier): Promise<void>;
}
