import { deserialize, serialize } from 'node:v8';
import { LRUCache } from 'lru-cache';
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
