import { LRUCache } from 'lru-cache';
import { measured } from '../../platform/process/measured.js';
import type { WorkflowDefinition } from '../../../model/definition.js';
import { readWhole } from '../../../questions/left-over.js';
import type { Reading } from '../../../questions/reading.js';

export interface ReaderTask {
  question: string;
  /** Digests of the definitions for which the question is read. */
  digests: readonly string[];
  /** Definitions that the thread does not know. */
  definitions: ReadonlyMap<string, WorkflowDefinition>;
}

/** Readings in the order of the digests, or the digests whose definitions the thread needs. */
export type ReaderResult = { readings: Reading[] } | { unknown: string[] };

/** Maximum size of cached definitions, in characters of JSON. In memory they take several times that. */
const maxCharacters = 16 * 1024 * 1024;
const known = new LRUCache<string, WorkflowDefinition>({
  maxSize: maxCharacters,
  sizeCalculation: (definition) => JSON.stringify(definition).length,
});

/** Runs in the thread of RulesReader. Reading a usual question takes a few milliseconds, and the first one of a workflow ten times that. */
function read({ question, digests, definitions }: ReaderTask): ReaderResult {
  for (const [digest, definition] of definitions) known.set(digest, definition);
  // A definition above the size of the cache is not cached.
  const found = digests.map((digest) => known.get(digest) ?? definitions.get(digest));
  const unknown = digests.filter((_, at) => found[at] === undefined);
  if (unknown.length > 0) return { unknown };
  return { readings: found.map((definition) => readWhole(definition!, question)) };
}

export default measured(read);
