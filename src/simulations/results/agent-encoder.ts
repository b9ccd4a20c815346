import type { RowGroup } from 'hyparquet';

/** Where a chunk is in its response, and how large it can be. */
export interface ChunkPlace {
  /** Bytes of the response before the chunk. */
  offset: number;
  /** The chunk ends after the agent with which its data reach this size. */
  maxBytes: number;
  /** Text is written into this memory if it fits. */
  memory?: Uint8Array;
}

/** The first agents of those that were requested. */
export interface EncodedAgents {
  bytes: Uint8Array;
  /** Number of agents: at least one, if any were requested. */
  count: number;
  /** Parquet: describes the chunk for the end of the file. */
  rowGroups?: readonly RowGroup[];
}

/** Encodes the agents of a response in chunks. It keeps no state between chunks, so that any thread can encode the next one. */
export interface AgentEncoder {
  encode(agents: readonly number[], place: ChunkPlace): EncodedAgents;
  /** Returns what follows the last agent of a binary file. Text formats have nothing there. */
  end?(rowGroups: readonly RowGroup[], offset: number): Uint8Array;
}
