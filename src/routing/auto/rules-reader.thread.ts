import { LRUCache } from 'lru-cache';
import type { WorkflowDefinition } from '../../engine/index.js';
import { readQuestion } from '../../interpretation/read-question.js';
import type { Reading } from '../../interpretation/reading.js';

export type ReaderTask =
  | { kind: 'find_unknown'; digests: readonly string[] }
  | {
      kind: 'read';
      question: string;
      /** Digests of the definitions for which the question is read. */
      digests: readonly string[];
      /** Definitions that the thread does not know. */
      definitions: ReadonlyMap<string, WorkflowDefinition>;
    };

/** The digests of unknown definitions, or the readings in the order of the digests. */
export type ReaderResult = string[] | Reading[];

/** Maximum size of cached definitions, in characters of JSON. In memory they take several times that. */
const maxCharacters = 16 * 1024 * 1024;
const known = new LRUCache<string, WorkflowDefinition>({
  maxSize: maxCharacters,
  sizeCalculation: (definition) => JSON.stringify(definition).length,
});

/** Runs in the thread of RulesReader. Reading a usual question takes a few milliseconds, and the first one of a workflow ten times that. */
export default function read(task: ReaderTask): ReaderResult {
  // `get` marks a definition as used, so that the definitions of one request do not evict each other.
  if (task.kind === 'find_unknown') return task.digests.filter((digest) => known.get(digest) === undefined);
  for (const [digest, definition] of task.definitions) known.set(digest, definition);
  return task.digests.map((digest) => {
    // A definition above the size of the cache is not cached.
    const definition = known.get(digest) ?? task.definitions.get(digest);
    if (!definition) throw new Error(`definition ${digest} was evicted`);
    return readQuestion(definition, task.question);
  });
}
