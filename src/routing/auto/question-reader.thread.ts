import { LRUCache } from 'lru-cache';
import type { WorkflowDefinition } from '../../engine/index.js';
import type { Interpretation } from '../../interpretation/findings.js';
import { readQuestion, type ModelHelp } from '../../language-model/merge/read-question.js';

/** A question about a workflow. */
export interface AskedWorkflow {
  /** Digest of the definition. */
  digest: string;
  question: string;
  help?: ModelHelp | undefined;
}

export type ReaderTask =
  | { kind: 'find_unknown'; digests: readonly string[] }
  | {
      kind: 'read';
      /** Definitions that the thread does not know. */
      definitions: ReadonlyMap<string, WorkflowDefinition>;
      questions: readonly AskedWorkflow[];
    };

/** The digests of unknown definitions, or the interpretations in the order of the questions. */
export type ReaderResult = string[] | Interpretation[];

/** Maximum size of cached definitions, in characters of JSON. In memory they take several times that. */
const maxCharacters = 16 * 1024 * 1024;
const known = new LRUCache<string, WorkflowDefinition>({
  maxSize: maxCharacters,
  sizeCalculation: (definition) => JSON.stringify(definition).length,
});

/** Runs in the thread of QuestionReader. Reading a usual question takes a few milliseconds, and the first one of a workflow ten times that. */
export default function read(task: ReaderTask): ReaderResult {
  // `get` marks a definition as used, so that the definitions of one request do not evict each other.
  if (task.kind === 'find_unknown') return task.digests.filter((digest) => known.get(digest) === undefined);
  for (const [digest, definition] of task.definitions) known.set(digest, definition);
  return task.questions.map(({ digest, question, help }) => {
    // A definition above the size of the cache is not cached.
    const definition = known.get(digest) ?? task.definitions.get(digest);
    if (!definition) throw new Error(`definition ${digest} was evicted`);
    return readQuestion(definition, question, help);
  });
}
