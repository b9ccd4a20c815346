import { LRUCache } from 'lru-cache';
import type { Column } from '../../model/analyses.js';

/** What determines the agents of a simulation, besides their number. */
export interface PeopleSource {
  readonly definitionDigest: string;
  readonly seed: number;
}

const defaultMaxBytes = 16 * 1024 * 1024;

/**
 * The agents of the latest simulations of an engine thread. Points of a sweep, compared scenarios and repeated questions have the same
 * agents, so that only the first of them draws the attributes.
 */
export class PeopleCache {
  private readonly entries: LRUCache<string, readonly Column[]>;

  /** @param maxBytes maximum bytes of the columns of all entries */
  constructor(maxBytes = defaultMaxBytes) {
    this.entries = new LRUCache({ maxSize: maxBytes, sizeCalculation: (columns) => 1 + bytesOf(columns) });
  }

  /** Columns of at least `agentCount` agents; undefined if the cache does not have them. Callers must not modify them. */
  get(source: PeopleSource, agentCount: number): readonly Column[] | undefined {
    const columns = this.entries.get(keyOf(source));
    return columns && rowsOf(columns) >= agentCount ? columns : undefined;
  }

  /** Keeps the columns, unless they are larger than the cache or it has more agents of this source. */
  set(source: PeopleSource, columns: readonly Column[]): void {
    const known = this.entries.peek(keyOf(source));
    if (columns.length === 0 || (known && rowsOf(known) >= rowsOf(columns))) return;
    this.entries.set(keyOf(source), columns);
  }
}

function keyOf({ definitionDigest, seed }: PeopleSource): string {
  return `${definitionDigest} ${seed}`;
}

function rowsOf(columns: readonly Column[]): number {
  return columns[0]!.values.length;
}

function bytesOf(columns: readonly Column[]): number {
  return columns.reduce((sum, { values }) => sum + values.buffer.byteLength, 0);
}
