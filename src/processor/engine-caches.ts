import { deserialize, serialize } from 'node:v8';
import { LRUCache } from 'lru-cache';
import type { Column } from '../../model/analyses.js';
import type { WorkflowDefinition } from '../../model/definition.js';

/** Maximum size of the definitions that a process or thread caches, in serialized bytes. */
const maxCachedBytes = 16 * 1024 * 1024;

/** A serialized definition in memory that all threads share. Sending it to a thread copies nothing. */
export interface SharedDefinition {
  digest: string;
  bytes: Uint8Array<SharedArrayBuffer>;
}

/** The definitions that were sent to threads, by digest. Copying a definition for each run took longer than a small run. */
export class SharedDefinitions {
  private readonly shared = new LRUCache<string, SharedDefinition>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ bytes }) => bytes.byteLength,
  });

  of({ digest, definition }: { digest: string; definition: WorkflowDefinition }): SharedDefinition {
    const known = this.shared.get(digest);
    if (known) return known;
    const serialized = serialize(definition);
    const bytes = new Uint8Array(new SharedArrayBuffer(serialized.length));
    bytes.set(serialized);
    const shared = { digest, bytes };
    this.shared.set(digest, shared);
    return shared;
  }
}

/** The definitions that a thread has parsed, by digest. */
export class ParsedDefinitions {
  private readonly parsed = new LRUCache<string, WorkflowDefinition>({ maxSize: maxCachedBytes });

  of({ digest, bytes }: SharedDefinition): WorkflowDefinition {
    const known = this.parsed.get(digest);
    if (known) return known;
    const definition = deserialize(Buffer.from(bytes)) as WorkflowDefinition;
    this.parsed.set(digest, definition, { size: bytes.byteLength });
    return definition;
  }
}

/** What determines the agents of a simulation, besides their number. */
interface PeopleSource {
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
